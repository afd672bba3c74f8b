"""What a winner's tiles are (shanghai.md §4) and how many 花 they hold (§5)."""

from dataclasses import dataclass

from scoring.hand import KONG_CONCEALED, PUNG, HandTiles, Meld
from scoring.readings import readings
from scoring.record import Event
from scoring.ruleset import Game, Options
from scoring.suits import HONOURS_ONLY, MIXED, ONE_SUIT, suit_class
from scoring.tiles import HONOURS, counts_of


@dataclass(frozen=True, slots=True)
class Look:
    """The rows of a hand: its main row, and which stand beside it (§4)."""

    main: str
    beside: frozenset[str] = frozenset()


def look_of(hand: HandTiles, tile: int) -> Look | None:
    """Return the dearest main row of the tiles, ``ping_hu`` for a plain hand; None for no win."""
    main = _main_row(hand, tile)
    if main is None:
        return None
    beside = set()
    if len(hand.melds) == 4:
        beside.add("da_diao_che")
    if hand.is_concealed:
        beside.add("men_qing")
    return Look(main, frozenset(beside))


def _main_row(hand: HandTiles, tile: int) -> str | None:
    found = readings(counts_of([*hand.concealed, tile]), melds=hand.melds)
    triplets = any(reading.all_triplets for reading in found)
    suits = suit_class([*hand.all_tiles(), tile])
    if suits == HONOURS_ONLY:
        # 乱风向: honours need not make sets.
        return "feng_peng" if triplets else "feng_yi_se"
    if not found:
        return None
    if suits == MIXED:
        return "peng_peng_hu" if triplets else "ping_hu"
    if suits == ONE_SUIT:
        return "qing_peng" if triplets else "qing_yi_se"
    return "hun_peng" if triplets else "hun_yi_se"


def flowers_of_hand(hand: HandTiles, tile: int | None, options: Options) -> int:
    """Return the 花 of melds and of standing honour triplets; ``tile`` None counts melds only."""
    count = sum(_of_meld(meld, options) for meld in hand.melds)
    if tile is not None:
        standing = [*hand.concealed, tile]
        triplets = sum(standing.count(honour) >= 3 for honour in HONOURS)
        count += triplets * int(options["concealed_honor_pung_flowers"])
    return count


def flowers_of_events(game: Game, seat: int) -> int:
    """Return the 花 of the pungs and kongs that the record names for a seat without a hand."""
    kongs = [kong for kong in game.walk.standing_kongs() if kong.seat == seat]
    melds = [_kong_meld(kong) for kong in kongs]
    konged = {kong["tile"] for kong in kongs}
    melds += [
        Meld(PUNG, (pung["tile"],) * 3)
        for pung in game.record.of_type("pung")
        if pung.seat == seat and pung["tile"] not in konged
    ]
    return sum(_of_meld(meld, game.options) for meld in melds)


def _kong_meld(kong: Event) -> Meld:
    return Meld(f"kong_{kong['kind']}", (kong["tile"],) * 4)


def _of_meld(meld: Meld, options: Options) -> int:
    honour = meld.tile in HONOURS
    if meld.is_kong:
        how = "concealed" if meld.kind == KONG_CONCEALED else "exposed"
        return int(options[f"{'honor' if honour else 'suit'}_kong_{how}_flowers"])
    return int(options["honor_pung_flowers"]) if honour and meld.kind == PUNG else 0
