"""From the state of tables to the facts that the figures of hands are counted from."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scoring.claimed import names_counted
from scoring.ledger import WinResult
from tournaments.services.tables import HandState, SeatState, TableState
from tournaments.standings.hand_figures import PlayedHand, Winner, WonTile

KeyOf = Callable[[SeatState], int]


def entry_key(seat: SeatState) -> int:
    return seat.entry.pk


def person_key(seat: SeatState) -> int:
    """The person over all events."""
    return seat.entry.player_id


def played_hands(states: Iterable[TableState], key: KeyOf = entry_key) -> list[PlayedHand]:
    """Return the hands of tables, in order. Tables of which only the totals are known have none;
    ``key`` says whom the figures are counted for."""
    return [
        PlayedHand(
            where=(state.round.number, state.table.number, hand.number),
            people=tuple(key(seat) for seat in state.seats),
            tiles=tuple(_tiles(state, hand)),
            finished=hand.end != "abort",
            winds=hand.position.winds,
            moves=hand.deltas,
            event=state.round.tournament_id,
        )
        for state in states
        for hand in state.hands
    ]


def _tiles(state: TableState, hand: HandState) -> list[WonTile]:
    """Read each winning tile with what was paid for it; kongs, bets and penalties are not."""
    chairs = hand.position.chairs
    wins = {(win.event, win.seat): win for win in hand.settlement.wins}
    tiles = []
    for index, event in enumerate(hand.hand.record["events"]):
        if event["type"] != "win":
            continue
        lines = [
            line for line in hand.settlement.ledger if line.event == index and line.kind == "win"
        ]
        declared = {winner["seat"]: winner for winner in event["winners"]}
        giver = event.get("from")
        tiles.append(
            WonTile(
                winners=tuple(
                    Winner(
                        chairs[seat],
                        wins[index, seat].fan if (index, seat) in wins else None,
                        sum(line.amount for line in lines if line.receiver == seat),
                        _patterns(state, hand, index, wins.get((index, seat)), winner),
                    )
                    for seat, winner in declared.items()
                ),
                giver=None if giver is None else chairs[giver],
                paid=sum(line.amount for line in lines if line.payer == giver)
                if giver is not None
                else 0,
            )
        )
    return tiles


def _patterns(
    state: TableState, hand: HandState, index: int, win: WinResult | None, winner: Mapping[str, Any]
) -> tuple[str, ...]:
    """Name what was counted; where the settlement does not say, what the tiles come to, or the
    referee ticked."""
    if win is not None and win.items is not None:
        return tuple(name for name, _worth in win.items)
    if "hand" in winner:
        options = state.tournament.ruleset_options
        return names_counted(state.ruleset, hand.hand.record, options, index, winner["seat"])
    return tuple(winner.get("declared", {}).get("patterns", ()))
