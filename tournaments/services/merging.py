"""Two records of one person: made one, and made two again.

Everything that points to a person is found through the models themselves, so that a new kind of
reference moves along without being named here.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.core import serializers
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import (
    Act,
    Club,
    Entry,
    KeepApart,
    PersonMerge,
    Player,
    Seat,
    Tournament,
)
from tournaments.services.access import Actor, may_organise
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotAllowed, NotThere, Problem
from tournaments.services.locks import locked_tournament, require_same
from tournaments.services.people_import import key_of

# What two records may differ in, and whose value is kept.
CHOICES = ("name", "club", "member_number", "user")
FIELDS = {"name": "name", "club": "club_id", "member_number": "member_number", "user": "user_id"}
SHOWN = 20


@dataclass(frozen=True)
class Known:
    """A person of the house with the events played in, for a page that shows two side by side."""

    player: Player
    entries: tuple[Entry, ...]


def known(player: Player) -> Known:
    entries = player.entries.select_related("tournament", "team").order_by("-tournament__starts_on")
    return Known(player, tuple(entries))


def candidates(player: Player, wanted: str = "") -> list[Player]:
    """Return who may be the same person: names that are written alike, or those searched for."""
    others = Player.objects.exclude(pk=player.pk).select_related("club").order_by("name", "pk")
    if wanted.strip():
        return list(others.filter(name__icontains=wanted.strip())[:SHOWN])
    key = key_of(player.name)
    found = [pk for pk, name in others.values_list("pk", "name") if key_of(name) == key]
    return list(others.filter(pk__in=found[:SHOWN]))


def problems_of(one: Player, other: Player) -> list[Problem]:
    """Return why two people cannot be one: they play in one event, and where they sit in it."""
    if one.pk == other.pk:
        return [Problem("other", _("Choose two different people."))]
    both = Entry.objects.filter(player__in=[one, other]).select_related("tournament", "player")
    by_event: dict[Tournament, list[Entry]] = {}
    for entry in both.order_by("tournament_id", "number"):
        by_event.setdefault(entry.tournament, []).append(entry)
    problems = []
    for event, pair in by_event.items():
        if len(pair) < 2:
            continue
        words = _(
            "%(one)s (number %(a)d) and %(other)s (number %(b)d) both play in “%(event)s”: one "
            "person cannot."
        ) % {
            "one": pair[0].player.name,
            "a": pair[0].number,
            "other": pair[1].player.name,
            "b": pair[1].number,
            "event": event.name,
        }
        rounds = Seat.objects.filter(entry__in=pair).values_list("round__number", flat=True)
        numbers = sorted({n for n in rounds if list(rounds).count(n) > 1})
        if numbers:
            words += " " + _("Both have a seat in round %(rounds)s.") % {
                "rounds": ", ".join(map(str, numbers))
            }
        else:
            words += " " + _("Take one of them off its list first.")
        problems.append(Problem("other", words))
    return problems


def require_rights(actor: Actor, events: Iterable[Tournament]) -> None:
    """Raise `NotAllowed` unless the actor organises every event in which the people play: a name
    that changes there is the business of its organisers."""
    foreign = [event.name for event in events if not may_organise(actor, event)]
    if foreign:
        raise NotAllowed(
            _("They also play in events that you do not organise: %(events)s.")
            % {"events": ", ".join(foreign[:5]) + ("…" if len(foreign) > 5 else "")}
        )


def held(*ids: int) -> tuple[list[Player], list[Tournament]]:
    """Return people by their ids and the events in which they play, all locked in the order of the
    house. Raises `NotThere` where a person is gone, and as `locks.require_same` does where they
    came into another event meanwhile."""
    theirs = Tournament.objects.filter(entries__player__in=ids).distinct().order_by("pk")
    events = [locked_tournament(event.pk) for event in theirs]
    found = {p.pk: p for p in Player.objects.select_for_update().filter(pk__in=ids).order_by("pk")}
    if len(found) < len(set(ids)):
        raise NotThere
    require_same(theirs.all(), events)
    return [found[pk] for pk in ids], events


@transaction.atomic
def merge(
    actor: Actor, kept_id: int, gone_id: int, *, chosen: Mapping[str, str] | None = None
) -> PersonMerge:
    """Make two people one. ``chosen`` says for a field of `CHOICES` whose value stays, ``kept`` or
    ``gone`` (else that of the one kept, or the only one there is).

    Raises `Invalid` where they cannot be one person, `NotAllowed` where one of them plays in an
    event that the actor does not organise.
    """
    (kept, gone), events = held(kept_id, gone_id)
    require_rights(actor, events)
    problems = problems_of(kept, gone)
    if problems:
        raise Invalid(problems=problems)
    record = PersonMerge(
        kept=kept,
        gone_id=gone.pk,
        gone_name=gone.name,
        gone=_facts(gone),
        before=_facts(kept),
        own_entries=list(kept.entries.values_list("pk", flat=True)),
        merged_by=actor.label[:80],
    )
    values = _chosen(kept, gone, chosen or {})
    record.moved, record.dropped = _move(gone, kept)
    gone.delete()
    for field, value in values.items():
        setattr(kept, field, value)
    kept.save()
    record.chosen = _facts(kept)
    record.save()
    _tell(actor, Act.PERSON_MERGED, events, record)
    return record


def _facts(player: Player) -> dict[str, Any]:
    return {field: getattr(player, field) for field in FIELDS.values()}


def _chosen(kept: Player, gone: Player, chosen: Mapping[str, str]) -> dict[str, Any]:
    values = {}
    for name, field in FIELDS.items():
        mine, other = getattr(kept, field), getattr(gone, field)
        wanted = chosen.get(name) or ("kept" if mine else "gone")
        values[field] = other if wanted == "gone" else mine
    return values


def _references() -> Iterator[tuple[type[models.Model], str]]:
    """Yield (model, column) of everything that points to a person."""
    for relation in Player._meta.get_fields(include_hidden=True):
        if not relation.auto_created or relation.concrete:
            continue
        if relation.one_to_many or relation.one_to_one:
            field = relation.field  # type: ignore[union-attr]  # a relation has one
            yield field.model, field.attname


def _move(gone: Player, kept: Player) -> tuple[list[Any], list[Any]]:
    """Point everything from one person to the other; returns what moved and what was dropped
    because the other has it already."""
    moved: list[Any] = []
    dropped: list[Any] = []
    for model, column in _references():
        if model is KeepApart:
            continue
        for row in model._default_manager.filter(**{column: gone.pk}).order_by("pk"):
            _point(row, {column: kept.pk}, moved, dropped)
    for pair in KeepApart.objects.filter(Q(one=gone) | Q(other=gone)):
        ids = {kept.pk if i == gone.pk else i for i in (pair.one_id, pair.other_id)}
        if len(ids) == 1:
            _drop(pair, dropped)
        else:
            _point(pair, {"one_id": min(ids), "other_id": max(ids)}, moved, dropped)
    return moved, dropped


def _point(row: models.Model, new: dict[str, int], moved: list[Any], dropped: list[Any]) -> None:
    old = {column: getattr(row, column) for column in new}
    try:
        with transaction.atomic():
            type(row)._default_manager.filter(pk=row.pk).update(**new)
    except IntegrityError:
        _drop(row, dropped)
    else:
        moved.append([row._meta.label, row.pk, old, new])


def _drop(row: models.Model, dropped: list[Any]) -> None:
    dropped += json.loads(serializers.serialize("json", [row]))
    row.delete()


def _tell(actor: Actor, act: Act, events: Iterable[Tournament], record: PersonMerge) -> None:
    """Write the act into the log of every event in which the person plays."""
    club = dict(Club.objects.values_list("pk", "name"))
    for event in events:
        finish_act(
            actor,
            event.pk,
            Change(
                act,
                f"{record.kept.name[:28]} / {record.gone_name[:28]}",
                before={"name": record.gone_name, "club": club.get(record.gone["club_id"], "")},
                after={"name": record.kept.name, "club": club.get(record.kept.club_id or 0, "")},
            ),
        )


def merges_in(tournament: Tournament) -> list[PersonMerge]:
    """Return the merges of people who play in an event, that are in force."""
    here = tournament.entries.values("player")
    merges = PersonMerge.objects.filter(kept__in=here, undone_at=None)
    return list(merges.select_related("kept__club"))


def later_entries(record: PersonMerge) -> list[Entry]:
    """Return the entries that came after the merge: nobody but the organiser knows whose."""
    moved = [pk for model, pk, *_rest in record.moved if model == Entry._meta.label]
    return list(
        record.kept.entries.exclude(pk__in=[*moved, *record.own_entries])
        .select_related("tournament")
        .order_by("tournament_id")
    )


@transaction.atomic
def undo(actor: Actor, merge_id: int, *, to_gone: Sequence[int] = ()) -> Player:
    """Make two people of one again: every row that had moved goes back. ``to_gone`` are entries
    that came later and belong to the one who comes back; the others stay.

    Fields that were changed after the merge keep their values. Returns who came back.
    """
    record = PersonMerge.objects.select_related("kept").filter(pk=merge_id).first()
    if record is None:
        raise NotThere
    (kept,), events = held(record.kept_id)
    record = PersonMerge.objects.select_for_update().get(pk=merge_id)
    record.kept = kept
    require_rights(actor, events)
    if record.undone_at is not None:
        raise Conflict(_("This merge has been undone already."))
    later = PersonMerge.objects.filter(kept=kept, undone_at=None, pk__gt=record.pk).first()
    if later is not None:
        words = _("Undo the later merge with %(name)s first.") % {"name": later.gone_name}
        raise Conflict(words)
    allowed = {entry.pk for entry in later_entries(record)}
    if set(to_gone) - allowed:
        raise Invalid(problems=[Problem("entries", _("Choose among the entries shown."))])
    back = _bring_back(record, kept)
    for label, pk, old, new in record.moved:
        model: Any = apps.get_model(label)
        model._default_manager.filter(pk=pk, **new).update(**old)
    for dropped in serializers.deserialize("json", json.dumps(record.dropped)):
        dropped.save()
    Entry.objects.filter(pk__in=to_gone).update(player=back)
    record.undone_at, record.undone_by = timezone.now(), actor.label[:80]
    record.save(update_fields=["undone_at", "undone_by"])
    _tell(actor, Act.PERSON_SPLIT, events, record)
    return back


def _bring_back(record: PersonMerge, kept: Player) -> Player:
    """Give both people the fields they had; raise `Conflict` where another has taken them."""
    for field, value in record.before.items():
        if getattr(kept, field) == record.chosen[field]:
            setattr(kept, field, value)
    back = Player(pk=record.gone_id, **record.gone)
    if back.user_id is not None and back.user_id == kept.user_id:
        back.user_id = None
    try:
        with transaction.atomic():
            kept.save()
            back.save(force_insert=True)
    except IntegrityError as error:
        raise Conflict(
            _("The club, the account or the member number of %(name)s is somebody else's now.")
            % {"name": record.gone_name}
        ) from error
    return back
