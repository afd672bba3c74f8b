"""What the organiser tells the hall: announcements, the start of a round, the projector."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.forms.moments import ClubClockForm, MomentField
from tournaments.models import HallScreen
from tournaments.services.announcements import MAX_TEXT
from tournaments.services.hall import MAX_SECONDS, MIN_SECONDS


class AnnounceForm(DeskForm, ClubClockForm):
    text_zh = forms.CharField(label=_("In Chinese"), max_length=MAX_TEXT, required=False)
    text_en = forms.CharField(
        label=_("In English"),
        max_length=MAX_TEXT,
        required=False,
        help_text=_("One language is enough; it is shown to everybody then."),
    )
    minutes = forms.TypedChoiceField(
        label=_("Shown for"),
        coerce=int,
        empty_value=None,
        required=False,
        initial="15",
        choices=[
            ("5", _("5 minutes")),
            ("15", _("15 minutes")),
            ("30", _("30 minutes")),
            ("60", _("1 hour")),
            ("240", _("4 hours")),
            ("", _("until it is taken back")),
        ],
    )
    starts_at = MomentField(label=_("Not before"), required=False, help_text=_("Empty: at once."))


class PlanForm(DeskForm, ClubClockForm):
    planned_at = MomentField(
        label=_("Start of the next round"),
        required=False,
        help_text=_(
            "Shown with the seats and counted down on the projector. The round starts when you "
            "start it."
        ),
    )


class ScreenForm(DeskForm):
    """Any part of what the projector shows; what is not given stays."""

    scene = forms.ChoiceField(choices=HallScreen.Scene.choices, required=False)
    look = forms.ChoiceField(choices=HallScreen.Look.choices, required=False)
    language = forms.CharField(required=False, max_length=10)
    seconds = forms.IntegerField(min_value=MIN_SECONDS, max_value=MAX_SECONDS, required=False)
    paused = forms.ChoiceField(choices=[("1", ""), ("0", "")], required=False)

    def changes(self) -> dict[str, Any]:
        """Return the changes that were sent."""
        sent = {k: v for k, v in self.cleaned_data.items() if k in self.data and v is not None}
        if "paused" in sent:
            sent["paused"] = sent["paused"] == "1"
        for name in ("scene", "look"):
            if not sent.get(name, True):
                del sent[name]
        return sent
