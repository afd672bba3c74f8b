"""Who is here: the list at the desk, and the code under which people check themselves in."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.forms.base import DeskForm
from tournaments.services import checkin
from tournaments.services.errors import Conflict, Invalid
from tournaments.views.organiser.base import AskFirst, DeskView, FormPage, Question, attempt
from tournaments.views.organiser.tables import qr_svg


class WhoForm(DeskForm):
    number = forms.CharField(
        label=gettext_lazy("Number or name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
        help_text=gettext_lazy("Pinyin or its initials will do."),
    )


class CheckInPage(FormPage):
    """Everybody who plays the next round: missing first, one tap each; or by what
    they say at the desk, their number or their name."""

    tab = "desk-people"
    template = "desk/checkin.html"

    def form(self, data: Any = None) -> WhoForm:
        return WhoForm(data)

    def act(self, form: WhoForm) -> HttpResponse:
        entry = checkin.meant(self.event, form.cleaned_data["number"].strip())
        checkin.check_in(self.actor, self.event.pk, entry.pk)
        return self.done(
            _("%(n)d %(name)s is here.") % {"n": entry.number, "name": entry.player.name},
            self.address("desk-checkin"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        path = reverse(
            "say-here", kwargs={"event": self.event.slug, "code": checkin.code_of(self.event)}
        )
        public = settings.PUBLIC_URL
        address = public.rstrip("/") + path if public else self.request.build_absolute_uri(path)
        return {
            "presence": checkin.presence(self.event),
            "address": address,
            "qr": qr_svg(address),
        }


class CheckInAct(DeskView):
    """One tap: here, or not here after all."""

    tab = "desk-people"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-checkin"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        entry_id = self.kwargs["entry_id"]
        entry = self.event.entries.select_related("player").filter(pk=entry_id).first()
        name = entry.player.name if entry else ""
        to = self.address("desk-checkin")
        if "away" in request.POST:
            return attempt(
                self,
                lambda: checkin.check_out(self.actor, self.event.pk, entry_id),
                _("%(name)s is not here.") % {"name": name},
                to,
            )
        return attempt(
            self,
            lambda: checkin.check_in(self.actor, self.event.pk, entry_id),
            _("%(n)d %(name)s is here.") % {"n": entry.number if entry else 0, "name": name},
            to,
        )


class MissingComeLater(DeskView):
    """The people named sit the next round out and play from the one after it on."""

    tab = "desk-people"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-checkin"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        ids = [int(pk) for pk in request.POST.getlist("entry") if pk.isdecimal() and len(pk) < 12]
        to = self.address("desk-checkin")
        try:
            moved = checkin.come_later(self.actor, self.event.pk, ids)
        except (Conflict, Invalid) as error:
            messages.error(request, str(error))
            return redirect(to)
        words = ngettext(
            "%(n)d player sits the next round out.", "%(n)d players sit the next round out.", moved
        )
        return self.done(words % {"n": moved}, to)


class CheckInAgain(AskFirst):
    """Begin the check-in anew, as on the morning of a second day."""

    tab = "desk-people"
    back = "desk-checkin"

    def question(self) -> Question:
        here = len(checkin.presence(self.event).here)
        return Question(
            _("Begin the check-in anew?"),
            [
                ngettext(
                    "%(n)d player who is checked in has to check in again.",
                    "%(n)d players who are checked in have to check in again.",
                    here,
                )
                % {"n": here},
                _("Seats that are drawn stay as they are. The log keeps who was here."),
            ],
            _("Begin anew"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        checkin.start_again(self.actor, self.event.pk)
        return self.done(_("The check-in begins anew."), self.address("desk-checkin"))
