"""承包 (shanghai.md §6): who is bound to a winner, and what each seat owes for it."""

from collections import Counter
from collections.abc import Collection

from scoring.fields import Winner
from scoring.hand import CHOW, KONG_CONCEALED
from scoring.record import Event
from scoring.ruleset import Game


def parties(game: Game, event: Event, winner: Winner) -> tuple[int, ...]:
    """Return the seats in 承包 with a winner: one of the two took so many melds from the other.

    What the record says of it (``winners[].contract``) takes the place of the count.
    """
    needed: int = game.options["contract_melds"]
    if not needed:
        return ()
    given = winner.extra.get("contract")
    if given is not None:
        return tuple(given)
    mine = _takings(game, event, winner.seat)
    return tuple(
        other
        for other in game.others(winner.seat)
        if max(mine[other], _takings(game, event, other)[winner.seat]) >= needed
    )


def _takings(game: Game, event: Event, seat: int) -> Counter[int]:
    """Count the melds that a seat took from each other one: by the events, or by the hand laid."""
    by_events = _by_events(game, seat)
    hand = next((w.hand for w in event["winners"] if w.seat == seat), None)
    if hand is None:
        return by_events
    before = (seat - 1) % game.players
    laid: Counter[int] = Counter()
    for meld in hand.melds:
        giver = before if meld.kind == CHOW else meld.giver
        if giver is not None and meld.kind != KONG_CONCEALED:
            laid[giver] += 1
    return laid | by_events


def _by_events(game: Game, seat: int) -> Counter[int]:
    """A kong added to a pung is no second meld, but may be all that tells who gave the pung."""
    taken: Counter[int] = Counter()
    # The pungs by their tile, so that an added kong finds its own.
    pungs: dict[int, int] = {}
    for event in game.record.of_type("chow", "pung", "kong"):
        if event.seat != seat:
            continue
        giver = event.giver
        if event.type == "chow":
            taken[(seat - 1) % game.players] += 1
        elif event.type == "pung" and giver is not None:
            pungs[event["tile"]] = giver
        elif event.get("pung_from") is not None:
            pungs.setdefault(event["tile"], event["pung_from"])
        elif event.get("kind") == "exposed" and giver is not None:
            taken[giver] += 1
    taken.update(pungs.values())
    return taken


def shares(game: Game, event: Event, seat: int, bound: Collection[int]) -> dict[int, int]:
    """Return how many shares each seat owes the winner (the table of §6)."""
    if event["by"] == "self_draw":
        return _of_self_draw(game, seat, bound)
    if event["by"] == "discard":
        return _of_discard(game, event["from"], bound)
    robbed, single = event["from"], int(game.options["rob_kong_shares"])
    owed = {robbed: single}
    for party in bound:
        if party != robbed:
            owed[party] = 3
        elif game.options["contract_same_payer"] == "stack":
            owed[party] = 3 + single
        else:
            owed[party] = 3
    return owed


def _of_self_draw(game: Game, seat: int, bound: Collection[int]) -> dict[int, int]:
    if not bound:
        return dict.fromkeys(game.others(seat), 1)
    pays = game.options["contract_self_draw_others"] == "pay"
    return {s: 3 if s in bound else int(pays) for s in game.others(seat)}


def _of_discard(game: Game, giver: int, bound: Collection[int]) -> dict[int, int]:
    how = game.options["contract_on_discard"]
    if how == "none" or not bound:
        return {giver: 1}
    owed = dict.fromkeys(bound, 1)
    if giver in bound:
        owed[giver] = 2 if game.options["contract_same_payer"] == "stack" else 1
    elif how == "also":
        owed[giver] = 1
    return owed
