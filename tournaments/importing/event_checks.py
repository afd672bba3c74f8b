"""What the parts of an event document mean for one another: numbers given once, names that exist.

Pure: nothing is looked up in the database. Fields of the problems name things as people do
("round 2 table 5"), since the places in the file say little to whoever mends it.
"""

from collections.abc import Hashable, Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.models import Penalty, Table
from tournaments.models.people import validate_time_zone
from tournaments.services.errors import Problem

Part = dict[str, Any]


def check_document(document: Part) -> list[Problem]:
    """Return every problem of a document that `read_document` has found well-formed."""
    check = _Check(document)
    check.names()
    check.entries()
    for round_ in document["rounds"]:
        check.round(round_)
    for place, penalty in enumerate(document["penalties"], 1):
        check.penalty(penalty, f"penalty {place}")
    for place, adjustment in enumerate(document["adjustments"], 1):
        check.adjustment(adjustment, f"adjustment {place}")
    check.seating()
    for stage in document["stages"]:
        check.stage(stage, f"stage {stage['number']}")
    return check.problems


class _Check:
    def __init__(self, document: Part) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self.clubs = {club["name"] for club in document["clubs"]}
        self.teams = set(document["teams"])
        self.numbers = {entry["number"] for entry in document["entries"]}
        self.stages = {stage["number"] for stage in document["stages"]}
        self.rounds = {round_["number"] for round_ in document["rounds"]}

    def problem(self, field: str, words: str) -> None:
        self.problems.append(Problem(field, words))

    def once(self, field: str, keys: Iterable[Hashable]) -> None:
        seen: set[Hashable] = set()
        for key in keys:
            if key in seen:
                self.problem(field, _("%(key)s stands there twice.") % {"key": key})
            seen.add(key)

    def seating(self) -> None:
        """Places of one's own and pairs kept apart name people of the event, once each."""
        places, pairs = self.document["places"], self.document["kept_apart"]
        self.once("places", (place["entry"] for place in places))
        self.once("kept_apart", (tuple(sorted((p["one"], p["other"]))) for p in pairs))
        named = [("places", place["entry"]) for place in places]
        named += [("kept_apart", pair[key]) for pair in pairs for key in ("one", "other")]
        for field, number in named:
            self.entry(field, number)
        for pair in pairs:
            if pair["one"] == pair["other"]:
                words = _("Nobody can be kept apart from himself: number %(n)s.")
                self.problem("kept_apart", words % {"n": pair["one"]})
        for place in places:
            if all(place[key] is None for key in ("table", "wind", "from_round")):
                words = _("Number %(n)s has a place that says nothing.")
                self.problem("places", words % {"n": place["entry"]})

    def names(self) -> None:
        document = self.document
        self.once("clubs", (club["name"] for club in document["clubs"]))
        self.once("teams", document["teams"])
        self.once("entries", (entry["number"] for entry in document["entries"]))
        self.once("stages", (stage["number"] for stage in document["stages"]))
        self.once("rounds", (round_["number"] for round_ in document["rounds"]))
        self.club("event", document["event"]["club"])
        for club in document["clubs"]:
            try:
                validate_time_zone(club["time_zone"])
            except ValidationError:
                words = _("“%(name)s” is not a time zone.") % {"name": club["time_zone"]}
                self.problem(f"club {club['name']}", words)

    def club(self, field: str, name: str | None) -> None:
        if name is not None and name not in self.clubs:
            self.problem(field, _("There is no club “%(name)s”.") % {"name": name})

    def entries(self) -> None:
        members = [
            (entry["club"], entry["member_number"])
            for entry in self.document["entries"]
            if entry["member_number"] and entry["club"] is not None
        ]
        self.once("member_number", members)
        for entry in self.document["entries"]:
            field = f"entry {entry['number']}"
            self.club(field, entry["club"])
            if entry["team"] is not None and entry["team"] not in self.teams:
                self.problem(field, _("There is no team “%(name)s”.") % {"name": entry["team"]})

    def entry(self, field: str, number: int | None) -> None:
        if number is not None and number not in self.numbers:
            self.problem(field, _("There is no entry %(n)d.") % {"n": number})

    def round(self, round_: Part) -> None:
        field = f"round {round_['number']}"
        if round_["stage"] not in self.stages:
            self.problem(field, _("There is no stage %(n)d.") % {"n": round_["stage"]})
        self.once(field, (f"table {table['number']}" for table in round_["tables"]))
        seated = [seat["entry"] for table in round_["tables"] for seat in table["seats"]]
        self.once(field, (f"entry {number}" for number in [*seated, *round_["byes"]]))
        absent = [forfeit["entry"] for forfeit in round_["forfeits"]]
        self.once(field, (f"forfeit {number}" for number in absent))
        for number in [*round_["byes"], *absent]:
            self.entry(field, number)
        for table in round_["tables"]:
            self.table(table, f"{field} table {table['number']}")

    def table(self, table: Part, field: str) -> None:
        for seat in table["seats"]:
            self.entry(field, seat["entry"])
        self.entry(field, table["sitting_out"])
        winds = sorted(seat["wind"] for seat in table["seats"])
        if winds != list(range(len(winds))) or not 2 <= len(winds) <= 4:
            self.problem(field, _("A table has two to four chairs, each wind once from East."))
        in_force = [hand for hand in table["hands"] if hand["undone_at"] is None]
        numbers = [hand["number"] for hand in in_force]
        if numbers != list(range(1, len(numbers) + 1)):
            self.problem(field, _("The hands in force must be numbered 1, 2, 3 … in order."))
        if table["source"] == Table.Source.TOTALS:
            self.totals(table, field, bool(in_force))

    def totals(self, table: Part, field: str, hands: bool) -> None:
        totals = [seat["typed_points"] for seat in table["seats"]]
        if hands:
            self.problem(field, _("A table of totals has no hands in force."))
        if None in totals:
            self.problem(field, _("A table of totals names the total of every chair."))
        elif sum(totals) and not table["imbalance_reason"]:
            words = _("The totals sum to %(sum)+d, not to zero, and no reason is given.")
            self.problem(field, words % {"sum": sum(totals)})

    def penalty(self, penalty: Part, field: str) -> None:
        self.entry(field, penalty["entry"])
        self.entry(field, penalty["beneficiary"])
        pays_one = penalty["mode"] == Penalty.Mode.PAY_TO
        if pays_one != (penalty["beneficiary"] is not None):
            self.problem(field, _("Only a penalty paid to one player names who is paid."))
        if penalty["round"] is None and penalty["scope"] == Penalty.Scope.SESSION:
            self.problem(field, _("Name the round the penalty counts for."))

    def adjustment(self, adjustment: Part, field: str) -> None:
        self.entry(field, adjustment["entry"])
        team = adjustment["team"]
        if team is not None and team not in self.teams:
            self.problem(field, _("There is no team “%(name)s”.") % {"name": team})
        if (team is None) == (adjustment["entry"] is None):
            self.problem(field, _("An adjustment names one entry or one team."))
        if not adjustment["table_points"] and not adjustment["game_points"]:
            self.problem(field, _("An adjustment changes something."))

    def stage(self, stage: Part, field: str) -> None:
        members = [member["entry"] for member in stage["members"]]
        self.once(field, (f"entry {number}" for number in members))
        for number in members:
            self.entry(field, number)
        if stage["numerator"] > stage["denominator"]:
            self.problem(field, _("No more than all can be carried."))
