"""Making a token of the API on the page of one's account."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import ApiToken, Tournament


class TokenForm(DeskForm):
    """What a token is for, what it may, where and for how long."""

    service_names = {"tournament": "event"}

    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=60,
        help_text=gettext_lazy("Such as the results screen, or the federation's system."),
    )
    level = forms.ChoiceField(
        label=gettext_lazy("It may"),
        choices=ApiToken.Level.choices,
        help_text=gettext_lazy("Never more than you yourself."),
    )
    event = forms.ChoiceField(label=gettext_lazy("In"), required=False)
    days = forms.IntegerField(
        label=gettext_lazy("Valid for how many days"),
        min_value=1,
        max_value=settings.API_TOKEN_DAYS[1],
        initial=settings.API_TOKEN_DAYS[0],
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, events: Iterable[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.events = {event.slug: event for event in events}
        field = self.fields["event"]
        if isinstance(field, forms.ChoiceField):
            one = [(slug, event.name) for slug, event in self.events.items()]
            field.choices = [("", _("all my events")), *one]

    def asked(self) -> dict[str, Any]:
        """Return the values as `services.tokens.make_token` takes them."""
        values = self.cleaned_data
        return {
            "name": values["name"],
            "level": values["level"],
            "tournament": self.events.get(values["event"]),
            "days": values["days"],
        }
