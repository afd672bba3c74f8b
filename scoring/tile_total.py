"""All tiles that a record shows, each once: no game has five of a face (EVENTS §6)."""

from collections.abc import Collection, Iterator

from scoring.record import Event
from scoring.ruleset import Game
from scoring.text import Text
from scoring.tiles import FLOWERS, TileSet, format_tile, surplus, tile_name


def check_tile_total(game: Game, tile_set: TileSet, extra: Collection[int] = ()) -> None:
    """Refuse a record that needs more copies of a tile than the set has (``too_many_tiles``).

    ``extra`` are tiles that lie elsewhere: an indicator, tiles turned up after the hand.
    """
    shown = [*extra, *_of_winners(game), *_of_others(game)]
    # Apart from the rest: what was claimed stands among the melds too.
    discards = [*extra, *(event["tile"] for event in game.record.of_type("discard"))]
    for surplus_tile in surplus(shown, tile_set) or surplus(discards, tile_set):
        name = tile_name(surplus_tile.tile)
        words = Text("{name}（{code}）共有{n}张。", "There are {n} of {name} ({code}) in all.")
        filled = words.format(name=name, code=format_tile(surplus_tile.tile), n=surplus_tile.copies)
        game.problem("too_many_tiles", *filled)


def _laid(game: Game) -> set[int]:
    return {w.seat for event in game.walk.wins for w in event["winners"] if w.hand is not None}


def _of_winners(game: Game) -> Iterator[int]:
    """The hands laid and the winning tile, which is one however many win on it."""
    for event in game.walk.wins:
        hands = [w.hand for w in event["winners"] if w.hand is not None]
        for hand in hands:
            yield from hand.all_tiles()
        tile = event.get("tile")
        if hands and tile is not None and tile not in FLOWERS:
            yield tile


def _of_others(game: Game) -> Iterator[int]:
    """Pungs and kongs of the seats whose tiles are not laid."""
    laid = _laid(game)
    robbed = game.walk.robbed()
    kongs = [kong for kong in game.walk.kongs if kong.seat not in laid]
    for kong in kongs:
        # The fourth tile of a robbed kong is the winner's.
        yield from [kong["tile"]] * (3 if kong.index in robbed else 4)
    for pung in game.record.of_type("pung"):
        if pung.seat not in laid and not any(_same(pung, kong) for kong in kongs):
            yield from [pung["tile"]] * 3


def _same(pung: Event, kong: Event) -> bool:
    """Whether a kong took up a pung: only one added to it does."""
    same = kong.seat == pung.seat and kong["tile"] == pung["tile"]
    return same and kong["kind"] == "added" and pung.index < kong.index
