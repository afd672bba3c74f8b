"""Wins of the first turns (天和, 地和, 人和) and hands declared ready: what games ask of them."""

from collections.abc import Collection, Iterator

from scoring.fields import Winner
from scoring.record import Event
from scoring.ruleset import Game
from scoring.text import Text


def flagged(game: Game, flag: str) -> Iterator[tuple[Event, Winner]]:
    """Yield every winner of a win with a flag."""
    for event in game.walk.wins:
        if flag in event.get("flags", ()):
            yield from ((event, winner) for winner in event["winners"])


def claims_before(game: Game, event: Event | None) -> list[Event]:
    """Return the chows, pungs and kongs that stand before an event; all of them for None."""
    claims = game.record.of_type("chow", "pung", "kong")
    return [e for e in claims if event is None or e.index < event.index]


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


def check_dealt_ready(game: Game, kinds: Collection[str], nobody: Collection[str] = ()) -> None:
    """A hand ready as dealt (one of ``kinds``) has no set that its seat claimed, before or after.

    ``nobody``: kinds before which no other seat may have claimed a tile either.
    """
    claims = [c for c in claims_before(game, None) if c.get("kind") != "concealed"]
    for ready in game.record.of_type("ready"):
        if ready["kind"] not in kinds:
            continue
        own = [c for c in claims if c.seat == ready.seat]
        others = [c for c in claims if c.index < ready.index and ready["kind"] in nobody]
        laid = [
            event
            for event in game.walk.wins
            for winner in event["winners"]
            if winner.seat == ready.seat and winner.hand and not winner.hand.is_concealed
        ]
        for event in (*own, *others, *laid)[:1]:
            game.problem(
                "not_allowed",
                "起手听牌的人不能吃碰明杠。",
                "A hand ready as dealt takes no tile of another seat.",
                event=max(ready, event, key=lambda e: e.index),
                seat=ready.seat,
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
