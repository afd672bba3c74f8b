"""Drawing seats, watching the draw, seating by hand, changing places."""

from collections import defaultdict
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.text import Text
from tournaments.forms.seating import DrawForm, HandSeatingForm, ReseatForm, SwapForm
from tournaments.models import Bye, Entry, Job, Round, Seat, Table
from tournaments.services import checkin, jobs, seating, seating_checks
from tournaments.services.seating_checks import Sheet
from tournaments.templatetags.club import wind_name
from tournaments.views.organiser.base import DeskView, FormPage, attempt
from tournaments.views.organiser.method_words import method_words

# The figures of a plan that an organiser asks for (competition rules §4), in this order.
QUALITY = {
    "repeat_meetings": gettext_lazy("repeated meetings"),
    "max_meetings": gettext_lazy("meetings of one pair at most"),
    "pairs_met": gettext_lazy("pairs that meet"),
    "meeting_cost": gettext_lazy("cost of repeats"),
    "teammate_meetings": gettext_lazy("meetings of team-mates"),
    "team_spread": gettext_lazy("difference between meetings of two teams"),
    "club_meetings": gettext_lazy("meetings inside a club"),
    "wind_spread": gettext_lazy("difference between a player's winds"),
    "table_repeat": gettext_lazy("returns to a table"),
    "max_same_table": gettext_lazy("times at one table at most"),
    "rank_spread_max": gettext_lazy("places between the first and last of a table at most"),
    "displacement_max": gettext_lazy("tables away from one's rank at most"),
}


def quality_of(job: Job | None) -> list[tuple[str, Any]]:
    """Return the figures of the plan a job has drawn, in words."""
    figures = (job.result or {}).get("quality") if job else None
    return in_words(figures) if isinstance(figures, dict) else []


def in_words(figures: dict[str, int]) -> list[tuple[str, Any]]:
    return [(str(words), figures[key]) for key, words in QUALITY.items() if key in figures]


def judged(before: Sheet, after: Sheet, round_id: int, number: int) -> dict[str, Any]:
    """Return what other seats of a round come to: figures before and after, what they break, who
    meets again."""
    old, new = before.figures(), after.figures()
    again = sorted(after.again(round_id), key=lambda pair: -pair[2])
    return {
        "figures": [(str(w), old[k], new[k]) for k, w in QUALITY.items() if k in new],
        "broken": after.rules.broken(number, after.rounds[round_id]),
        "again": [
            (after.rules.name(p), after.rules.name(q), times) for p, q, times in again[:SHOWN]
        ],
        "more": max(0, len(again) - SHOWN),
    }


# Pairs that are named; of more only the number is told.
SHOWN = 20


class SeatedTable:
    """A table of a round as the desk shows it: its seats, East first."""

    def __init__(self, table_id: int, number: int) -> None:
        self.id = table_id
        self.number = number
        self.seats: list[Seat] = []


def tables_by_round(rounds: list[Round]) -> dict[int, list[SeatedTable]]:
    """Return the tables of rounds with their people, by round id, in one query."""
    seats = (
        Seat.objects.filter(round__in=rounds)
        .select_related("entry__player__club", "table")
        .order_by("round_id", "table__number", "wind")
    )
    found: dict[int, list[SeatedTable]] = defaultdict(list)
    for seat in seats:
        tables = found[seat.round_id]
        if not tables or tables[-1].number != seat.table.number:
            tables.append(SeatedTable(seat.table_id, seat.table.number))
        tables[-1].seats.append(seat)
    return found


class Seating(FormPage):
    """The draw of the next rounds, and all rounds with their seats."""

    tab = "desk-seating"
    template = "desk/seating.html"

    def form(self, data: Any = None) -> DrawForm:
        drawn = self.event.rounds.count()
        left = max(self.event.planned_rounds - drawn, 1)
        files = None if data is None else self.request.FILES
        return DrawForm(data, files, initial={"rounds": left})

    def act(self, form: DrawForm) -> HttpResponse:
        seating.request_plan(self.actor, self.event.pk, **form.wish())
        return self.done(_("The seats are being drawn."), self.address("desk-seating"))

    def context(self, form: Any) -> dict[str, Any]:
        rounds = list(self.event.rounds.order_by("number"))
        tables = tables_by_round(rounds)
        byes: dict[int, list[Entry]] = defaultdict(list)
        for bye in Bye.objects.filter(round__in=rounds).select_related("entry__player"):
            byes[bye.round_id].append(bye.entry)
        unstarted = [r.pk for r in rounds if r.status == Round.Status.SEATED]
        playing = self.event.entries.filter(
            status__in=[Entry.Status.ACTIVE, Entry.Status.SUBSTITUTE]
        ).count()
        return {
            "rounds": [
                {
                    "round": r,
                    "tables": tables[r.pk],
                    "byes": byes[r.pk],
                    "open": r.pk in unstarted[:1],
                }
                for r in rounds
            ],
            "playing": playing,
            "presence": checkin.presence(self.event),
            **draw_context(jobs.latest(self.event, Job.Kind.SEAT_PLAN)),
        }


def draw_context(job: Job | None) -> dict[str, Any]:
    """Return what is shown of a draw: its state, its figures, what is to be said of it."""
    reasons = (job.result or {}).get("reasons") if job else None
    return {
        "job": job,
        "quality": quality_of(job),
        "method": method_words((job.result or {}).get("method") or "") if job else "",
        "reasons": [Text(*reason) for reason in reasons or ()],
    }


class DrawProgress(DeskView):
    """The state of the draw, for the page that waits for it."""

    tab = "desk-seating"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        job = jobs.latest(self.event, Job.Kind.SEAT_PLAN)
        response = self.show("desk/_draw.html", draw_context(job))
        if job is None or not job.active:
            # The rounds below the draw have changed as well.
            response.headers["HX-Refresh"] = "true"
        return response


class EnoughOfDraw(DeskView):
    """Let the draw end with the best plan it has so far."""

    tab = "desk-seating"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        job = get_object_or_404(Job, pk=self.kwargs["job_id"], tournament=self.event)
        return attempt(
            self,
            lambda: jobs.enough(self.actor, job.pk),
            _("The draw ends with the best plan so far."),
            self.address("desk-seating"),
        )


class CancelDraw(DeskView):
    tab = "desk-seating"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        job = get_object_or_404(Job, pk=self.kwargs["job_id"], tournament=self.event)
        return attempt(
            self,
            lambda: jobs.cancel(self.actor, job.pk),
            _("The draw is being stopped; nothing of it is kept."),
            self.address("desk-seating"),
        )


class SeatByHand(FormPage):
    """Seat the next round by hand; ``check`` only says what the seats would come to."""

    tab = "desk-seating"
    template = "desk/seat_by_hand.html"
    judged: dict[str, Any] | None = None

    def entries(self) -> list[Entry]:
        return list(self.event.entries.select_related("player").order_by("number"))

    def form(self, data: Any = None) -> HandSeatingForm:
        return HandSeatingForm(data, entries=self.entries())

    def act(self, form: HandSeatingForm) -> HttpResponse:
        tables = form.cleaned_data["tables"]
        number = self.number()
        if "check" in self.request.POST:
            before = seating_checks.sheet_of(self.event)
            self.judged = judged(before, before.with_round(0, tables), 0, number)
            return self.page(form)
        round_ = seating.set_round(
            self.actor,
            self.event.pk,
            tables=tables,
            byes=form.cleaned_data["sitting_out"],
            keep=not form.cleaned_data["in_spite"],
        )
        words = ngettext(
            "Round %(n)d is seated at %(tables)d table.",
            "Round %(n)d is seated at %(tables)d tables.",
            len(tables),
        ) % {"n": round_.number, "tables": len(tables)}
        return self.done(words, self.address("desk-seating"))

    def number(self) -> int:
        last = self.event.rounds.order_by("-number").first()
        return last.number + 1 if last else 1

    def context(self, form: Any) -> dict[str, Any]:
        return {"entries": self.entries(), "number": self.number(), "judged": self.judged}


class RoundSeats(FormPage):
    """The seats of one round; two people ticked there change places. With ``check`` it is only said
    what that would come to."""

    tab = "desk-seating"
    template = "desk/round.html"
    judged: dict[str, Any] | None = None

    def the_round(self) -> Round:
        return self.round_of(self.kwargs["round_id"])

    def form(self, data: Any = None) -> SwapForm:
        ids = self.the_round().seats.values_list("pk", flat=True)
        return SwapForm(data, seat_ids=list(ids))

    def act(self, form: SwapForm) -> HttpResponse:
        round_ = self.the_round()
        one, other = form.cleaned_data["seats"]
        people = {
            seat.pk: seat
            for seat in Seat.objects.filter(pk__in=(one, other)).select_related("entry__player")
        }
        a, b = people[one].entry, people[other].entry
        if "check" in self.request.POST:
            before = seating_checks.sheet_of(self.event)
            after = before.swapped(round_.pk, a.pk, b.pk)
            self.judged = judged(before, after, round_.pk, round_.number)
            return self.page(form)
        if form.cleaned_data["under_hands"]:
            seating.move_under_hands(
                self.actor,
                round_.pk,
                {one: b.pk, other: a.pk},
                reason=form.cleaned_data["reason"],
            )
        else:
            seating.swap_seats(self.actor, one, other)
        return self.done(
            _("%(a)s and %(b)s have changed places.") % {"a": a.player.name, "b": b.player.name},
            self.address("desk-round", round_id=round_.pk),
        )

    def page(self, form: Any, *, status: int = 200) -> HttpResponse:
        if "HX-Request" in self.request.headers:
            # The page asks only for what the change would come to.
            return self.show(
                "desk/_judged.html", {"form": form, "judged": self.judged, "part": True}
            )
        return super().page(form, status=status)

    def context(self, form: Any) -> dict[str, Any]:
        round_ = self.the_round()
        return {
            "round": round_,
            "tables": tables_by_round([round_])[round_.pk],
            "byes": round_.byes.select_related("entry__player"),
            "ticked": set(form.data.getlist("seats")) if form.is_bound else set(),
            "judged": self.judged,
            "recorded": round_.tables.filter(
                Q(hands__undone_at=None, hands__isnull=False) | Q(source=Table.Source.TOTALS)
            ).exists(),
        }


class ReseatTable(FormPage):
    """Who really sits where at a table, also under hands that are recorded already."""

    tab = "desk-seating"
    template = "desk/seat_reseat.html"

    def form(self, data: Any = None) -> ReseatForm:
        seats = list(self.the_table.seats.select_related("entry__player").order_by("wind"))
        return ReseatForm(data, seats=seats, winds=[wind_name(seat.wind) for seat in seats])

    def act(self, form: ReseatForm) -> HttpResponse:
        table = self.the_table
        seating.move_under_hands(
            self.actor,
            table.round_id,
            form.people(),
            reason=form.cleaned_data["reason"],
            hands=form.cleaned_data["hands"],
        )
        words = _("Table %(n)d is seated anew; its totals follow.") % {"n": table.number}
        return self.done(words, self.address("desk-round", round_id=table.round_id))

    def context(self, form: Any) -> dict[str, Any]:
        hands = self.the_table.hands.in_force().count()
        return {"table": self.the_table, "round": self.the_table.round, "hands": hands}
