"""Drawing seats, watching the draw, seating by hand, changing places."""

from collections import defaultdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.forms.seating import DrawForm, HandSeatingForm, SwapForm
from tournaments.models import Bye, Entry, Job, Round, Seat
from tournaments.services import jobs, seating
from tournaments.views.organiser.base import DeskView, FormPage, attempt

# The figures of a plan that an organiser asks for (competition rules §4), in this order.
QUALITY = {
    "repeat_meetings": gettext_lazy("repeated meetings"),
    "max_meetings": gettext_lazy("meetings of one pair at most"),
    "pairs_met": gettext_lazy("pairs that meet"),
    "teammate_meetings": gettext_lazy("meetings of team-mates"),
    "wind_spread": gettext_lazy("difference between a player's winds"),
    "max_same_table": gettext_lazy("times at one table at most"),
}


def quality_of(job: Job | None) -> list[tuple[str, Any]]:
    """Return the figures of the plan a job has drawn, in words."""
    figures = (job.result or {}).get("quality") if job else None
    if not isinstance(figures, dict):
        return []
    return [(str(words), figures[key]) for key, words in QUALITY.items() if key in figures]


class SeatedTable:
    """A table of a round as the desk shows it: its seats, East first."""

    def __init__(self, number: int) -> None:
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
            tables.append(SeatedTable(seat.table.number))
        tables[-1].seats.append(seat)
    return found


class Seating(FormPage):
    """The draw of the next rounds, and all rounds with their seats."""

    tab = "desk-seating"
    template = "desk/seating.html"

    def form(self, data: Any = None) -> DrawForm:
        drawn = self.event.rounds.count()
        left = max(self.event.planned_rounds - drawn, 1)
        return DrawForm(data, initial={"rounds": left})

    def act(self, form: DrawForm) -> HttpResponse:
        values = form.cleaned_data
        seating.request_plan(
            self.actor,
            self.event.pk,
            rounds=values["rounds"],
            method=values["method"],
            byes=values["byes"],
            seed=values["seed"],
        )
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
        job = jobs.latest(self.event, Job.Kind.SEAT_PLAN)
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
            "job": job,
            "quality": quality_of(job),
        }


class DrawProgress(DeskView):
    """The state of the draw, for the page that waits for it."""

    tab = "desk-seating"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        job = jobs.latest(self.event, Job.Kind.SEAT_PLAN)
        response = self.show("desk/_draw.html", {"job": job, "quality": quality_of(job)})
        if job is None or not job.active:
            # The rounds below the draw have changed as well.
            response.headers["HX-Refresh"] = "true"
        return response


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
    """Seat the next round by hand."""

    tab = "desk-seating"
    template = "desk/seat_by_hand.html"

    def entries(self) -> list[Entry]:
        return list(self.event.entries.select_related("player").order_by("number"))

    def form(self, data: Any = None) -> HandSeatingForm:
        return HandSeatingForm(data, entries=self.entries())

    def act(self, form: HandSeatingForm) -> HttpResponse:
        round_ = seating.set_round(
            self.actor,
            self.event.pk,
            tables=form.cleaned_data["tables"],
            byes=form.cleaned_data["sitting_out"],
        )
        words = ngettext(
            "Round %(n)d is seated at %(tables)d table.",
            "Round %(n)d is seated at %(tables)d tables.",
            len(form.cleaned_data["tables"]),
        ) % {"n": round_.number, "tables": len(form.cleaned_data["tables"])}
        return self.done(words, self.address("desk-seating"))

    def context(self, form: Any) -> dict[str, Any]:
        last = self.event.rounds.order_by("-number").first()
        return {"entries": self.entries(), "number": last.number + 1 if last else 1}


class RoundSeats(FormPage):
    """The seats of one round; two people ticked there change places."""

    tab = "desk-seating"
    template = "desk/round.html"

    def the_round(self) -> Round:
        return self.round_of(self.kwargs["round_id"])

    def form(self, data: Any = None) -> SwapForm:
        ids = self.the_round().seats.values_list("pk", flat=True)
        return SwapForm(data, seat_ids=list(ids))

    def act(self, form: SwapForm) -> HttpResponse:
        round_ = self.the_round()
        one, other = form.cleaned_data["seats"]
        people = Seat.objects.filter(pk__in=(one, other)).select_related("entry__player")
        names = [seat.entry.player.name for seat in people]
        seating.swap_seats(self.actor, one, other)
        return self.done(
            _("%(a)s and %(b)s have changed places.") % {"a": names[0], "b": names[1]},
            self.address("desk-round", round_id=round_.pk),
        )

    def context(self, form: Any) -> dict[str, Any]:
        round_ = self.the_round()
        return {
            "round": round_,
            "tables": tables_by_round([round_])[round_.pk],
            "byes": round_.byes.select_related("entry__player"),
            "ticked": set(form.data.getlist("seats")) if form.is_bound else set(),
        }
