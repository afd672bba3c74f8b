"""联众: Guobiao with twelve more rows, wins of the first turns, and kongs of wild tiles.

Spec: lianzhong.md. What is not said there is Guobiao's.
"""

from collections.abc import Iterable, Iterator

from scoring import common
from scoring.fields import BOOL, TILE, TILE_LIST, Field, Winner
from scoring.first_turn import check_dealt_ready, check_ready_once, ready_event
from scoring.form_events import kong_events, penalty_events, ready_events
from scoring.form_facts import Ask, Choice, FormEvent, FormFacts, option_on
from scoring.ledger import Settlement
from scoring.record import Event
from scoring.ruleset import KONG_DRAW, LAST_TILE, Game, Options
from scoring.rulesets.guobiao.engine.shapes import Shape
from scoring.rulesets.guobiao.house import HouseGuobiao, Moment, patterns_of
from scoring.rulesets.guobiao.house_checks import (
    FIRST_TURN_FLAGS,
    check_dealt_wins,
    check_self_draw_only,
)
from scoring.rulesets.guobiao.house_rows import rows_of_shape
from scoring.rulesets.guobiao.payout import FALSE_WIN, FOURTH_TILE, Guobiao
from scoring.rulesets.lianzhong.options import BUNDLES, OPTIONS
from scoring.rulesets.lianzhong.table import TABLE
from scoring.text import Text
from scoring.tiles import FLOWERS, TileSet

TIANTING = Choice("tianting", Text("天听", "Ready as dealt"))
# What each other seat pays for a kong of wild tiles at once (§3).
WILD_KONG = 88
_BY_FLAG = {"heavenly": "tian_hu", "earthly": "di_hu", "human": "ren_hu"}
_WITH_WILDS = option_on("hun_gang", "winner_fan", "instant")
_WILD = FormEvent(
    "wild",
    "wild",
    Text("混牌", "Wild tiles"),
    (
        Ask("indicator", "tile", Text("翻出的牌", "Tile turned up"), required=False),
        Ask("tiles", "tiles", Text("哪些是混", "Wild tiles"), count=4),
    ),
    "before",
    once="hand",
    when=_WITH_WILDS,
)
_WILD_KONG_ASK = Ask(
    "wild", "switch", Text("四张混", "Four wild tiles"), required=False, when=_WITH_WILDS
)


class Lianzhong(HouseGuobiao):
    """Guobiao's payouts; twelve more rows, from 258将 to 四方大发."""

    id = "lianzhong"
    name = Text("联众麻将", "Lianzhong (Ourgame)")
    summary = Text(
        "国标番种之外另有十二种：四方大发、天和、地和、人和、混杠、天听、混步、混节、258将、幺九头。",
        "Guobiao with twelve more rows: Four Winds and Green, first-turn wins, kongs of wild "
        "tiles, mixed steps, and pairs of 2, 5, 8 or 1, 9.",
    )
    table = TABLE
    one_of = TABLE.one_of
    options = OPTIONS
    bundles = BUNDLES
    patterns = patterns_of(TABLE)
    example_options = {"min_fan": 0}
    circumstances = (KONG_DRAW, LAST_TILE, FOURTH_TILE, *FIRST_TURN_FLAGS)
    events = Guobiao.events | {"ready", "wild"}
    extra_fields = {
        "wild": (Field("indicator", TILE), Field("tiles", TILE_LIST, True)),
        "kong": (Field("wild", BOOL),),
    }
    form = FormFacts(
        ways=Guobiao.form.ways,
        quick_fans=Guobiao.form.quick_fans,
        also_ticked=Guobiao.form.also_ticked,
        flowers=True,
        several=option_on("multi_win", "all"),
        events=(
            _WILD,
            *kong_events(extra={"concealed": (_WILD_KONG_ASK,)}),
            *ready_events(TIANTING),
            *penalty_events(FALSE_WIN),
        ),
    )

    def rows_of_shape(self, shape: Shape, options: Options) -> Iterable[str]:
        return rows_of_shape(shape, options["mixed_four_suits"] == "three_only")

    def moment(self, game: Game, event: Event, winner: Winner, flowers: int) -> Moment:
        return Moment(tuple(self._rows_of_event(game, event, winner)), flowers)

    def _rows_of_event(self, game: Game, event: Event, winner: Winner) -> Iterator[str]:
        yield from (row for flag, row in _BY_FLAG.items() if flag in event.get("flags", ()))
        if ready_event(game, event, winner.seat, TIANTING.id):
            yield "tian_ting"
        own = (kong for kong in _wild_kongs(game) if kong.seat == winner.seat)
        if game.options["hun_gang"] == "winner_fan" and any(own):
            yield "hun_gang"

    def check(self, game: Game) -> None:
        super().check(game)
        check_self_draw_only(game)
        common.check_kinds(game, "ready", (TIANTING.id,))
        check_ready_once(game)
        check_dealt_ready(game, (TIANTING.id,))
        xia_jia = game.options["di_hu_scope"] == "xia_jia"
        check_dealt_wins(game, first_seat_only=xia_jia)
        _check_wild_tiles(game)

    def pay(self, game: Game) -> Settlement:
        if game.options["hun_gang"] == "instant" and common.wiped_before(game) < 0:
            for kong in _wild_kongs(game):
                reason = Text("混杠：每家{n}", "Kong of wild tiles: {n} from each").format(
                    n=WILD_KONG
                )
                payers = game.others(kong.seat)
                game.book.each("kong", payers, kong.seat, WILD_KONG, kong.index, reason)
        return super().pay(game)


def _wild_kongs(game: Game) -> list[Event]:
    return [kong for kong in game.walk.standing_kongs() if kong.get("wild")]


def _check_wild_tiles(game: Game) -> None:
    """Wild tiles and their kongs: none without the option, four tiles to a kong with it."""
    wilds = game.record.of_type("wild")
    kongs = [kong for kong in game.walk.kongs if kong.get("wild")]
    if game.options["hun_gang"] == "off":
        for event in (*wilds, *kongs):
            game.problem("not_allowed", "没有混牌。", "There are no wild tiles here.", event=event)
        return
    for event in wilds[1:]:
        game.problem("not_allowed", "混牌只写一次。", "The wild tiles are named once.", event=event)
    for kong in kongs:
        if kong["kind"] != "concealed":
            game.problem(
                "not_allowed",
                "混杠是暗杠。",
                "A kong of wild tiles is concealed.",
                event=kong,
                seat=kong.seat,
            )
    for kong in kongs[_most_kongs(wilds[0] if wilds else None) :]:
        game.problem(
            "too_many_tiles",
            "没有这么多混牌。",
            "There are not that many wild tiles.",
            event=kong,
            seat=kong.seat,
        )
    # Wild flowers are four faces: a kong of them is named by the face that they stand for.
    faces = _named(wilds[0]) if wilds else set()
    for kong in kongs if faces and not faces & set(FLOWERS) else ():
        if kong["tile"] not in faces:
            game.problem(
                "not_allowed",
                "这张牌不是混。",
                "This tile is not wild.",
                event=kong,
                seat=kong.seat,
            )


def _named(wild: Event) -> set[int]:
    return {tile for some in wild["tiles"] for tile in some}


def _most_kongs(wild: Event | None) -> int:
    """Return how many kongs the wild tiles make; one where nobody has named them."""
    if wild is None:
        return 1
    tiles = TileSet("mpsz", flowers=8)
    return sum(tiles.copies(tile) for tile in _named(wild)) // 4
