"""Seats through the API: draws (as jobs), seats by hand, what they come to, what they keep to."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import Numbered, entry_of, flag, numbers, reason, text, whole
from tournaments.api.rounds import round_out, rounds_of
from tournaments.models import KeepApart, PlaceOfOwn
from tournaments.seating import SeatingError
from tournaments.seating.charts import PUBLISHED, read_chart
from tournaments.services import seating, seating_checks, seating_rules
from tournaments.services.errors import Invalid, Problem
from tournaments.services.rules import Rule
from tournaments.services.seating_checks import Sheet
from tournaments.services.seating_facts import TEAM_RULES, pairs_of


class DrawIn(In):
    """What a draw is asked to be; see docs/seating.md for the methods."""

    rounds = whole(1, seating.MAX_ROUNDS)
    method = serializers.ChoiceField(choices=seating.METHODS, default="auto")
    byes = flag(help_text="Let the surplus players sit out.")
    seed = whole(0, 2**31 - 1, required=False, allow_null=True, default=None)
    teams = serializers.ChoiceField(
        choices=TEAM_RULES, required=False, allow_null=True, default=None
    )
    clubs = flag(help_text="Keep people of one club apart where it can be.")
    step = whole(1, 999, required=False, allow_null=True, default=None)
    chart = serializers.ChoiceField(
        choices=sorted(PUBLISHED), required=False, allow_null=True, default=None
    )
    chart_text = text(max_length=100_000, help_text="A chart of one's own, as the page takes it.")
    by_lot = flag(help_text="Draw lots for the numbers of the chart.")
    balance = flag(help_text="Give winds and tables of the chart anew.")
    in_spite = flag(help_text="Take the chart although it breaks rules.")
    confirmed = flag(help_text="Leave out results that are not confirmed.")


class Draw(ApiView):
    """Draw the next rounds. The answer is a job: ask for it until it is done."""

    rule = Rule.ORGANISER

    @operation("draw_seats", takes=DrawIn, gives=forms.JobOut, status=202)
    def post(self, request: Request, event: str) -> Response:
        wish = read(DrawIn, request)
        own = wish.pop("chart_text")
        if own.strip():
            try:
                wish["chart"] = read_chart(own)
            except SeatingError as error:
                raise Invalid(problems=[Problem("chart_text", str(error))]) from None
        if wish["method"] != "chart":
            wish["chart"] = None
        job = seating.request_plan(self.actor, self.event.pk, **wish)
        return Response(forms.JobOut(job).data, status=202)


class TablesIn(In):
    """The tables of a round: entry numbers, East first."""

    tables = serializers.ListField(child=numbers(), max_length=500)


class HandSeatsIn(TablesIn):
    byes = numbers("Who sits out.", required=False, default=list)
    keep = flag(default=True, help_text="Refuse seats that break the event's rules for seats.")


class JudgeIn(TablesIn):
    round = whole(1, 999, required=False, allow_null=True, default=None, help_text="A drawn round.")


class MeetingOut(serializers.Serializer[Any]):
    one = serializers.IntegerField()
    other = serializers.IntegerField()
    times = serializers.IntegerField()


class JudgedOut(serializers.Serializer[Any]):
    """Figures of the whole event before and with these seats, what they break, who meets again."""

    before = serializers.DictField(child=serializers.IntegerField())
    after = serializers.DictField(child=serializers.IntegerField())
    broken = serializers.ListField(child=serializers.CharField())
    again = MeetingOut(many=True)


class JudgeSeats(ApiView):
    """Say what seats would come to; nothing is saved."""

    rule = Rule.ORGANISER
    saves = False

    @operation("judge_seats", takes=JudgeIn, gives=JudgedOut)
    def post(self, request: Request, event: str) -> Response:
        asked = read(JudgeIn, request)
        people = Numbered(self.event)
        tables = [people.all(table, "tables") for table in asked["tables"]]
        people.check()
        before = seating_checks.sheet_of(self.event)
        ids = {number: pk for pk, number in before.numbers.items()}
        if asked["round"] is not None and asked["round"] not in ids:
            raise Invalid(problems=[Problem("round", _("There is no such round."))])
        round_id = ids.get(asked["round"] or 0, 0)
        number = asked["round"] or max(ids, default=0) + 1
        after = before.with_round(round_id, tables)
        content = {
            "before": before.figures() if before.rounds else {},
            "after": after.figures(),
            "broken": after.rules.broken(number, tables),
            "again": _pairs(after, round_id),
        }
        return Response(JudgedOut(content).data)


def _pairs(sheet: Sheet, round_id: int) -> list[dict[str, int]]:
    number = {pk: entry.number for pk, entry in sheet.rules.entries.items()}
    return [
        {"one": number[p], "other": number[q], "times": times}
        for p, q, times in sheet.again(round_id)
    ]


class QualityOut(serializers.Serializer[Any]):
    """Figures over all rounds drawn, by name (docs/seating.md)."""

    figures = serializers.DictField(child=serializers.IntegerField())
    broken = serializers.ListField(child=serializers.CharField())
    meetings = MeetingOut(many=True, help_text="Pairs that meet more than once.")


class Quality(ApiView):
    """How good the seats of the event are."""

    rule = Rule.ORGANISER

    @operation("seat_quality", gives=QualityOut)
    def get(self, request: Request, event: str) -> Response:
        sheet = seating_checks.sheet_of(self.event)
        number = {pk: entry.number for pk, entry in sheet.rules.entries.items()}
        again = [(p, q, n) for (p, q), n in sheet.meetings().items() if n > 1]
        content = {
            "figures": sheet.figures() if sheet.rounds else {},
            "broken": [
                words
                for round_id, tables in sheet.rounds.items()
                for words in sheet.rules.broken(sheet.numbers[round_id], tables)
            ],
            "meetings": [
                {"one": number[p], "other": number[q], "times": n}
                for p, q, n in sorted(again, key=lambda pair: -pair[2])
            ],
        }
        return Response(QualityOut(content).data)


class Rounds(ApiView):
    """The rounds of an event, with the seats of those that are published; or the next one, seated
    by hand."""

    rule = Rule.PUBLIC
    write_rule = Rule.ORGANISER

    @operation("rounds", gives=forms.RoundOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        return Response(rounds_of(self))

    @operation("seat_round", takes=HandSeatsIn, gives=forms.RoundOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        """Seat the next round by hand."""
        asked = read(HandSeatsIn, request)
        people = Numbered(self.event)
        tables = [people.all(table, f"table {n}") for n, table in enumerate(asked["tables"], 1)]
        byes = people.all(asked["byes"], "byes")
        people.check()
        made = seating.set_round(
            self.actor, self.event.pk, tables=tables, byes=byes, keep=asked["keep"]
        )
        return Response(round_out(self, made.number), status=201)


class SwapIn(In):
    a = whole(1, help_text="Entry number.")
    b = whole(1, help_text="Entry number.")


class SwapSeats(ApiView):
    """Let two people of a round change places, while nothing is recorded at their tables."""

    rule = Rule.ORGANISER

    @operation("swap_seats", takes=SwapIn, gives=forms.RoundOut)
    def post(self, request: Request, event: str, round: int) -> Response:
        asked = read(SwapIn, request)
        seats = self.at_round().seats
        found = dict(seats.values_list("entry__number", "pk"))
        missing = [name for name in ("a", "b") if asked[name] not in found]
        if missing:
            words = _("Nobody with this number sits in this round.")
            raise Invalid(problems=[Problem(name, words) for name in missing])
        seating.swap_seats(self.actor, found[asked["a"]], found[asked["b"]])
        return Response(round_out(self, round))


class PlaceIn(In):
    table = whole(1, 999)
    wind = whole(0, 3)
    entry = whole(1)


class ReseatIn(In):
    """Who really sits where, also under recorded hands: the same people in other chairs."""

    seats = PlaceIn(many=True, allow_empty=False, max_length=2000)  # type: ignore[call-arg]  # of the list
    reason = reason()
    hands = serializers.ChoiceField(
        choices=["chairs", "people"],
        default="chairs",
        help_text="Whom recorded hands belong to: the chairs, or the people.",
    )


class ReseatRound(ApiView):
    """Seats under recorded hands: for whom the settings of the event let."""

    rule = Rule.REFEREE

    @operation("reseat_round", takes=ReseatIn, gives=forms.RoundOut)
    def post(self, request: Request, event: str, round: int) -> Response:
        """Put seats right under recorded hands, with a reason."""
        asked = read(ReseatIn, request)
        round_ = self.at_round()
        people = Numbered(self.event)
        seats: Mapping[tuple[int, int], int] = {
            (table, wind): pk
            for table, wind, pk in round_.seats.values_list("table__number", "wind", "pk")
        }
        moved: dict[int, int] = {}
        for n, place in enumerate(asked["seats"]):
            seat = seats.get((place["table"], place["wind"]))
            if seat is None:
                words = _("There is no such seat in this round.")
                people.problems.append(Problem(f"seats.{n}", words))
            else:
                moved[seat] = people.id(place["entry"], f"seats.{n}.entry")
        people.check()
        seating.move_under_hands(
            self.actor, round_.pk, moved, reason=asked["reason"], hands=asked["hands"]
        )
        return Response(round_out(self, round))


class ApartIn(In):
    one = whole(1, help_text="Entry number.")
    other = whole(1, help_text="Entry number.")
    everywhere = flag(help_text="In all events of the club.")
    reason = reason(required=False)


class ApartOut(serializers.ModelSerializer[KeepApart]):
    one = serializers.CharField(source="one.name")
    other = serializers.CharField(source="other.name")
    everywhere = serializers.SerializerMethodField()

    class Meta:
        model = KeepApart
        fields = ("id", "one", "other", "everywhere", "reason")

    def get_everywhere(self, pair: KeepApart) -> bool:
        return pair.club_id is not None


class Apart(ApiView):
    """Pairs that never share a table."""

    rule = Rule.ORGANISER

    @operation("pairs_apart", gives=ApartOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        return Response(ApartOut(pairs_of(self.event), many=True).data)

    @operation("keep_apart", takes=ApartIn, gives=ApartOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        asked = read(ApartIn, request)
        people = Numbered(self.event)
        one, other = people.id(asked["one"], "one"), people.id(asked["other"], "other")
        people.check()
        made = seating_rules.keep_apart(
            self.actor,
            self.event.pk,
            one,
            other,
            everywhere=asked["everywhere"],
            reason=asked["reason"],
        )
        return Response(ApartOut(made).data, status=201)


class LetMeet(ApiView):
    """One pair."""

    rule = Rule.ORGANISER

    @operation("let_meet")
    def delete(self, request: Request, event: str, pair: int) -> Response:
        """Let the two meet again."""
        seating_rules.let_meet(self.actor, self.event.pk, pair)
        return Response(status=204)


class OwnPlaceIn(In):
    """At least one of the three: a table, a wind (0 East), or the round from which they play."""

    table = whole(1, 999, required=False, allow_null=True, default=None)
    wind = whole(0, 3, required=False, allow_null=True, default=None)
    from_round = whole(0, 99, required=False, allow_null=True, default=None)
    reason = reason(required=False)


class OwnPlaceOut(serializers.ModelSerializer[PlaceOfOwn]):
    entry = serializers.IntegerField(source="entry.number")

    class Meta:
        model = PlaceOfOwn
        fields = ("entry", "table", "wind", "from_round", "reason")


class OwnPlaces(ApiView):
    """Who has a place of their own."""

    rule = Rule.ORGANISER

    @operation("own_places", gives=OwnPlaceOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        found = PlaceOfOwn.objects.filter(entry__tournament=self.event).select_related("entry")
        return Response(OwnPlaceOut(found, many=True).data)


class OwnPlace(ApiView):
    """The place of one person."""

    rule = Rule.ORGANISER

    @operation("give_place", takes=OwnPlaceIn, gives=OwnPlaceOut)
    def put(self, request: Request, event: str, number: int) -> Response:
        """Say it; what was said before is replaced."""
        asked = read(OwnPlaceIn, request)
        made = seating_rules.give_place(self.actor, entry_of(self.event, number).pk, **asked)
        return Response(OwnPlaceOut(made).data)

    @operation("take_place")
    def delete(self, request: Request, event: str, number: int) -> Response:
        """Let the person sit anywhere again."""
        entry = entry_of(self.event, number)
        if not PlaceOfOwn.objects.filter(entry=entry).exists():
            raise Http404
        seating_rules.take_place(self.actor, entry.pk)
        return Response(status=204)
