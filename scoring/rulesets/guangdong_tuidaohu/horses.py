"""买马 (guangdong_tuidaohu.md §7): tiles that name a seat and share what it pays or collects."""

from collections.abc import Iterator

from scoring.record import Event
from scoring.ruleset import Game
from scoring.text import Text
from scoring.tiles import is_suited, rank_of, tile_name
from scoring.walk import SEAT_NAMES

# Seats from the origin that an honour names: 东 itself, 南 中 the next, 西 发 across, 北 白 before.
OF_HONOURS = {27: 0, 28: 1, 29: 2, 30: 3, 33: 1, 32: 2, 31: 3}


def horse_events(game: Game) -> list[Event]:
    return [event for event in game.record.of_type("reveal") if event["kind"] == "horse"]


def tiles_of(event: Event) -> list[int]:
    return [tile for tiles in event["tiles"] for tile in tiles]


def horse_tiles(game: Game) -> Iterator[int]:
    for event in horse_events(game):
        yield from tiles_of(event)


def named_seat(game: Game, tile: int, origin: int) -> int:
    """Return the seat that a horse names, counted from the origin."""
    step = (rank_of(tile) - 1) % 4 if is_suited(tile) else OF_HONOURS[tile]
    return (origin + step) % game.players


def check_horses(game: Game) -> None:
    """Horses are bought, so many by each seat, once, and run only after a win."""
    most = game.options["horses"]
    seen: set[int] = set()
    for event in horse_events(game):
        zh = en = ""
        if not most:
            zh, en = "不买马。", "No horses are bought."
        elif len(tiles_of(event)) > most:
            zh, en = f"每家最多{most}张马。", f"A seat has at most {most} horses."
        elif event.seat in seen:
            zh, en = "每家的马只写一次。", "The horses of a seat stand once."
        elif game.walk.ending is not None:
            zh, en = "没有人胡就没有马。", "Without a win there are no horses."
        seen.add(event.seat)
        if zh:
            game.problem("not_allowed", zh, en, event=event, seat=event.seat)


def book_horses(game: Game) -> None:
    """Book what every horse brings: with a winner its owner collects as he does, with a loser the
    owner pays as he does, for each payment of the win; never to or from itself."""
    payments = [line for line in game.book.lines if line.kind == "win"]
    for win in game.walk.wins[:1]:
        origin = _origin(game, win)
        for event in horse_events(game):
            owner = event.seat
            for tile in tiles_of(event):
                named = named_seat(game, tile, origin)
                reason = Text("马{tile}买中{seat}家", "Horse {tile} names {seat}").format(
                    tile=tile_name(tile), seat=SEAT_NAMES[named]
                )
                for line in payments:
                    if named == line.receiver and owner != line.payer:
                        game.book.pay("horse", line.payer, owner, line.amount, event.index, reason)
                    elif named == line.payer and owner != line.receiver:
                        game.book.pay(
                            "horse", owner, line.receiver, line.amount, event.index, reason
                        )


def _origin(game: Game, win: Event) -> int:
    if game.options["horse_origin"] == "dealer":
        return game.dealer
    winners = win["winners"]
    seat: int = winners[0].seat if len(winners) == 1 else win["from"]
    return seat
