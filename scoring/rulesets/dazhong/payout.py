"""大众麻将: Guobiao with more rows, wild season tiles and four flowers.

Spec: dazhong.md. What is not said there is Guobiao's.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.fields import INT, TILE, TILE_LIST, Field, Winner
from scoring.first_turn import claims_before, ready_event
from scoring.form_events import (
    declared_number,
    flower_event,
    kong_events,
    penalty_events,
    ready_events,
)
from scoring.form_facts import Ask, Choice, FormEvent, FormFacts, option_on
from scoring.hand import HandTiles
from scoring.record import Event
from scoring.ruleset import KONG_DRAW, LAST_TILE, Game, Options
from scoring.rulesets.dazhong import checks
from scoring.rulesets.dazhong.options import BUNDLES, OPTIONS
from scoring.rulesets.dazhong.table import TABLE
from scoring.rulesets.dazhong.wild_tiles import wild_tiles, wilds_in
from scoring.rulesets.dazhong.wilds import stand_ins
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import Shape
from scoring.rulesets.guobiao.house import HouseGuobiao, Moment, patterns_of
from scoring.rulesets.guobiao.house_checks import FIRST_TURN_FLAGS
from scoring.rulesets.guobiao.house_rows import rows_of_shape
from scoring.rulesets.guobiao.payout import FALSE_WIN, FOURTH_TILE, Guobiao
from scoring.rulesets.guobiao.profile import ALWAYS_CONCEALED
from scoring.rulesets.guobiao.tiles_door import hand_of
from scoring.text import Text
from scoring.tiles import FLOWERS

FOUR_GENTLEMEN = frozenset(range(38, 42))
# 人胡 is won on the dealer's first discard (§1), so never drawn and never the dealer's.
_HEAVENLY, _EARTHLY, _HUMAN = FIRST_TURN_FLAGS
FLAGS = (
    replace(_HEAVENLY, name=Text("天胡", "Heavenly hand")),
    replace(_EARTHLY, name=Text("地胡", "Earthly hand")),
    replace(_HUMAN, name=Text("人胡", "Human hand"), by=("discard",), role="others"),
)
_BY_FLAG = {"heavenly": "tian_hu", "earthly": "di_hu", "human": "ren_hu"}
TIANTING = Choice("tianting", Text("天听", "Ready as dealt"))
BAOTING = Choice("baoting", Text("报听", "Declared ready"))
_WILD = FormEvent(
    "wild",
    "wild",
    Text("翻混", "Wild tiles"),
    (
        Ask("indicator", "tile", Text("翻出的牌", "Tile turned up"), required=False),
        Ask("tiles", "tiles", Text("哪些是混", "Wild tiles"), count=1),
    ),
    "before",
    once="hand",
    required=True,
    when=option_on("wild", "flip"),
)


class Dazhong(HouseGuobiao):
    """Guobiao's payouts; more rows, wild tiles, and flowers that matter one by one."""

    id = "dazhong"
    name = Text("大众麻将", "Dazhong")
    summary = Text(
        "国标番种之外另有四方大发财、天胡、地胡、人胡、四混、四君子、天听、混步、混节等；春夏秋冬是混。",
        "Guobiao with first-turn wins, Four Wild Tiles, Four Gentlemen, mixed steps and others; "
        "the four seasons are wild.",
    )
    table = TABLE
    one_of = TABLE.one_of
    options = OPTIONS
    bundles = BUNDLES
    patterns = patterns_of(TABLE)
    example_options = {"min_fan": 0, "wild": "none"}
    circumstances = (KONG_DRAW, LAST_TILE, FOURTH_TILE, *FLAGS)
    events = Guobiao.events | {"ready", "wild"}
    extra_fields = {
        "wild": (Field("indicator", TILE), Field("tiles", TILE_LIST, True)),
        "declared": (Field("wilds", INT),),
    }
    form = FormFacts(
        ways=Guobiao.form.ways,
        quick_fans=Guobiao.form.quick_fans,
        also_ticked=Guobiao.form.also_ticked,
        several=option_on("multi_win", "all"),
        events=(
            _WILD,
            flower_event(),
            *kong_events(),
            *ready_events(TIANTING, BAOTING),
            *penalty_events(FALSE_WIN),
        ),
        winner=(
            declared_number(
                "wilds",
                Text("混牌张数", "Wild tiles"),
                maximum=4,
                when=option_on("wild", "seasons", "flip"),
            ),
        ),
    )

    flowers_stand = option_on("wild", "seasons", "flip")

    def check(self, game: Game) -> None:
        super().check(game)
        checks.check_all(game, (TIANTING.id, BAOTING.id))

    def completed_by(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        wilds = wild_tiles(game)
        natural = [tile, *(t for t in hand.concealed if t not in wilds)]
        held = len(hand.concealed) + 1 - len(natural)
        if not held:
            return super().completed_by(game, hand, tile)
        return 0 if stand_ins(natural, held, hand.melds) else None

    def flower_rows(self, game: Game, seat: int) -> tuple[tuple[str, int], ...]:
        """花牌 and 季花; neither beside 四君子."""
        shown = _flowers(game, seat)
        if shown >= FOUR_GENTLEMEN or not game.options["reconstructed_rows"]:
            return ()
        own = FLOWERS.start + 4 + seat
        each = int(game.options["flower_fan"])
        return (("hua_pai", len(shown) * each), ("ji_hua", each if own in shown else 0))

    def rows_of_shape(self, shape: Shape, options: Options) -> Iterable[str]:
        found = rows_of_shape(shape, options["mixed_four_suits"] == "three_only")
        return (row for row in found if TABLE.has(row, options))

    def moment(self, game: Game, event: Event, winner: Winner, flowers: int) -> Moment:
        wilds = wilds_in(game, event, winner)
        rows = tuple(self._rows_of_event(game, event, winner, wilds))
        return Moment(rows, flowers, wilds)

    def _rows_of_event(self, game: Game, event: Event, winner: Winner, wilds: int) -> Iterator[str]:
        yield from (row for flag, row in _BY_FLAG.items() if flag in event.get("flags", ()))
        if _flowers(game, winner.seat) >= FOUR_GENTLEMEN:
            yield "si_jun_zi"
        if not wilds and TABLE.has("wu_hun", game.options):
            yield "wu_hun"
        if _is_dealt_ready(game, event, winner.seat):
            yield "tian_ting"
        elif (
            game.options["reconstructed_rows"]
            and ready_event(game, event, winner.seat, BAOTING.id)
            and _is_concealed(winner)
        ):
            yield "li_zhi"

    def finished(self, standing: Counter[str], moment: Moment, options: Options) -> Counter[str]:
        """四混 counts where all else, flowers too, keeps within the limit."""
        others = TABLE.worth(standing, options) + moment.flowers
        if moment.wilds >= 4 and others <= int(options["si_hun_limit"]):
            return standing + Counter(["si_hun"])
        return standing

    def most(self, fan: int, moment: Moment, options: Options) -> int:
        if moment.wilds < 4:
            return fan
        within = min(fan, int(options["si_hun_limit"]) - moment.flowers)
        return max(fan, within + TABLE.points("si_hun", options))

    def hands(self, game: Game, event: Event, winner: Winner) -> Iterable[GbHand]:
        wilds = wilds_in(game, event, winner)
        if not wilds or winner.hand is None:
            yield from super().hands(game, event, winner)
            return
        checks.check_luck(event, winner)
        faces = wild_tiles(game)
        hand = hand_of(game, event, winner.seat, winner.hand)
        standing = tuple(tile for tile in hand.concealed if tile not in faces)
        drawn_wild = hand.win_tile in faces
        natural = standing if drawn_wild else (*standing, hand.win_tile)
        for chosen in stand_ins(natural, wilds, hand.melds):
            if not drawn_wild:
                yield replace(hand, concealed=(*standing, *chosen))
                continue
            for face in set(chosen):
                rest = list(chosen)
                rest.remove(face)
                yield replace(hand, concealed=(*standing, *rest), win_tile=face)


def _flowers(game: Game, seat: int) -> frozenset[int]:
    """Return the flowers that a seat has laid aside."""
    return frozenset(e["tile"] for e in game.record.of_type("flower") if e.seat == seat)


def _is_dealt_ready(game: Game, event: Event, seat: int) -> bool:
    """天听: a concealed kong of the dealer before it voids his."""
    ready = ready_event(game, event, seat, TIANTING.id)
    if ready is None:
        return False
    return seat != game.dealer or all(
        kong.seat != seat or kong["kind"] != "concealed"
        for kong in claims_before(game, ready)
        if kong.type == "kong"
    )


def _is_concealed(winner: Winner) -> bool:
    """Whether the winner has laid nothing open, by the tiles or by what the patterns say."""
    if winner.hand is not None:
        return winner.hand.is_concealed
    named = (winner.declared.patterns if winner.declared else None) or ()
    return not (ALWAYS_CONCEALED | {"men_qian_qing"}).isdisjoint(named)
