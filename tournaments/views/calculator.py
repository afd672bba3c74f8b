"""The calculator: a Guobiao hand laid by keys or pasted, and what it is worth and why."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import keypad
from scoring.hand import HandTiles, Meld
from scoring.options import resolve
from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.engine.explain import REASONS, Explanation, explain
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import GbScore, NotAWin
from scoring.rulesets.guobiao.engine.shapes import (
    KNITTED,
    ORPHANS,
    SETS,
    SEVEN_PAIRS,
    UNRELATED,
    Shape,
)
from scoring.rulesets.guobiao.engine.validate import hand_problems
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.rulesets.guobiao.hand_line import Ready, ready_problems
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.rulesets.guobiao.quick.distance import distance
from scoring.rulesets.guobiao.quick.ready import Wait, waits
from scoring.tile_text import TileText
from scoring.tile_words import Notation, write_hand, write_tiles
from scoring.tiles import format_tile
from tournaments.forms.calculator import (
    COUNTED,
    LAID_AS,
    MOST_FLOWERS,
    WAYS,
    Question,
    read_question,
)
from tournaments.services.refusals import words
from tournaments.views.rules import Rule, RuledView

Shown = dict[str, Any]
LAID_AS_WORDS: dict[str, str | Promise] = {
    "tile": gettext_lazy("Tile"),
    "chow": gettext_lazy("Chow"),
    "pung": gettext_lazy("Pung"),
    "kong": gettext_lazy("Kong"),
    "concealed_kong": gettext_lazy("Concealed kong"),
}
WAY_WORDS: dict[str, str | Promise] = {
    "discard": gettext_lazy("Discard"),
    "self_draw": gettext_lazy("Self-draw"),
    "rob_kong": gettext_lazy("Robbed kong"),
}
MELD_WORDS: dict[str, str | Promise] = {
    "chow": gettext_lazy("chow"),
    "pung": gettext_lazy("pung"),
    "kong_exposed": gettext_lazy("kong"),
    "kong_added": gettext_lazy("added kong"),
    "kong_concealed": gettext_lazy("concealed kong"),
}
FORM_WORDS: dict[str, str | Promise] = {
    SETS: gettext_lazy("Four sets and a pair"),
    KNITTED: gettext_lazy("A knitted straight, a set and a pair"),
    SEVEN_PAIRS: gettext_lazy("Seven pairs"),
    ORPHANS: gettext_lazy("Thirteen orphans"),
    UNRELATED: gettext_lazy("Fourteen unrelated tiles"),
}
KEY_ROWS = (range(0, 9), range(9, 18), range(18, 27), range(27, 34))


class Calculator(RuledView):
    """One hand; the address holds all of it."""

    rule: ClassVar[Rule] = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        ruleset = get_ruleset(COUNTED)
        asked = read_question(request.GET, ruleset)
        if "k" in request.GET:
            query = asked.query()
            return HttpResponseRedirect(reverse("calculator") + ("?" + query if query else ""))
        query = asked.query(sort=True)
        here = asked.query()
        return render(
            request,
            "public/calculator.html",
            {
                "ruleset": ruleset,
                "asked": asked,
                "here": reverse("calculator") + ("?" + here if here else ""),
                "hand": _hand_row(asked.tiles),
                "keys": _keys(asked),
                "modes": [(name, LAID_AS_WORDS[name]) for name in LAID_AS],
                "ways": [(name, WAY_WORDS[name]) for name in WAYS],
                "winds": range(4),
                "flower_counts": range(MOST_FLOWERS + 1),
                "profiles": [(name, words(PROFILE.value_labels[name])) for name in PROFILE.values],
                "link": "?" + query if query and asked.tiles is not None else "",
                "full_link": request.build_absolute_uri(reverse("calculator") + "?" + query),
                "min_fan": _default(ruleset.options, "min_fan"),
                **_answer(asked, _default(ruleset.options, "base")),
            },
        )


def _default(options: Any, name: str) -> int:
    return next(int(option.default) for option in options if option.id == name)


def _hand_row(tiles: TileText | None) -> Shown | None:
    """The hand as it lies: standing tiles in order, each with the place that a key drops."""
    if tiles is None:
        return None
    order = sorted(enumerate(tiles.standing), key=lambda place: (place[1], place[0]))
    return {
        "standing": [(f"s{at}", format_tile(tile)) for at, tile in order],
        "melds": [_meld(at, meld) for at, meld in enumerate(tiles.melds)],
        "win": None if tiles.win_tile is None else format_tile(tiles.win_tile),
        "missing": keypad.LENGTH + 1 - keypad.length(tiles) - (tiles.win_tile is not None),
    }


def _meld(at: int, meld: Meld) -> Shown:
    tiles = write_tiles(meld.tiles)
    return {"place": f"m{at}", "tiles": tiles, "kind": MELD_WORDS[meld.kind]}


def _keys(asked: Question) -> list[list[Shown]]:
    """The rows of the keypad: each tile with how many are left, and whether it can be laid."""
    hand = asked.tiles if asked.tiles is not None else TileText(())
    there = keypad.left(hand)
    kind = LAID_AS[asked.laid_as]
    return [
        [
            {
                "code": format_tile(tile),
                "left": max(0, there[tile]),
                "fits": asked.tiles is not None and keypad.fits(hand, tile, kind),
            }
            for tile in row
        ]
        for row in KEY_ROWS
    ]


def _answer(asked: Question, base: int) -> Shown:
    """What the page says below the hand: problems, the count, or what the tiles wait on."""
    if asked.tiles is None or asked.problems:
        return {}
    problems: list[str] = []
    tiles = asked.tiles
    options = resolve(PROFILE_OPTIONS, (PROFILE,), {PROFILE.id: asked.profile})
    standing = HandTiles(tuple(sorted(tiles.standing)), tiles.melds)
    notations = _notations(tiles)
    if keypad.length(tiles) < keypad.LENGTH:
        too_many = [tile for tile, n in enumerate(keypad.left(tiles)) if n < 0]
        if too_many:
            names = write_tiles(too_many)
            problems.append(_("There are more than four of %(tiles)s.") % {"tiles": names})
        return {"problems": problems, "notations": notations}
    ready = Ready(standing, asked.seat_wind, asked.round_wind, ())
    if tiles.win_tile is None:
        problems += [words(problem.message) for problem in ready_problems(ready)]
        found = {} if problems else _of_ready(ready, options)
        return {"problems": problems, "notations": notations, **found}
    hand = _win(asked, standing, tiles.win_tile)
    problems += [words(problem.message) for problem in hand_problems(hand)]
    if problems:
        return {"problems": problems, "notations": notations}
    try:
        result = _result(asked, hand, explain(hand, options), base)
    except NotAWin:
        return {"problems": [], "no_win": True, "notations": notations, **_of_ready(ready, options)}
    before = _of_ready(ready, options)["waits"]
    return {"problems": [], "notations": notations, "result": result, "waits": before}


def _win(asked: Question, standing: HandTiles, win_tile: int) -> GbHand:
    return GbHand(
        concealed=standing.concealed,
        win_tile=win_tile,
        melds=standing.melds,
        self_draw=asked.by == "self_draw",
        rob_kong=asked.by == "rob_kong",
        last_tile="last_tile" in asked.flags,
        kong_draw="kong_draw" in asked.flags,
        fourth_tile="fourth_tile" in asked.flags,
        seat_wind=asked.seat_wind,
        round_wind=asked.round_wind,
        flowers=asked.flowers,
    )


def _notations(tiles: TileText) -> list[str]:
    """The hand in every notation, for copying."""
    if tiles == TileText(()):
        return []
    standing = sorted(tiles.standing)
    return list(
        dict.fromkeys(
            write_hand(standing, tiles.melds, tiles.win_tile, notation=notation)
            for notation in Notation
        )
    )


def _of_ready(ready: Ready, options: Mapping[str, Any]) -> Shown:
    """What thirteen tiles wait on, or how far they are from it."""
    found = waits(
        counter_for(options),
        ready.hand.concealed,
        ready.hand.melds,
        seat_wind=ready.seat_wind,
        round_wind=ready.round_wind,
    )
    near = distance(ready.hand.concealed, ready.hand.melds)
    left = keypad.left(TileText(ready.hand.concealed, ready.hand.melds))
    accepting = [(format_tile(tile), left[tile]) for tile in near.accepting if left[tile] > 0]
    return {
        "waits": [_wait(wait) for wait in found],
        "unseen": sum(wait.unseen for wait in found),
        "shanten": near.shanten,
        "accepting": accepting,
        "accepted": sum(n for _tile, n in accepting),
    }


def _wait(wait: Wait) -> Shown:
    return {
        "tile": format_tile(wait.tile),
        "unseen": wait.unseen,
        "discard": wait.discard.fan,
        "self_draw": wait.self_draw.fan,
    }


def _result(asked: Question, hand: GbHand, why: Explanation, base: int) -> Shown:
    total = why.score.total
    drawn = asked.by == "self_draw"
    return {
        "fan": why.score.fan,
        "total": total,
        "fans": _fans(why.score),
        "not_counted": [
            {
                "fan": BY_ID[row.fan].name,
                "times": row.times,
                "principle": REASONS[row.reason][0],
                "words": row.words,
            }
            for row in why.not_counted
        ],
        "reading": _reading(why.score.shape, hand),
        "others": [{"total": other.total, "fans": _fans(other)} for other in _others(why)],
        "drawn": drawn,
        "pays": base + total,
        "base": base,
        "gets": 3 * (base + total) if drawn else 3 * base + total,
    }


def _others(why: Explanation) -> list[GbScore]:
    """The other readings, those of the same fans once."""
    told = {why.score.fans}
    found = []
    for other in why.others:
        if other.fans not in told:
            found.append(other)
        told.add(other.fans)
    return found


def _fans(score: GbScore) -> list[Shown]:
    return [
        {"id": fan, "fan": BY_ID[fan].name, "points": points, "times": times, "sum": points * times}
        for fan, points, times in score.fans
    ]


def _reading(shape: Shape, hand: GbHand) -> Shown:
    """The tiles in the groups that they were read as."""
    groups: list[Shown] = []
    if shape.form == KNITTED:
        groups.append({"tiles": write_tiles(sorted(shape.knitted)), "kind": None})
    for block in shape.blocks:
        kind = None if block.meld is None else MELD_WORDS[block.meld.kind]
        groups.append({"tiles": write_tiles(block.faces), "kind": kind})
    if not shape.blocks:
        tiles = sorted(hand.standing)
        step = 2 if shape.form == SEVEN_PAIRS else len(tiles)
        groups += [
            {"tiles": write_tiles(tiles[at : at + step]), "kind": None}
            for at in range(0, len(tiles), step)
        ]
    return {"form": FORM_WORDS[shape.form], "groups": groups}
