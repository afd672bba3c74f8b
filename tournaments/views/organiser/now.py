"""What needs a hand now, and the rounds as a strip."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Job, Round, Tournament
from tournaments.services import jobs, webhooks
from tournaments.services.desk import Desk, Need, desk_of, recompute_standings
from tournaments.templatetags.club import listed
from tournaments.views.organiser.base import DeskView, attempt


@dataclass(frozen=True)
class Line:
    """A need in words, with its one button: a link, or a post where nothing is asked first."""

    words: str
    button: str
    to: str
    post: bool = False
    urgent: bool = False


URGENT = {
    "called",
    "paper_differs",
    "disputed",
    "missing",
    "draw_failed",
    "standings_failed",
    "set_aside",
    "time_up",
    "quiet",
    "gone",
    "unbalanced",
}


class Wording:
    """The words and the button of every kind of need."""

    def __init__(self, event: Tournament) -> None:
        self.event = event

    def line(self, need: Need) -> Line:
        words, button, to, post = getattr(self, need.kind)(need)
        return Line(words, button, to, post, need.kind in URGENT)

    def to(self, name: str, **kwargs: Any) -> str:
        return reverse(name, kwargs={"event": self.event.slug, **kwargs})

    def tables_of(self, need: Need) -> str:
        return f"{self.to('desk-tables')}?round={number_of(need)}"

    def draw_failed(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("The draw failed: %(why)s") % {"why": need.values["error"]}
        return words, _("To the seating"), self.to("desk-seating"), False

    def standings_failed(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("The standings could not be computed: %(why)s") % {"why": need.values["error"]}
        return words, _("Compute again"), self.to("desk-recompute"), True

    def set_aside(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("A job was tried too often and is set aside: %(kind)s.") % need.values
        return words, _("See the jobs"), self.to("desk-jobs"), False

    def webhooks(self, need: Need) -> tuple[str, str, str, bool]:
        words = ngettext(
            "%(count)d message to other software was given up: its address does not answer.",
            "%(count)d messages to other software were given up: their address does not answer.",
            need.values["count"],
        )
        return words % need.values, _("Send again"), self.to("desk-webhooks-again"), True

    def time_up(self, need: Need) -> tuple[str, str, str, bool]:
        words = ngettext(
            "Round %(n)d: time is up, %(open)d table has not finished.",
            "Round %(n)d: time is up, %(open)d tables have not finished.",
            need.values["open"],
        ) % {"n": number_of(need), **need.values}
        return words, _("See the tables"), self.tables_of(need), False

    def quiet(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Table %(table)d has sent no hand for %(minutes)d minutes.") % {
            "table": need.table.number if need.table else 0,
            **need.values,
        }
        return words, _("See the tables"), self.tables_of(need), False

    def called(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Table %(table)d calls a referee. %(reason)s") % {
            "table": need.table.number if need.table else 0,
            **need.values,
        }
        to = reverse("referee-come", kwargs={"table_id": need.table.pk if need.table else 0})
        return words.strip(), _("I am coming"), to, True

    def paper_differs(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Table %(table)d: paper and hands differ by %(by)d.") % {
            "table": need.table.number if need.table else 0,
            **need.values,
        }
        to = reverse("referee-paper", kwargs={"table_id": need.table.pk if need.table else 0})
        return words, _("Paper and hands"), to, False

    def disputed(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Table %(table)d: %(who)s has other totals than those recorded.") % {
            "table": need.table.number if need.table else 0,
            **need.values,
        }
        return words, _("See the tables"), self.tables_of(need), False

    def missing(self, need: Need) -> tuple[str, str, str, bool]:
        count, names = need.values["count"], need.values["names"]
        words = ngettext(
            "%(count)d player is not checked in: %(names)s",
            "%(count)d players are not checked in: %(names)s",
            count,
        ) % {"count": count, "names": listed(names) + ("…" if count > len(names) else "")}
        return words, _("Check-in"), self.to("desk-checkin"), False

    def late(self, need: Need) -> tuple[str, str, str, bool]:
        words = ngettext(
            "%(count)d player comes later and sits the next round out.",
            "%(count)d players come later and sit the next round out.",
            need.values["count"],
        )
        return words % need.values, _("Check-in"), self.to("desk-checkin"), False

    def unbalanced(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Table %(table)d does not sum to zero: %(reason)s") % {
            "table": need.table.number if need.table else 0,
            **need.values,
        }
        return words, _("See the tables"), self.tables_of(need), False

    def unconfirmed(self, need: Need) -> tuple[str, str, str, bool]:
        words = ngettext(
            "Round %(n)d: %(tables)d result is not confirmed.",
            "Round %(n)d: %(tables)d results are not confirmed.",
            need.values["tables"],
        ) % {"n": number_of(need), **need.values}
        return words, _("Confirm results"), self.tables_of(need), False

    def close(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Round %(n)d: every result is confirmed.") % {"n": number_of(need)}
        return words, _("Close the round"), self.to("desk-close", round_id=id_of(need)), False

    def gone(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("%(name)s no longer plays but has a seat in round %(n)d.") % {
            "n": number_of(need),
            **need.values,
        }
        to = self.to("desk-round", round_id=id_of(need))
        return words, _("See the seats"), to, False

    def publish(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Round %(n)d: nobody can see the seats yet.") % {"n": number_of(need)}
        return words, _("Publish the seats"), self.to("desk-publish", round_id=id_of(need)), True

    def cards(self, need: Need) -> tuple[str, str, str, bool]:
        words = ngettext(
            "Round %(n)d: %(tables)d table has no link for its referee.",
            "Round %(n)d: %(tables)d tables have no links for their referees.",
            need.values["tables"],
        ) % {"n": number_of(need), **need.values}
        return words, _("Table cards"), self.to("desk-cards", round_id=id_of(need)), False

    def start(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Round %(n)d is seated and can begin.") % {"n": number_of(need)}
        return words, _("Start the round"), self.to("desk-start", round_id=id_of(need)), True

    def results(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Round %(n)d: the results are not published.") % {"n": number_of(need)}
        return words, _("To the results"), self.to("desk-results"), False

    def register(self, need: Need) -> tuple[str, str, str, bool]:
        return _("Nobody is registered yet."), _("Register players"), self.to("desk-people"), False

    def not_fours(self, need: Need) -> tuple[str, str, str, bool]:
        words = (
            ngettext(
                "%(playing)d people play: %(missing)d is missing for full tables.",
                "%(playing)d people play: %(missing)d are missing for full tables.",
                need.values["missing"],
            )
            % need.values
        )
        return words, _("Register substitutes"), self.to("desk-people"), False

    def open_table(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Tables can be opened as people come, without a draw.")
        return words, _("Open a table"), self.to("desk-night"), False

    def draw_next(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("Round %(number)d has no seats yet.") % need.values
        return words, _("Draw seats"), self.to("desk-seating"), False

    def finish(self, need: Need) -> tuple[str, str, str, bool]:
        words = _("All rounds are closed. Was that the last one?")
        return words, _("Mark as finished"), self.to("desk-settings") + "#id_status", False


def number_of(need: Need) -> int:
    return need.round.number if need.round else 0


def id_of(need: Need) -> int:
    return need.round.pk if need.round else 0


@dataclass(frozen=True)
class Step:
    """One round in the strip, with the one button that comes next."""

    round: Round
    button: str = ""
    to: str = ""
    post: bool = False
    # Tables that have ended, those of them that are confirmed, all.
    tables: tuple[int, int, int] | None = None


def strip(event: Tournament, desk: Desk) -> list[Step]:
    def to(name: str, round_: Round) -> str:
        return reverse(name, kwargs={"event": event.slug, "round_id": round_.pk})

    steps = []
    rounds = desk.rounds
    running = any(round_.status == Round.Status.RUNNING for round_ in rounds)
    for round_ in rounds:
        if round_.status == Round.Status.RUNNING:
            counts = desk.progress.get(round_.pk)
            step = Step(round_, _("Close the round"), to("desk-close", round_), tables=counts)
        elif round_.status == Round.Status.CLOSED:
            step = Step(round_, _("Open again"), to("desk-reopen", round_))
        elif not round_.seats_public:
            step = Step(round_, _("Publish the seats"), to("desk-publish", round_), post=True)
        elif running:
            step = Step(round_)
        else:
            step = Step(round_, _("Start the round"), to("desk-start", round_), post=True)
        steps.append(step)
    return steps


class Recompute(DeskView):
    """The button that has the standings computed anew."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-now"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return attempt(
            self,
            lambda: recompute_standings(self.actor, self.event.pk),
            _("The standings are being computed anew."),
            self.address("desk-now"),
        )


class WebhooksAgain(DeskView):
    """The button that has every message tried again that was given up."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-now"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return attempt(
            self,
            lambda: webhooks.send_all_again(self.actor, self.event.pk),
            _("The messages are sent again."),
            self.address("desk-now"),
        )


class Now(DeskView):
    """The first page of an event's desk; asks itself anew every few seconds."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        desk = desk_of(self.event)
        wording = Wording(self.event)
        fragment = getattr(request, "htmx", False)
        return self.show(
            "desk/_now.html" if fragment else "desk/now.html",
            {
                "lines": [wording.line(need) for need in desk.needs],
                "steps": strip(self.event, desk),
                "desk": desk,
                "job": desk.draw,
                "filling": jobs.latest(self.event, Job.Kind.PRACTICE)
                if self.event.practice
                else None,
            },
        )
