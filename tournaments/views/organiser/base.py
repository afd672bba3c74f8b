"""What the pages of the desk share: their frame, pages with one form, acts that ask first."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.models import Round, Table, Tournament
from tournaments.services.errors import NotAllowed, NotThere, ServiceError
from tournaments.views.rules import Rule, RuledView

Words = str | Promise


class Tab(NamedTuple):
    name: str
    words: Words


TABS = (
    Tab("desk-now", _("Now")),
    Tab("desk-people", _("People")),
    Tab("desk-night", _("Evening")),
    Tab("desk-seating", _("Seating")),
    Tab("desk-tables", _("Tables")),
    Tab("desk-penalties", _("Penalties")),
    Tab("desk-stages", _("Stages")),
    Tab("desk-hall", _("Hall screen")),
    Tab("desk-results", _("Results")),
    Tab("desk-roles", _("Roles")),
    Tab("desk-export", _("Print & export")),
    Tab("desk-settings", _("Settings")),
    Tab("desk-jobs", _("Jobs")),
    Tab("desk-log", _("Log")),
)


def optional_address(name: str, **kwargs: Any) -> str:
    """Return an address of another room of the site, "" while that room is not there."""
    try:
        return reverse(name, kwargs=kwargs)
    except NoReverseMatch:
        return ""


class DeskView(RuledView):
    """A page of one event's desk."""

    rule = Rule.ORGANISER
    tab: ClassVar[str] = "desk-now"

    @property
    def event(self) -> Tournament:
        """The event of the address; `RuledView` has found it before any handler runs."""
        if self.tournament is None:
            raise NotThere
        return self.tournament

    @property
    def the_table(self) -> Table:
        if self.table is None:
            raise NotThere
        return self.table

    def round_of(self, round_id: int) -> Round:
        """Return a round of this event; one of another event is not there."""
        return get_object_or_404(Round, pk=round_id, tournament=self.event)

    def show(
        self, template: str, context: dict[str, Any] | None = None, *, status: int = 200
    ) -> HttpResponse:
        public = (
            optional_address("standings", event=self.tournament.slug) if self.tournament else ""
        )
        frame = {
            "tournament": self.tournament,
            "tab": self.tab,
            "tabs": [t for t in TABS if t.name != "desk-night" or self._is_night()],
            "public_page": public,
        }
        return render(self.request, template, {**frame, **(context or {})}, status=status)

    def _is_night(self) -> bool:
        event = self.tournament
        return event is not None and event.kind == Tournament.Kind.CLUB_NIGHT

    def address(self, name: str, **kwargs: Any) -> str:
        """Return the address of a page of this event's desk."""
        return reverse(name, kwargs={"event": self.event.slug, **kwargs})

    def done(self, words: Words, to: str) -> HttpResponse:
        """Go on to ``to`` with a sentence about what was done."""
        messages.success(self.request, str(words))
        return redirect(to)


class FormPage(DeskView):
    """A page with one form. A refusal, the form's or the service's, shows it again."""

    template: ClassVar[str] = "desk/form.html"

    def form(self, data: Any = None) -> DeskForm:
        raise NotImplementedError

    def act(self, form: Any) -> HttpResponse:
        """Call the one service with the form's values and say where to go."""
        raise NotImplementedError

    def context(self, form: Any) -> dict[str, Any]:
        return {}

    def page(self, form: DeskForm, *, status: int = 200) -> HttpResponse:
        return self.show(self.template, {"form": form, **self.context(form)}, status=status)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.page(self.form())

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.page(form, status=400)
        try:
            return self.act(form)
        except (NotAllowed, NotThere):
            raise
        except ServiceError as error:
            form.refuse(error)
            return self.page(form, status=error.status)


class Question(NamedTuple):
    """What a page asks before an act: what will happen, in plain words, and the button."""

    title: Words
    consequences: Sequence[Words]
    button: Words
    danger: bool = False


class AskFirst(FormPage):
    """An act on its own page: GET names its consequences, POST does it."""

    template = "desk/ask.html"
    form_class: ClassVar[type[DeskForm]] = DeskForm
    back: ClassVar[str] = "desk-now"

    def question(self) -> Question:
        raise NotImplementedError

    def form(self, data: Any = None) -> DeskForm:
        return self.form_class(data)

    def context(self, form: Any) -> dict[str, Any]:
        return {"question": self.question(), "back": self.back_address()}

    def back_address(self) -> str:
        return self.address(self.back)


def first_words(error: ServiceError) -> str:
    """Return a refusal as one line, for a message above a page."""
    if len(error.problems) > 1:
        return " ".join(str(problem.message) for problem in error.problems)
    return str(error)


def attempt(view: DeskView, act: Callable[[], object], words: Words, to: str) -> HttpResponse:
    """Do an act of a bare button and go back to ``to`` with what was done, or why it was not."""
    try:
        act()
    except (NotAllowed, NotThere):
        raise
    except ServiceError as error:
        messages.error(view.request, first_words(error))
        return redirect(to)
    return view.done(words, to)
