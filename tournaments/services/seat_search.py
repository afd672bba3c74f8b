"""Where somebody sits: in the round that runs and in the next one, from published seats alone."""

from dataclasses import dataclass

from tournaments.models import Bye, Entry, Round, Seat, Tournament
from tournaments.services.name_search import found


@dataclass(frozen=True)
class Sitting:
    """A player's place in one round. ``seat`` is None for who sits out; ``others`` are the seats
    of the table by wind, the player's own among them."""

    round: Round
    entry: Entry
    seat: Seat | None
    others: tuple[Seat, ...] = ()


def rounds_to_sit(tournament: Tournament) -> list[Round]:
    """Return the rounds whose seats people look for, published ones alone: those that run, and the
    next that is seated (one query)."""
    rounds = list(
        tournament.rounds.filter(seats_public=True)
        .exclude(status=Round.Status.CLOSED)
        .order_by("number")
    )
    running = [r for r in rounds if r.status == Round.Status.RUNNING]
    seated = [r for r in rounds if r.status == Round.Status.SEATED]
    for round_ in rounds:
        round_.tournament = tournament
    return [*running, *seated[:1]]


def people_found(tournament: Tournament, words: str) -> list[Entry]:
    """Return the entries that somebody may mean: by number exactly, else by name."""
    entries = tournament.entries.select_related("player__club", "team")
    if words.isascii() and words.isdecimal() and len(words) < 9:
        return list(entries.filter(number=int(words)))
    by_id = {entry.pk: entry for entry in entries}
    # A name that is hidden is not found by guessing it.
    shown = [entry for entry in by_id.values() if not entry.player.name_hidden]
    names = [(entry.pk, entry.player.name) for entry in shown]
    return [by_id[pk] for pk in found(names, words)]


def sittings(rounds: list[Round], entries: list[Entry]) -> dict[int, list[Sitting]]:
    """Return where each entry sits in these rounds, by entry (two queries)."""
    ids = {entry.pk for entry in entries}
    if not rounds or not ids:
        return {}
    tables = Seat.objects.filter(round__in=rounds, entry__in=ids).values("table_id")
    seats = (
        Seat.objects.filter(table__in=tables)
        .select_related("entry__player__club", "table")
        .order_by("wind")
    )
    at_table: dict[int, list[Seat]] = {}
    for seat in seats:
        at_table.setdefault(seat.table_id, []).append(seat)
    own = {(seat.round_id, seat.entry_id): seat for group in at_table.values() for seat in group}
    byes = set(
        Bye.objects.filter(round__in=rounds, entry__in=ids).values_list("round_id", "entry_id")
    )
    return {
        entry.pk: [
            Sitting(round_, entry, own_seat, tuple(at_table[own_seat.table_id]) if own_seat else ())
            for round_ in rounds
            if (own_seat := own.get((round_.pk, entry.pk))) or (round_.pk, entry.pk) in byes
        ]
        for entry in entries
    }
