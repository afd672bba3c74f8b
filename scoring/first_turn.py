"""Wins of the first turns (天和, 地和, 人和) and hands declared ready: what games ask of them."""

from collections.abc import Iterator

from scoring.fields import Winner
from scoring.record import Event
from scoring.ruleset import Game
from scoring.text import Text


def flagged(game: Game, flag: str) -> Iterator[tuple[Event, Winner]]:
    """Yield every winner of a win with a flag."""
    for event in game.walk.wins:
        if flag in event.get("flags", ()):
            yield from ((event, winner) for winner in event["winners"])


def claims_before(game: Game, event: Event) -> list[Event]:
    """Return the chows, pungs and kongs that stand before an event."""
    return [e for e in game.record.of_type("chow", "pung", "kong") if e.index < event.index]


def has_melds(winner: Winner) -> bool:
    return winner.hand is not None and bool(winner.hand.melds)


def refuse_flag(game: Game, event: Event, winner: Winner, words: Text) -> None:
    game.problem("bad_flags", words.zh, words.en, event=event, seat=winner.seat)


def ready_event(game: Game, event: Event, seat: int, kind: str) -> Event | None:
    """Return the event by which a seat declared this kind of ready hand before an event."""
    return next(
        (
            ready
            for ready in game.record.of_type("ready")
            if ready.seat == seat and ready["kind"] == kind and ready.index < event.index
        ),
        None,
    )


def check_ready_once(game: Game) -> None:
    """A seat declares a kind of ready hand once."""
    seen: set[tuple[int, str]] = set()
    for event in game.record.of_type("ready"):
        key = event.seat, event["kind"]
        if key in seen:
            game.problem(
                "not_allowed",
                "一家只报一次听。",
                "A seat declares a ready hand once.",
                event=event,
                seat=event.seat,
            )
        seen.add(key)
