"""The form of the event document (docs/event-document.md), key by key.

Every key is checked and every unknown key refused; all problems are found together. What the
values mean for one another is checked by `tournaments.importing.event_checks`.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.models import Entry, Penalty, Round, Stage, Table, Tournament
from tournaments.services.errors import Problem

FORMAT = "mjclub.event"
VERSION = 2
# Version 1 lacks the keys that have a default here.
VERSIONS = (1, 2)
SMALL = 32_767
TOTAL = 1_000_000
# The largest whole number of a column.
UNITS = 2_000_000_000


class Form(serializers.Serializer[Any]):
    """An object whose keys are exactly those declared."""

    def to_internal_value(self, data: Any) -> Any:
        wrong: dict[str, Any] = {}
        known: Any = {}
        try:
            known = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if not isinstance(data, dict) or not isinstance(error.detail, dict):
                raise
            wrong.update(error.detail)
        unknown = sorted(str(key) for key in data if key not in self.fields)
        wrong.update({key: [_("There is no such key.")] for key in unknown})
        if wrong:
            raise serializers.ValidationError(wrong)
        return known


def _text(limit: int, *, blank: bool = True, **kwargs: Any) -> serializers.CharField:
    return serializers.CharField(
        max_length=limit, allow_blank=blank, trim_whitespace=False, **kwargs
    )


def _number(low: int, high: int, **kwargs: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=low, max_value=high, **kwargs)


def _moment(**kwargs: Any) -> serializers.DateTimeField:
    return serializers.DateTimeField(**kwargs)


class ClubForm(Form):
    name = _text(120, blank=False)
    time_zone = _text(64, blank=False)


class EventForm(Form):
    slug = serializers.SlugField(max_length=60)
    name = _text(120, blank=False)
    club = _text(120, blank=False)
    kind = serializers.ChoiceField(Tournament.Kind.choices)
    status = serializers.ChoiceField(Tournament.Status.choices)
    practice = serializers.BooleanField()
    venue = _text(120)
    starts_on = serializers.DateField(allow_null=True)
    ruleset = _text(40, blank=False)
    engine_version = _text(20, blank=False)
    options = serializers.DictField()
    seat_change = serializers.ChoiceField(Tournament.SeatChange.choices)
    scheme = _text(20, blank=False)
    tie = serializers.ChoiceField(["split", "high", "low"])
    order_keys = serializers.ListField(child=_text(40, blank=False))
    time_end = serializers.ChoiceField(Tournament.TimeEnd.choices)
    minutes = _number(0, SMALL)
    planned_rounds = _number(0, SMALL)
    standings_public = serializers.BooleanField()
    release = serializers.ChoiceField(Tournament.ReleaseMode.choices, default="live")
    base_points = _number(0, TOTAL, default=0)
    forfeit_game_points = _number(-TOTAL, TOTAL, default=-500)
    bye_points = _number(0, UNITS, default=None, allow_null=True)
    bye_game_points = _number(-TOTAL, TOTAL, default=0)
    withdrawn = serializers.ChoiceField(Tournament.Withdrawn.choices, default="keep")
    sub_consumes_place = serializers.BooleanField(default=True)
    best_n = _number(1, SMALL, default=None, allow_null=True)
    team_best_k = _number(1, SMALL, default=None, allow_null=True)
    confirmed_only = serializers.BooleanField(default=False)
    break_minutes = _number(0, SMALL, default=15)
    warn_minutes = _number(0, SMALL, default=15)
    appeal_minutes = _number(0, SMALL, default=30)
    breaches = _text(20, blank=False, default="gb1998")
    stake = _number(0, TOTAL, default=0)
    confirmation = serializers.ChoiceField(Tournament.Confirmation.choices, default="any")
    reopening = serializers.ChoiceField(Tournament.Reopening.choices, default="referee")
    reseating = serializers.ChoiceField(Tournament.Reseating.choices, default="organiser")
    created_at = _moment()


class EntryForm(Form):
    number = _number(1, 99_999)
    name = _text(80, blank=False)
    club = _text(120, blank=False, allow_null=True)
    member_number = _text(32)
    name_hidden = serializers.BooleanField(default=False)
    team = _text(80, blank=False, allow_null=True)
    status = serializers.ChoiceField(Entry.Status.choices)
    status_from = _number(0, SMALL, default=0)
    reserve = serializers.BooleanField(default=False)
    lot = _number(0, UNITS, default=None, allow_null=True)


class MemberForm(Form):
    entry = _number(1, 99_999)
    decided = serializers.BooleanField()


class StageForm(Form):
    number = _number(1, SMALL)
    name = _text(60)
    carry = serializers.ChoiceField(Stage.Carry.choices, default="all")
    numerator = _number(0, SMALL, default=1)
    denominator = _number(1, SMALL, default=1)
    round_tp = serializers.ChoiceField(["", *Stage.Rounding.values], default="")
    round_gp = serializers.ChoiceField(Stage.Rounding.choices, default="half_away")
    for_teams = serializers.BooleanField(default=True)
    cut_size = _number(1, 99_999, default=None, allow_null=True)
    cut_reason = _text(200, default="")
    members = MemberForm(many=True, default=list)


class AbsenceForm(Form):
    entry = _number(1, 99_999)
    reason = _text(200, blank=False)


class DrawnFromForm(Form):
    """Seats drawn by standing: its revision, and the entries in the order used."""

    revision = _number(0, UNITS)
    order = serializers.ListField(child=_number(1, 99_999))


class SeatForm(Form):
    wind = _number(0, 3)
    entry = _number(1, 99_999)
    typed_points = _number(-TOTAL, TOTAL, allow_null=True)


class PositionForm(Form):
    deal = _number(1, SMALL)
    prevailing = _number(0, 3)
    dealer = _number(0, 3, allow_null=True)
    winds = serializers.ListField(child=_number(0, 3), min_length=2, max_length=4)
    places = serializers.ListField(child=_number(0, 3), min_length=2, max_length=4)
    given_dealer = _number(0, 3, required=False)

    def validate(self, attrs: Any) -> Any:
        chairs = list(range(len(attrs["winds"])))
        if sorted(attrs["winds"]) != chairs or sorted(attrs["places"]) != chairs:
            raise serializers.ValidationError(_("Each chair has one wind and one place."))
        return attrs


class HandForm(Form):
    number = _number(1, SMALL)
    record = serializers.DictField()
    settlement = serializers.DictField(required=False, allow_null=True, default=None)
    position = PositionForm(required=False, allow_null=True, default=None)
    note = _text(200, default="")
    revision = _number(1, UNITS)
    created_at = _moment()
    changed_at = _moment()
    undone_at = _moment(allow_null=True)


class SignatureForm(Form):
    """Somebody agreed to the totals of the table, by chair, or said that they are others."""

    by = _text(80, blank=False)
    totals = serializers.ListField(child=_number(-TOTAL, TOTAL), min_length=2, max_length=4)
    agrees = serializers.BooleanField()
    blind = serializers.BooleanField()
    created_at = _moment()


class TableForm(Form):
    number = _number(1, SMALL)
    status = serializers.ChoiceField(Table.Status.choices)
    source = serializers.ChoiceField(  # type: ignore[assignment]  # a key, not the field's source
        Table.Source.choices
    )
    revision = _number(0, UNITS)
    extra_minutes = _number(0, SMALL, default=0)
    imbalance_reason = _text(200)
    sitting_out = _number(1, 99_999, default=None, allow_null=True)
    paper_totals = serializers.ListField(
        child=_number(-TOTAL, TOTAL), min_length=2, max_length=4, allow_null=True, default=None
    )
    paper_reason = _text(200, default="")
    seats = SeatForm(many=True)
    hands = HandForm(many=True)
    signatures = SignatureForm(many=True, default=list)


class RoundForm(Form):
    number = _number(1, SMALL)
    stage = _number(1, SMALL)
    status = serializers.ChoiceField(Round.Status.choices)
    seats_public = serializers.BooleanField()
    method = _text(200)
    started_at = _moment(allow_null=True)
    closed_at = _moment(allow_null=True)
    extra_minutes = _number(0, SMALL, default=0)
    time_called_at = _moment(allow_null=True, default=None)
    confirmed_at = _moment(allow_null=True, default=None)
    planned_at = _moment(allow_null=True, default=None)
    drawn_from = DrawnFromForm(allow_null=True, default=None)
    byes = serializers.ListField(child=_number(1, 99_999))
    forfeits = AbsenceForm(many=True, default=list)
    tables = TableForm(many=True)


class PenaltyForm(Form):
    entry = _number(1, 99_999)
    round = _number(1, SMALL, allow_null=True)
    scope = serializers.ChoiceField(Penalty.Scope.choices)
    mode = serializers.ChoiceField(Penalty.Mode.choices)
    points = _number(0, 10_000)
    beneficiary = _number(1, 99_999, allow_null=True)
    code = _text(40)
    reason = _text(200, blank=False)
    created_at = _moment()
    cancelled_at = _moment(allow_null=True)
    cancel_reason = _text(200)


class AdjustmentForm(Form):
    entry = _number(1, 99_999, allow_null=True)
    team = _text(80, blank=False, allow_null=True)
    table_points = _number(-UNITS, UNITS)
    game_points = _number(-TOTAL, TOTAL)
    reason = _text(200, blank=False)
    created_at = _moment()
    cancelled_at = _moment(allow_null=True)
    cancel_reason = _text(200)


class PlaceForm(Form):
    entry = _number(1, 99_999)
    table = _number(1, SMALL, allow_null=True)
    wind = _number(0, 3, allow_null=True)
    from_round = _number(2, SMALL, allow_null=True)
    reason = _text(200)


class ApartForm(Form):
    one = _number(1, 99_999)
    other = _number(1, 99_999)
    reason = _text(200)


class DocumentForm(Form):
    # Says when the file was made and of what revision: for people, not read back.
    exported = serializers.DictField(required=False)
    format = serializers.ChoiceField([FORMAT])
    version = serializers.ChoiceField(VERSIONS)
    event = EventForm()
    clubs = ClubForm(many=True)
    teams = serializers.ListField(child=_text(80, blank=False))
    entries = EntryForm(many=True)
    stages = StageForm(many=True)
    rounds = RoundForm(many=True)
    penalties = PenaltyForm(many=True)
    adjustments = AdjustmentForm(many=True, default=list)
    places = PlaceForm(many=True, default=list)
    kept_apart = ApartForm(many=True, default=list)


def read_document(content: object) -> tuple[dict[str, Any], list[Problem]]:
    """Return the document with its moments and dates parsed, and every problem of its form; with
    problems the document is empty. Never raises for bad input."""
    if not isinstance(content, dict):
        return {}, [Problem("document", _("The document is not a JSON object."))]
    if not _storable(content):
        return {}, [
            Problem("document", _("The document holds a text or a number that cannot be stored."))
        ]
    form = DocumentForm(data=content)
    if form.is_valid():
        return form.validated_data, []
    return {}, list(_problems(form.errors, ""))


def _storable(content: object) -> bool:
    """Tell whether every database keeps the texts and numbers of parsed JSON: no NUL, no half of
    a surrogate pair, no number without end."""
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False)
        text.encode("utf-8")
    except ValueError:
        return False
    return "\\u0000" not in text


def _problems(errors: Any, path: str) -> Iterator[Problem]:
    """Flatten nested errors; list places count from 0, as in the file."""
    if isinstance(errors, dict):
        for key, inner in errors.items():
            name = str(key) if key != "non_field_errors" else ""
            joined = ".".join(part for part in (path, name) if part)
            yield from _problems(inner, f"{path}[{key}]" if isinstance(key, int) else joined)
    elif isinstance(errors, list) and any(isinstance(item, dict | list) for item in errors):
        for place, inner in enumerate(errors):
            if inner:
                yield from _problems(inner, f"{path}[{place}]")
    else:
        for message in errors if isinstance(errors, list) else [errors]:
            yield Problem(path or "document", str(message))
