"""What the API reads and writes, field by field; the schema is made from these."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.rule_facts import tiles_in_words
from scoring.ruleset import Ruleset
from scoring.table_points import format_units
from scoring.text import Text
from scoring.worked import pays_kongs
from tournaments.api.base import In
from tournaments.api.record_schema import any_events
from tournaments.models import Entry, Job, Round, Tournament
from tournaments.services.hands import Preview
from tournaments.services.refusals import words

Out = serializers.Serializer[Any]


@extend_schema_field({"type": "string", "example": "7/4"})
class UnitsField(serializers.Field[int, Any, str, int]):
    """标准分, exactly: a whole number or a reduced fraction as text."""

    def to_representation(self, value: int) -> str:
        return format_units(value)


@extend_schema_field(
    {"type": "object", "properties": {"zh": {"type": "string"}, "en": {"type": "string"}}}
)
class TextField(serializers.Field[Text, Any, dict[str, str], Text]):
    """The same words in Chinese and in English."""

    def to_representation(self, value: Text) -> dict[str, str]:
        return {"zh": value.zh, "en": value.en}


@extend_schema_field(any_events())
class EventsField(serializers.ListField):
    """The events of one hand (docs/record.md); what may stand in them is declared by the rules."""

    child = serializers.DictField()


def a_number(**kwargs: Any) -> serializers.IntegerField:
    return serializers.IntegerField(**kwargs)


def a_count(**kwargs: Any) -> serializers.IntegerField:
    """A number that is read: no larger than what a database keeps."""
    return serializers.IntegerField(min_value=0, max_value=2_000_000_000, **kwargs)


# --- rules ---------------------------------------------------------------------------------


class RulesetOut(Out):
    id = serializers.CharField()
    name = TextField()
    summary = TextField()
    players = serializers.ListField(child=serializers.IntegerField())
    tiles = serializers.IntegerField(source="usual_tiles.size")
    tiles_in_words = serializers.SerializerMethodField()
    patterns = serializers.SerializerMethodField()
    options = serializers.SerializerMethodField()
    kong_money = serializers.SerializerMethodField()
    money_flow = TextField()
    next_dealer = TextField(source="next_dealer_words")

    @extend_schema_field(TextField)
    def get_tiles_in_words(self, ruleset: Ruleset) -> dict[str, str]:
        words = tiles_in_words(ruleset.usual_tiles)
        return {"zh": words.zh, "en": words.en}

    def get_patterns(self, ruleset: Ruleset) -> int:
        return len(ruleset.patterns)

    def get_options(self, ruleset: Ruleset) -> int:
        return len(ruleset.options)

    def get_kong_money(self, ruleset: Ruleset) -> bool:
        return pays_kongs(ruleset)


class PairOut(Out):
    label = TextField()  # type: ignore[assignment]  # DRF keeps the class's own label apart
    a = TextField(source="left")
    b = TextField(source="right")
    differs = serializers.BooleanField()


class SectionOut(Out):
    id = serializers.CharField()
    title = TextField()
    pairs = PairOut(many=True)


class ComparisonOut(Out):
    """Two rule systems line by line; worths and options are those of the standard rules."""

    a = serializers.CharField()
    b = serializers.CharField()
    sections = SectionOut(many=True)


# --- events --------------------------------------------------------------------------------


class TournamentOut(serializers.ModelSerializer[Tournament]):
    club = serializers.CharField(source="club.name")
    time_zone = serializers.CharField(source="club.time_zone")
    options = serializers.JSONField(source="ruleset_options")
    bye_points = UnitsField(allow_null=True, help_text="Null: the mean of a table.")

    class Meta:
        model = Tournament
        fields = (
            "slug",
            "name",
            "club",
            "time_zone",
            "kind",
            "status",
            "practice",
            "venue",
            "starts_on",
            "ruleset",
            "engine_version",
            "options",
            "seat_change",
            "scheme",
            "tie",
            "order_keys",
            "time_end",
            "minutes",
            "planned_rounds",
            "base_points",
            "forfeit_game_points",
            "bye_points",
            "bye_game_points",
            "withdrawn",
            "sub_consumes_place",
            "best_n",
            "team_best_k",
            "confirmed_only",
            "confirmation",
            "reopening",
            "reseating",
            "break_minutes",
            "warn_minutes",
            "appeal_minutes",
            "breaches",
            "release",
            "standings_public",
            "revision",
        )


class EntryOut(serializers.ModelSerializer[Entry]):
    name = serializers.CharField(
        source="shown_name", help_text="Of who asked for it to be hidden, words with the number."
    )
    club = serializers.CharField(source="player.club.name", default="")
    team = serializers.CharField(source="team.name", default="")

    class Meta:
        model = Entry
        fields = ("number", "name", "club", "team", "status", "status_from", "reserve", "lot")


class JobOut(serializers.ModelSerializer[Job]):
    """Long work: ``progress`` of ``total`` steps done; ``result`` when it has ended well."""

    result = serializers.JSONField(allow_null=True)

    class Meta:
        model = Job
        fields = (
            *("id", "kind", "status", "progress", "total", "message", "result", "error"),
            *("created_at", "finished_at"),
        )


class RoundTableOut(Out):
    number = a_number()
    status = serializers.CharField()
    seats = serializers.SerializerMethodField(help_text="Entry numbers, East first.")

    def get_seats(self, table: Any) -> list[int]:
        return [seat.entry.number for seat in table.seats.all()]


class RoundOut(serializers.ModelSerializer[Round]):
    """``tables`` is null while the seats of the round are not published."""

    stage = a_number(source="stage.number")
    tables = serializers.SerializerMethodField()
    byes = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = (
            "number",
            "stage",
            "status",
            "seats_public",
            "method",
            "started_at",
            "closed_at",
            "tables",
            "byes",
        )

    def _seen(self, round_: Round) -> bool:
        return round_.seats_public or bool(self.context.get("referee"))

    @extend_schema_field(RoundTableOut(many=True, allow_null=True))
    def get_tables(self, round_: Round) -> Any:
        return RoundTableOut(round_.tables.all(), many=True).data if self._seen(round_) else None

    def get_byes(self, round_: Round) -> list[int] | None:
        if not self._seen(round_):
            return None
        return sorted(bye.entry.number for bye in round_.byes.all())


# --- standings -----------------------------------------------------------------------------


class CellOut(Out):
    round = a_number(source="round_no")
    table = a_number(source="table_no", allow_null=True)
    place = a_number(allow_null=True)
    table_points = UnitsField(source="points")
    game_points = a_number()
    kind = serializers.CharField()
    provisional = serializers.BooleanField()
    penalty = serializers.BooleanField()
    dropped = serializers.BooleanField(help_text="Not among the best rounds that count.")


class OutsideOut(Out):
    """What a total holds beside its rounds."""

    table_points = UnitsField()
    game_points = a_number()

    def to_representation(self, instance: tuple[int, int]) -> dict[str, Any]:
        points, game_points = instance
        return {"table_points": format_units(points), "game_points": game_points}


class RowOut(Out):
    """``tier`` is 0 for those who play the latest stage; who was left out by a cut stands below
    them, whatever the points. ``carried`` is from the stage before, ``adjusted`` holds for the
    whole event."""

    rank = a_number(allow_null=True)
    tied = serializers.BooleanField()
    number = a_number()
    name = serializers.CharField()
    club = serializers.CharField()
    team = serializers.CharField()
    status = serializers.CharField()
    table_points = UnitsField()
    game_points = a_number()
    rounds = CellOut(many=True, source="cells")
    keys = serializers.ListField(source="values", child=serializers.CharField())
    tier = a_number()
    carried = OutsideOut()
    adjusted = OutsideOut()


class TeamOut(Out):
    rank = a_number()
    tied = serializers.BooleanField()
    name = serializers.CharField()
    table_points = UnitsField()
    game_points = a_number()
    members = serializers.SerializerMethodField(help_text="Entry numbers.")

    counted = serializers.SerializerMethodField(help_text="Those whose results make the sum.")
    adjusted = OutsideOut()

    def get_members(self, team: Any) -> list[int]:
        numbers = self.context["numbers"]
        return [numbers[member] for member in team.members]

    def get_counted(self, team: Any) -> list[int]:
        numbers = self.context["numbers"]
        return [numbers[member] for member in team.counted]


class StandingsOut(Out):
    """``revision`` is that of the event they were computed from; ``fresh`` is false while newer
    acts wait to be counted."""

    after_round = a_number()
    provisional = serializers.BooleanField()
    order = serializers.ListField(child=serializers.CharField())
    order_sentence = TextField()
    rows = RowOut(many=True)
    teams = TeamOut(many=True)


class ComputedOut(Out):
    """Which standings an answer speaks of."""

    after_round = a_number()
    provisional = serializers.BooleanField()
    revision = a_number()
    fresh = serializers.BooleanField()


class PartOut(Out):
    words = TextField()
    round = a_number(source="round_no", allow_null=True)
    table_points = UnitsField(source="points")
    game_points = a_number()
    counted = serializers.BooleanField()


class StandingOut(ComputedOut):
    """One entry: its row, and what its totals are made of. The parts that count sum to them."""

    row = RowOut()
    parts = PartOut(many=True)


class SourceOut(Out):
    words = TextField()
    round = a_number(source="round_no", allow_null=True)
    above = serializers.CharField(allow_null=True)
    below = serializers.CharField(allow_null=True)


class ExplanationOut(ComputedOut):
    """Why one entry stands above another. ``key`` is the first that tells them apart, with both
    values; null when they share the rank, or when something stronger than points decides."""

    above = a_number(help_text="Entry number.")
    below = a_number(help_text="Entry number.")
    key = serializers.CharField(allow_null=True)
    above_value = serializers.CharField()
    below_value = serializers.CharField()
    sentence = TextField()
    sources = SourceOut(many=True)


class CurrentStandingsOut(StandingsOut):
    revision = a_number()
    computed_at = serializers.DateTimeField()
    fresh = serializers.BooleanField()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown: dict[str, Any] = StandingsOut(instance.standings, context=self.context).data
        return {
            **shown,
            "revision": instance.revision,
            "computed_at": instance.computed_at.isoformat(),
            "fresh": instance.fresh,
        }


# --- tables and hands ----------------------------------------------------------------------


class PositionOut(Out):
    """Lists are by chair: the wind of a player's first hand, 0 East to 3 North."""

    deal = a_number()
    prevailing = a_number()
    dealer = a_number(allow_null=True)
    winds = serializers.ListField(child=a_number())


class LineOut(Out):
    kind = serializers.CharField()
    payer = a_number(help_text="Seat of the hand.")
    receiver = serializers.JSONField(help_text="Seat of the hand, or house.")
    amount = a_number()
    reason = TextField()


class HandOut(Out):
    number = a_number()
    revision = a_number(source="hand.revision")
    end = serializers.CharField()
    events = EventsField(source="hand.record.events")
    position = PositionOut()
    deltas = serializers.ListField(child=a_number(), help_text="By chair.")
    running = serializers.ListField(child=a_number(), help_text="By chair.")
    ledger = LineOut(many=True, source="settlement.ledger")


class SeatOut(Out):
    chair = a_number()
    entry = a_number(source="entry.number")
    name = serializers.CharField()
    total = a_number()
    penalty = a_number()
    place = a_number(allow_null=True)
    table_points = UnitsField(source="points", allow_null=True)


class TableOut(Out):
    event = serializers.CharField(source="tournament.slug")
    ruleset = serializers.CharField(source="tournament.ruleset")
    round = a_number(source="round.number")
    table = a_number(source="table.number")
    status = serializers.CharField(source="table.status")
    source = serializers.CharField(source="table.source")  # type: ignore[assignment]  # a key
    revision = a_number(source="table.revision")
    seats = SeatOut(many=True)
    hands = HandOut(many=True)
    next_number = a_number()
    next_position = PositionOut(allow_null=True)


class RecordedOut(Out):
    """``repeated``: the same submission had been saved before, and nothing was saved now."""

    repeated = serializers.BooleanField()
    number = a_number()
    state = TableOut()


class PreviewOut(Out):
    number = a_number()
    position = PositionOut()
    deltas = serializers.ListField(child=a_number(), source="chair_deltas", help_text="By chair.")
    settlement = serializers.SerializerMethodField()

    def get_settlement(self, preview: Preview) -> dict[str, Any]:
        content = preview.settlement.to_json()
        for line, stored in zip(preview.settlement.ledger, content["ledger"], strict=True):
            stored["reason"] = words(line.reason)
        return content


def a_key() -> serializers.CharField:
    return serializers.CharField(
        min_length=8,
        max_length=64,
        required=False,
        help_text="Made once for the act; the same key again answers with what it made. May stand "
        "in the header Idempotency-Key instead.",
    )


def a_revision() -> serializers.IntegerField:
    return a_count(
        required=False, help_text="The revision that the editor saw; If-Match may say it instead."
    )


def a_reason() -> serializers.CharField:
    return serializers.CharField(required=False, allow_blank=True, max_length=200, default="")


class DealIn(In):
    events = EventsField()
    dealer = a_count(
        required=False, allow_null=True, help_text="A chair; only where dice decide who deals."
    )


class PreviewIn(DealIn):
    number = a_count(required=False, allow_null=True, help_text="An earlier hand being changed.")


class RecordIn(DealIn):
    number = a_count(help_text="The number of the hand, one after the last.")
    client_key = a_key()


class AmendIn(In):
    events = EventsField()
    revision = a_revision()
    client_key = a_key()
    reason = a_reason()


class UndoIn(In):
    revision = a_revision()
    client_key = a_key()


class RemoveIn(UndoIn):
    reason = a_reason()
