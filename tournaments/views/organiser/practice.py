"""Practice events: made with one button, deleted in one act."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.services import practice
from tournaments.views.organiser.base import AskFirst, DeskView, Question
from tournaments.views.rules import Rule


class NewPractice(DeskView):
    """The button that makes a practice event. Opened by its address it leads to the presets."""

    rule = Rule.CREATOR

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(reverse("desk-presets"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.tournament = practice.make_practice(self.actor)
        return self.done(
            _("The practice event is made; people and results come in a moment."),
            self.address("desk-now"),
        )


class DeletePractice(AskFirst):
    def question(self) -> Question:
        found = practice.contents(self.event)
        consequences = [
            _("%(people)d people, %(rounds)d rounds and %(hands)d hands are gone for good.")
            % {"people": found.people, "rounds": found.rounds, "hands": found.hands},
            _("Its log, links and exports go with it; addresses of its pages stop working."),
            _("People who also play elsewhere stay; the invented ones go."),
        ]
        if not self.event.practice:
            consequences = [_("Only practice events can be deleted.")]
        return Question(
            _("Delete “%(name)s”?") % {"name": self.event.name},
            consequences,
            _("Delete for good"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        name = self.event.name
        practice.delete_practice(self.actor, self.event.pk)
        return self.done(_("“%(name)s” is deleted.") % {"name": name}, reverse("desk"))
