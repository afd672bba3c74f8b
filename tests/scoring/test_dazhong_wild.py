"""Wild tiles of Dazhong against a trial of every face: the dearest of all of them is found."""

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from scoring.hand import CHOW, KONG_CONCEALED, PUNG, Meld
from scoring.rulesets import get_ruleset
from scoring.rulesets.dazhong.payout import Dazhong
from scoring.rulesets.dazhong.wilds import stand_ins
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import KNITTED_STRAIGHTS
from scoring.rulesets.guobiao.house import Moment
from scoring.rulesets.guobiao.quick.ready import waiting_tiles
from scoring.tiles import format_tile, format_tiles, parse_tiles
from scoring.web.lines import settle_record
from tests.scoring.build import Json

KINDS = range(34)
SETS = [
    *((tile,) * 3 for tile in KINDS),
    *((tile, tile + 1, tile + 2) for tile in range(27) if tile % 9 <= 6),
]
ORPHANS = parse_tiles("19m19p19s1234567z")
Deal = tuple[list[int], list[Meld]]


def _deal(rng: random.Random) -> Deal:
    """A complete hand: the standing tiles, fourteen with three for every meld, and the melds."""
    form = rng.random()
    if form < 0.1:
        return [tile for tile in rng.sample(KINDS, 7) for _ in range(2)], []
    if form < 0.15:
        return [*ORPHANS, rng.choice(ORPHANS)], []
    if form < 0.25:
        nine = list(rng.choice(KNITTED_STRAIGHTS))
        if rng.random() < 0.5:
            return rng.sample([*nine, *range(27, 34)], 14), []
        return [*nine, *rng.choice(SETS), *[rng.randrange(34)] * 2], []
    # Few suits, so that tiles can be read in many ways.
    pool = [s for s in SETS if rng.random() < 0.4 or s[0] // 9 == rng.randrange(4)]
    sets = [rng.choice(pool) for _ in range(4)]
    melds = [_meld(rng, sets.pop()) for _ in range(rng.choice([0, 0, 0, 1, 1, 2]))]
    pair = [rng.choice(pool)[0]] * 2
    return [*(tile for some in sets for tile in some), *pair], melds


def _meld(rng: random.Random, tiles: tuple[int, ...]) -> Meld:
    if len(set(tiles)) > 1:
        return Meld(CHOW, tiles)
    if rng.random() < 0.3:
        return Meld(KONG_CONCEALED, (*tiles, tiles[0]))
    return Meld(PUNG, tiles)


def _hands(rng: random.Random, wilds: int) -> Iterator[tuple[list[int], int | None, list[Meld]]]:
    """Yield natural standing tiles, the winning one (None: a wild one) and melds; now and then
    with one tile changed, so that not every hand wins."""
    while True:
        standing, melds = _deal(rng)
        if rng.random() < 0.2:
            standing[0] = rng.randrange(34)
        everything = [*standing, *(tile for meld in melds for tile in meld.tiles)]
        if len(standing) <= wilds or max(everything.count(t) for t in everything) > 4:
            continue
        rng.shuffle(standing)
        natural = standing[wilds:]
        yield natural, (None if rng.random() < 0.4 else natural[0]), melds


def _trials(natural: list[int], win: int | None, melds: list[Meld], wilds: int) -> set[GbHand]:
    """Every hand that the wild tiles can make, by trying all faces for all but one of them and
    asking what completes the rest."""
    laid = [tile for meld in melds for tile in meld.tiles]
    found: set[GbHand] = set()
    for some in combinations_with_replacement(KINDS, wilds - 1):
        held = [*natural, *some]
        for last in waiting_tiles(held, len(melds)):
            faces = (*some, last)
            if any((natural + laid).count(t) + faces.count(t) > 4 for t in faces):
                continue
            if win is not None:
                rest = list(natural)
                rest.remove(win)
                found.add(GbHand(tuple(sorted((*rest, *faces))), win, tuple(melds)))
            else:
                for face in set(faces):
                    rest = sorted((*natural, *faces))
                    rest.remove(face)
                    found.add(GbHand(tuple(rest), face, tuple(melds)))
    return found


def _record(natural: list[int], win: int | None, melds: list[Meld], wilds: int) -> Json:
    codes = [f"{n + 1}f" for n in range(wilds)]
    tile = codes.pop() if win is None else format_tile(win)
    rest = list(natural)
    if win is not None:
        rest.remove(win)
    hand = {
        "concealed": format_tiles(rest) + "".join(codes),
        "melds": [{"kind": m.kind, "tiles": format_tiles(m.tiles)} for m in melds],
    }
    winners = [{"seat": 1, "hand": hand}]
    event = {"type": "win", "by": "discard", "from": 0, "tile": tile, "winners": winners}
    return {"ruleset": "dazhong", "events": [event], "options": {"min_fan": 0}}


@pytest.mark.parametrize(("wilds", "count"), [(1, 700), (2, 350), (3, 60), (4, 4)])
def test_the_dearest_faces_are_found(wilds: int, count: int) -> None:
    ruleset = get_ruleset("dazhong")
    assert isinstance(ruleset, Dazhong)
    options = ruleset.resolve_options({"min_fan": 0})
    rng = random.Random(100 + wilds)
    hands = _hands(rng, wilds)
    won = 0
    for _ in range(count):
        natural, win, melds = next(hands)
        # The winner is South, in the round of East.
        trials = [
            GbHand(h.concealed, h.win_tile, h.melds, seat_wind=1, round_wind=0)
            for h in _trials(natural, win, melds, wilds)
        ]
        # One hand at a time: nothing is left out for being unlikely.
        counts = [ruleset.best([trial], Moment(wilds=wilds), options) for trial in trials]
        worth = [ruleset.table.worth(fans, options) for fans in counts if fans is not None]
        answer = settle_record(_record(natural, win, melds, wilds))
        if "error" in answer:
            assert answer["error"] == "not_a_win"
            assert not worth
            continue
        assert answer["wins"][0]["fan"] == max(worth)
        won += 1
    assert won > count // 2


def test_the_faces_are_those_of_a_trial_of_all() -> None:
    rng = random.Random(7)
    hands = _hands(rng, 2)
    for _ in range(150):
        natural, _win, melds = next(hands)
        trials = _trials(natural, natural[0], melds, 2)
        tried = {hand.concealed for hand in trials}
        rest = natural[1:]
        found = {tuple(sorted((*rest, *faces))) for faces in stand_ins(natural, 2, melds)}
        assert found == tried


def test_no_face_stands_five_times() -> None:
    natural = parse_tiles("1111m2222m3333m4m")
    for faces in stand_ins(natural, 1):
        assert not {*parse_tiles("1m2m3m")} & set(faces)
    kong = Meld(KONG_CONCEALED, parse_tiles("5555m"))
    assert all(4 not in faces for faces in stand_ins(parse_tiles("46m123p456p11s"), 1, [kong]))
