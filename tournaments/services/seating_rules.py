"""Acts on what a draw has to keep to: pairs kept apart, places of one's own. They hold for the
draws to come; rounds that are drawn stay as they are, and the desk names what they break."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Entry, KeepApart, PlaceOfOwn, Tournament
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked_tournament
from tournaments.services.seating_facts import pairs_of


@transaction.atomic
def keep_apart(
    actor: Actor,
    tournament_id: int,
    one_id: int,
    other_id: int,
    *,
    everywhere: bool = False,
    reason: str = "",
) -> KeepApart:
    """Keep two entries of an event apart: in this event, or ``everywhere``, in all events of its
    club. Saying it twice is harmless."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    found = {e.pk: e for e in tournament.entries.filter(pk__in=[one_id, other_id])}
    if one_id == other_id or len(found) != 2:
        raise Invalid(problems=[Problem("other", _("Choose two different people of this event."))])
    one, other = sorted((found[one_id], found[other_id]), key=lambda e: e.player_id)
    pair, made = KeepApart.objects.get_or_create(
        tournament=None if everywhere else tournament,
        club=tournament.club if everywhere else None,
        one_id=one.player_id,
        other_id=other.player_id,
        defaults={"reason": reason.strip()[:200]},
    )
    if made:
        finish_act(actor, tournament.pk, Change(Act.PAIR_APART, _target(pair), after=_pair(pair)))
    return pair


@transaction.atomic
def let_meet(actor: Actor, tournament_id: int, pair_id: int) -> None:
    """Take a pair back: one of the event, or of its club."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    pair = pairs_of(tournament).filter(pk=pair_id).first()
    if pair is None:
        raise NotThere
    before = _pair(pair)
    pair.delete()
    finish_act(actor, tournament.pk, Change(Act.PAIR_APART, _target(pair), before=before))


def _target(pair: KeepApart) -> str:
    return f"{pair.one.name[:28]} / {pair.other.name[:28]}"


def _pair(pair: KeepApart) -> dict[str, Any]:
    return {
        "name": f"{pair.one.name} / {pair.other.name}",
        "club": pair.club.name if pair.club else "",
        "reason": pair.reason,
    }


@transaction.atomic
def give_place(
    actor: Actor,
    entry_id: int,
    *,
    table: int | None = None,
    wind: int | None = None,
    from_round: int | None = None,
    reason: str = "",
) -> PlaceOfOwn:
    """Let somebody always sit at ``table``, always hold ``wind`` (0 East), or play ``from_round``
    on. Replaces what was said before of this person. Raises `Invalid` where somebody else has that
    table for good."""
    entry = Entry.objects.filter(pk=entry_id).first()
    if entry is None:
        raise NotThere
    tournament = locked_tournament(entry.tournament_id)
    require_organiser(actor, tournament)
    place = PlaceOfOwn.objects.filter(entry=entry).first()
    before = _place(place) if place else None
    problems = _wrong(tournament, entry, table, wind, from_round)
    if problems:
        raise Invalid(problems=problems)
    place = place or PlaceOfOwn(entry=entry)
    place.table, place.wind, place.reason = table, wind, reason.strip()[:200]
    place.from_round = from_round if from_round and from_round > 1 else None
    place.save()
    _tell(actor, entry, before, _place(place))
    return place


@transaction.atomic
def take_place(actor: Actor, entry_id: int) -> None:
    """Let somebody sit anywhere again."""
    place = PlaceOfOwn.objects.select_related("entry").filter(entry_id=entry_id).first()
    if place is None:
        raise NotThere
    require_organiser(actor, locked_tournament(place.entry.tournament_id))
    before = _place(place)
    if not PlaceOfOwn.objects.filter(pk=place.pk).delete()[0]:
        raise Conflict(_("Somebody else has taken this back already."))
    _tell(actor, place.entry, before, None)


def _wrong(
    tournament: Tournament,
    entry: Entry,
    table: int | None,
    wind: int | None,
    from_round: int | None,
) -> list[Problem]:
    problems = []
    if table is None and wind is None and (from_round or 0) < 2:
        problems.append(Problem("table", _("Say a table, a wind, or a round from the second on.")))
    if table is not None:
        if not 1 <= table <= 999:
            problems.append(Problem("table", _("There is no such table.")))
        same = PlaceOfOwn.objects.filter(entry__tournament=tournament, table=table)
        for other in same.exclude(entry=entry).select_related("entry__player"):
            problems.append(
                Problem(
                    "table",
                    _("%(name)s always sits at this table: the two would meet in every round.")
                    % {"name": other.entry.player.name},
                )
            )
    if wind is not None and not 0 <= wind <= 3:
        problems.append(Problem("wind", _("There is no such wind.")))
    if from_round is not None and not 0 <= from_round <= 99:
        problems.append(Problem("from_round", _("There is no such round.")))
    return problems


def _place(place: PlaceOfOwn) -> dict[str, Any]:
    wind = "" if place.wind is None else "ESWN"[place.wind]
    return {
        "table": place.table,
        "wind": wind,
        "from_round": place.from_round,
        "reason": place.reason,
    }


def _tell(actor: Actor, entry: Entry, before: Any, after: Any) -> None:
    finish_act(
        actor,
        entry.tournament_id,
        Change(Act.PLACE_GIVEN, f"entry {entry.number}", before=before, after=after),
    )
