"""Saying with one's own phone that one is here: the code on the wall, then the own number."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.services import checkin
from tournaments.services.errors import Invalid
from tournaments.views.event_page import EventView
from tournaments.views.rules import Rule


class HereForm(DeskForm):
    number = forms.IntegerField(
        label=gettext_lazy("Your number"),
        min_value=1,
        max_value=99999,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class SayHere(EventView):
    """GET asks for the number, POST checks its holder in and says whom."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        checkin.require_code(self.event, kwargs["code"])
        mine = self.my_entry()
        return self.page(HereForm(initial={"number": mine.number if mine else None}))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = HereForm(request.POST)
        if not form.is_valid():
            return self.page(form, 400)
        try:
            entry = checkin.say_here(self.event.pk, kwargs["code"], form.cleaned_data["number"])
        except Invalid as error:
            form.refuse(error)
            return self.page(form, error.status)
        return self.show("public/say_here.html", {"entry": entry})

    def page(self, form: HereForm, status: int = 200) -> HttpResponse:
        return self.show("public/say_here.html", {"form": form}, status)
