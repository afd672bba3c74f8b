"""A record that mixes two people, made two: the events that are another person's go to a record of
their own. Merging the two again is the way back."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Club, Entry, Player
from tournaments.services.access import Actor
from tournaments.services.audit import Change, finish_act
from tournaments.services.entries import tidy
from tournaments.services.errors import Invalid, Problem
from tournaments.services.merging import held, require_rights


@transaction.atomic
def split(
    actor: Actor,
    player_id: int,
    entry_ids: Sequence[int],
    *,
    name: str,
    club_name: str = "",
    member_number: str = "",
) -> Player:
    """Give some of a person's registrations to a new person; returns the new one.

    ``entry_ids`` are the registrations (with their seats, results and penalties) that are the other
    person's. Account, personal links and pairs kept apart stay with the record there is; a hidden
    name is hidden for both. Raises `Invalid` (fields ``entries``, ``name``, ``member_number``),
    `NotAllowed` where they play in an event that the actor does not organise.
    """
    (player,), events = held(player_id)
    require_rights(actor, events)
    club_name = tidy(club_name)[:120]
    club = Club.objects.filter(name=club_name).first()
    problems = [*_entry_problems(player, set(entry_ids)), *_own_problems(name, club, member_number)]
    if problems:
        raise Invalid(problems=problems)
    if club is None and club_name:
        club = Club.objects.create(name=club_name)
    other = Player.objects.create(
        name=tidy(name)[:80],
        club=club,
        member_number=tidy(member_number)[:32],
        name_hidden=player.name_hidden,
    )
    Entry.objects.filter(pk__in=entry_ids).update(player=other)
    for event in events:
        finish_act(actor, event.pk, _change(player, other))
    return other


def _entry_problems(player: Player, wanted: set[int]) -> list[Problem]:
    own = set(player.entries.values_list("pk", flat=True))
    if not wanted:
        return [Problem("entries", _("Choose the events that are the other person's."))]
    if wanted - own:
        return [Problem("entries", _("Choose among the entries shown."))]
    if wanted == own:
        words = _("One event at least stays; where all are somebody else's, change the name.")
        return [Problem("entries", words)]
    return []


def _own_problems(name: str, club: Club | None, member_number: str) -> list[Problem]:
    problems = []
    if not tidy(name):
        problems.append(Problem("name", _("A name is missing.")))
    number = tidy(member_number)[:32]
    holder = Player.objects.filter(club=club, member_number=number).first() if number else None
    if holder is not None:
        words = _("%(name)s has this member number.") % {"name": holder.name}
        problems.append(Problem("member_number", words))
    return problems


def _change(player: Player, other: Player) -> Change:
    def told(person: Player) -> dict[str, str]:
        return {"name": person.name, "club": person.club.name if person.club else ""}

    subject = f"{player.name[:28]} / {other.name[:28]}"
    return Change(Act.PERSON_SPLIT, subject, before=told(player), after=told(other))
