"""Names hidden on request: one stored fact on the person, and the acts that set it."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Entry, Player, Tournament, shown_name
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import NotAllowed, NotThere
from tournaments.services.locks import locked, locked_tournament, require_same
from tournaments.standings import Standings


def with_shown_names(standings: Standings, tournament: Tournament) -> Standings:
    """Return standings as others may read them. Snapshots and releases keep the facts; who asked
    for it loses the name when they are read."""
    hidden = {
        entry_id: shown_name(name, True, number)
        for entry_id, name, number in Entry.objects.filter(
            tournament=tournament, player__name_hidden=True
        ).values_list("pk", "player__name", "number")
    }
    if not hidden:
        return standings
    rows = tuple(
        replace(row, name=hidden[row.entry_id]) if row.entry_id in hidden else row
        for row in standings.rows
    )
    return replace(standings, rows=rows)


def hidden_entries(tournament: Tournament) -> tuple[int, ...]:
    """Return the entries whose names are not shown."""
    hidden = Entry.objects.filter(tournament=tournament, player__name_hidden=True)
    return tuple(hidden.order_by("pk").values_list("pk", flat=True))


def is_own(actor: Actor, player: Player) -> bool:
    """Tell whether the person speaks for themselves."""
    return actor.user is not None and player.user_id == actor.user.pk


def may_hide(actor: Actor, player: Player, organises: bool) -> bool:
    """The person may, and an organiser of an event where they play. Once somebody who has an
    account has asked, the organiser does not show the name again."""
    if is_own(actor, player):
        return True
    return organises and not (player.name_hidden and player.user_id is not None)


@transaction.atomic
def hide_name(actor: Actor, entry_id: int, *, hidden: bool) -> Player:
    """Hide the name of a person everywhere outside the desk, or show it again. ``entry_id`` is a
    registration of theirs; the act is logged in every event where they play, without the name.
    Asking twice is harmless.
    """
    entry = Entry.objects.select_related("tournament").filter(pk=entry_id).first()
    if entry is None:
        raise NotThere
    # Always in the same order, so that two of these acts never wait for each other.
    events = Tournament.objects.filter(entries__player=entry.player_id)
    held = [locked_tournament(event.pk) for event in events.order_by("pk")]
    people = locked(Player.objects.filter(pk=entry.player_id))
    # Who was made one with somebody, or came into another event, while the locks were waited for.
    require_same(events, held)
    if not people:
        raise NotThere
    (player,) = people
    if not is_own(actor, player):
        require_organiser(actor, entry.tournament)
        if not may_hide(actor, player, organises=True):
            raise NotAllowed(_("Only the player may show this name again."))
    if player.name_hidden == hidden:
        return player
    player.name_hidden = hidden
    player.save(update_fields=["name_hidden"])
    act = Act.NAME_HIDDEN if hidden else Act.NAME_SHOWN
    for registration in player.entries.order_by("tournament_id"):
        finish_act(actor, registration.tournament_id, Change(act, f"entry {registration.number}"))
    return player
