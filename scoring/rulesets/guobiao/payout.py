"""国标麻将: from fan to points (guobiao.md §3-§6)."""

from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from scoring import common
from scoring.drawn_states import check_states
from scoring.errors import Refusal, refuse
from scoring.fields import Winner
from scoring.form_events import kong_events, penalty_events
from scoring.form_facts import option_on
from scoring.hand import HandTiles
from scoring.ledger import Settlement, WinResult
from scoring.options import Bundle
from scoring.record import Event
from scoring.ruleset import (
    KONG_DRAW,
    LAST_TILE,
    Choice,
    Circumstance,
    CountedRows,
    FormFacts,
    Game,
    Options,
    Ruleset,
)
from scoring.rulesets.guobiao.declared import fan_of_patterns, named_fans
from scoring.rulesets.guobiao.engine.explain import explain
from scoring.rulesets.guobiao.fan_patterns import PATTERNS
from scoring.rulesets.guobiao.options import BUNDLES, OPTIONS
from scoring.rulesets.guobiao.profile import fan_points, may_stand_beside
from scoring.rulesets.guobiao.quick.ready import waiting_tiles
from scoring.rulesets.guobiao.table import GUOBIAO, ONE_OF
from scoring.rulesets.guobiao.tiles_door import fan_of_tiles, hand_of
from scoring.shown_claims import check_claims_shown
from scoring.text import Text
from scoring.tile_total import check_tile_total
from scoring.tiles import TileSet
from scoring.walk import SEAT_NAMES

FOURTH_TILE = Circumstance(
    # With a robbed kong the flag is always true and never counts.
    "fourth_tile",
    Text("和绝张", "Last Tile of its kind"),
    ("self_draw", "discard", "rob_kong"),
)
FALSE_WIN = Choice("false_win", Text("错和 / 诈和", "False win"), option="false_win_each")


@dataclass(frozen=True, slots=True)
class Worth:
    """A winner's fan: without flowers (None where the sheet's number has them inside), and all.

    ``counted`` is what the minimum looks at, where that is not all of ``plain``; ``items`` are the
    rows counted, where a game tells them.
    """

    plain: int | None
    total: int
    counted: int | None = field(default=None, compare=False)
    items: tuple[tuple[str, int], ...] | None = field(default=None, compare=False)

    @property
    def for_minimum(self) -> int:
        if self.counted is not None:
            return self.counted
        return self.total if self.plain is None else self.plain


class Guobiao(Ruleset):
    """Chinese official rules: a winner collects the base from everybody and the fan from the
    discarder, or both from all three on a self-draw."""

    id = "guobiao"
    name = Text("国标麻将", "Guobiao (MCR)")
    summary = Text(
        "八番起和，底分八分；点炮者付底分加番，其余各付底分，自摸三家各付底分加番。",
        "Eight fan to win, base eight: the discarder pays base and fan, the others the base; "
        "on a self-draw all three pay base and fan.",
    )
    tile_set = TileSet("mpsz", flowers=8)
    options = OPTIONS
    bundles: ClassVar[tuple[Bundle, ...]] = BUNDLES
    patterns = PATTERNS
    one_of: ClassVar[tuple[tuple[str, ...], ...]] = ONE_OF
    example_options = {"min_fan": 0}
    circumstances: ClassVar[tuple[Circumstance, ...]] = (KONG_DRAW, LAST_TILE, FOURTH_TILE)
    events = frozenset({"flower", "chow", "reveal"})
    # Tiles shown after a hand move nothing here.
    unasked = frozenset({"reveal"})
    penalty_kinds: ClassVar[tuple[str, ...] | None] = None
    form = FormFacts(
        ways=("fan", "patterns", "tiles"),
        quick_fans=(8, 9, 10, 11, 12, 13, 14, 16, 18, 24, 26, 32, 48, 64, 88),
        flowers=True,
        several=option_on("multi_win", "all"),
        also_ticked=(
            "quan_qiu_ren",
            "men_qian_qing",
            "bian_zhang",
            "kan_zhang",
            "dan_diao_jiang",
        ),
        events=(*kong_events(rare=True), *penalty_events(FALSE_WIN)),
    )
    money_flow = Text(
        "点炮：点炮者付底分加番，另两家各付底分。自摸：三家各付底分加番。荒牌不付。",
        "Discard: the discarder pays base and fan, the other two the base. Self-draw: all three "
        "pay base and fan. A drawn hand moves nothing.",
    )
    next_dealer_words = Text(
        "下家坐庄，不管谁和，不连庄；作废的一盘由原庄家重打。",
        "The next seat deals, whoever wins; an annulled hand is dealt again by the same dealer.",
    )
    dealer_rule = "chart"
    deal_limit = 16
    start_score = 500

    def check(self, game: Game) -> None:
        super().check(game)
        common.check_flowers(game)
        common.check_declared_keys(game, numbers=("fan", "fan_with_flowers"))
        check_tile_total(game, self.tile_set)
        in_hand = self.flowers_in_hand(game.options)
        if not in_hand:
            common.check_no_flower_claimed(game)
        check_states(game, self.tile_set, partial(self.completed_by, game), flowers=in_hand)
        for event in game.walk.wins:
            if len(event["winners"]) > 1 and game.options["multi_win"] != "all":
                game.problem(
                    "not_allowed",
                    "国标只有点炮者下家起第一家能和，不能一炮多响。",
                    "Only the first seat in turn order wins a discard.",
                    event=event,
                )
            for winner in event["winners"]:
                self._check_winner(game, event, winner)

    def completed_by(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        """Say whether a tile completes a hand (0), whatever it is worth; None where not."""
        return 0 if tile in waiting_tiles(hand.concealed, len(hand.melds)) else None

    def _check_winner(self, game: Game, event: Event, winner: Winner) -> None:
        declared = winner.declared
        seat = SEAT_NAMES[winner.seat]
        if declared is None and winner.hand is None:
            game.problem(
                "incomplete",
                f"没有写{seat.zh}家的番数、番种或手牌。",
                f"{seat.en}'s fan, patterns or tiles are missing.",
                event=event,
                seat=winner.seat,
            )
        if declared is None:
            return
        numbers = (declared.fan, declared.fan_with_flowers)
        if declared.patterns is None and numbers == (None, None) and winner.hand is None:
            game.problem(
                "incomplete",
                f"没有写{seat.zh}家的番数或番种。",
                f"{seat.en}'s fan or patterns are missing.",
                event=event,
                seat=winner.seat,
            )
        if None not in numbers:
            game.problem(
                "declared_mismatch",
                "番数只写一个：含花或不含花。",
                "Give one number only: with flowers or without.",
                event=event,
                seat=winner.seat,
            )

    def pay(self, game: Game) -> Settlement:
        wins: list[WinResult] = []
        for event in game.walk.wins:
            self._pay_win(game, event, wins)
        game.check()
        check_claims_shown(game)
        game.check()
        ending = game.walk.ending
        common.book_penalties(game, game.options["false_win_each"], {FALSE_WIN.id: FALSE_WIN.name})
        self.book_adjustments(game)
        return Settlement(
            players=game.players,
            ledger=tuple(game.book.lines),
            end=ending.type if ending is not None else "win",
            next_dealer=self._next_dealer(game, ending),
            wins=tuple(wins),
        )

    def _next_dealer(self, game: Game, ending: Event | None) -> int:
        if ending is not None and ending.type == "abort":
            return game.dealer
        return (game.dealer + 1) % game.players

    def _pay_win(self, game: Game, event: Event, wins: list[WinResult]) -> None:
        winners: tuple[Winner, ...] = event["winners"]
        seats = {winner.seat for winner in winners}
        base: int = game.options["base"]
        for winner in winners:
            try:
                worth = self._worth(game, event, winner)
            except Refusal as refusal:
                game.problems.extend(refusal.problems)
                continue
            wins.append(WinResult(event.index, winner.seat, worth.total, items=worth.items))
            if event["by"] == "self_draw":
                reason = Text(
                    "自摸：底分{base}＋{fan}番", "Self-draw: base {base} + {fan} fan"
                ).format(base=base, fan=worth.total)
                payers = game.others(winner.seat)
                game.book.each("win", payers, winner.seat, base + worth.total, event.index, reason)
                continue
            giver = event.giver
            for payer in game.others(*seats):
                if payer == giver:
                    words = (
                        Text("点炮：底分{base}＋{fan}番", "Discard: base {base} + {fan} fan")
                        if event["by"] == "discard"
                        else Text(
                            "被抢杠：底分{base}＋{fan}番", "Robbed kong: base {base} + {fan} fan"
                        )
                    )
                    amount = base + worth.total
                    reason = words.format(base=base, fan=worth.total)
                else:
                    amount = base
                    reason = Text("底分{base}", "Base {base}").format(base=base)
                game.book.pay("win", payer, winner.seat, amount, event.index, reason)

    def _worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        flowers = self.flowers_of(game, winner.seat)
        declared = winner.declared
        facts = [
            self.of_tiles(game, event, winner, flowers),
            self.of_patterns(game, event, winner, flowers),
        ]
        if declared is not None and declared.fan is not None:
            facts.append(Worth(declared.fan, declared.fan + flowers))
        known = [worth for worth in facts if worth is not None]
        if declared is not None and declared.fan_with_flowers is not None:
            return self._with_flowers_inside(
                game, event, winner.seat, declared.fan_with_flowers, known
            )
        if any(worth != known[0] for worth in known):
            numbers = " ≠ ".join(str(worth.plain) for worth in known)
            raise refuse(
                "declared_mismatch",
                f"番数不一致：{numbers}。",
                f"The fan given differ: {numbers}.",
                event=event.index,
                seat=winner.seat,
            )
        self._check_minimum(game, event, winner.seat, known[0].for_minimum)
        return known[0]

    def _with_flowers_inside(
        self, game: Game, event: Event, seat: int, number: int, known: list[Worth]
    ) -> Worth:
        """A sheet's number that has the flowers inside: patterns or tiles may fall short of it by
        up to eight flowers, and the minimum looks at the number alone (EVENTS §10)."""
        for worth in known:
            if not 0 <= number - (worth.plain or 0) <= 8:
                raise refuse(
                    "declared_mismatch",
                    f"番数不一致：牌是{worth.plain}番，写的是{number}番（含花）。",
                    f"The hand is worth {worth.plain} fan, {number} with flowers was given.",
                    event=event.index,
                    seat=seat,
                )
        self._check_minimum(game, event, seat, number)
        return Worth(None, number)

    def _check_minimum(self, game: Game, event: Event, seat: int, fan: int) -> None:
        minimum: int = game.options["min_fan"]
        if fan < minimum:
            raise refuse(
                "below_minimum",
                f"{SEAT_NAMES[seat].zh}家只有{fan}番（花不算），不到{minimum}番，不能和。",
                f"{SEAT_NAMES[seat].en} has {fan} fan without flowers; a win needs {minimum}.",
                event=event.index,
                seat=seat,
            )

    def rows_of(self, game: Game, event: Event, winner: Winner) -> CountedRows | None:
        options = game.options
        if winner.hand is not None:
            told = explain(hand_of(game, event, winner.seat, winner.hand), options)
            left = tuple((n.fan, fan_points(n.fan, options), n.words) for n in told.not_counted)
            rows = tuple((fan, points * n) for fan, points, n in told.score.fans)
            return CountedRows(rows, left)
        if winner.declared is None or winner.declared.patterns is None:
            return None
        named = named_fans(GUOBIAO, options, event, winner)
        rows = tuple((fan, GUOBIAO.points(fan, options) * n) for fan, n in named.items())
        return CountedRows(rows)

    def stands_beside(self, pattern: str, excluded: str, options: Options) -> bool:
        return may_stand_beside(pattern, excluded, options)

    def flowers_of(self, game: Game, seat: int) -> int:
        """Return the fan of a seat's flowers; they do not help to reach the minimum."""
        return game.walk.flowers_of(seat) * int(game.options["flower_fan"])

    def of_tiles(self, game: Game, event: Event, winner: Winner, flowers: int) -> Worth | None:
        """Return what the tiles of a winner are worth, None where they are not given."""
        if winner.hand is None:
            return None
        plain = fan_of_tiles(game, event, winner)
        return Worth(plain, plain + flowers)

    def of_patterns(self, game: Game, event: Event, winner: Winner, flowers: int) -> Worth | None:
        """Return what the patterns of a winner are worth, None where they are not named."""
        if winner.declared is None or winner.declared.patterns is None:
            return None
        plain = fan_of_patterns(game, event, winner)
        return Worth(plain, plain + flowers)
