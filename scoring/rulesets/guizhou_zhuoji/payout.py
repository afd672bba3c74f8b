"""贵州捉鸡麻将 (guizhou_zhuoji.md): hands, 豆, 热炮, 抢杠, 查叫 and chickens."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from scoring import common
from scoring.declared_patterns import dearest, named_patterns
from scoring.drawn_states import hand_waits, states_of
from scoring.errors import Refusal, refuse
from scoring.example_hands import with_examples
from scoring.fields import PER_SEAT, Declared, Field, State, Winner
from scoring.form_facts import FormFacts, option_on
from scoring.hand import HandTiles
from scoring.house_game import HouseGame, Share, Worth, counted, was_drawn, winner_deals
from scoring.kong_money import book_kongs
from scoring.readings import is_seven_pairs, readings
from scoring.record import Event
from scoring.ruleset import KONG_DISCARD, KONG_DRAW, Game
from scoring.rulesets.guizhou_zhuoji.examples import EXAMPLES
from scoring.rulesets.guizhou_zhuoji.table import (
    DOU,
    DOU_NAMES,
    FAN,
    FORM_EVENTS,
    FORM_STATES,
    HOT,
    NAMES,
    OPTIONS,
    PATTERNS,
)
from scoring.suits import ONE_SUIT, suit_class
from scoring.text import Text
from scoring.tiles import TileSet, counts_of
from scoring.walk import SEAT_NAMES

ONE_SUIT_OF = {
    "ping_hu": "qing_yi_se",
    "da_dui_zi": "qing_da_dui",
    "qi_dui": "qing_qi_dui",
    "long_qi_dui": "qing_long_bei",
}


class GuizhouZhuoji(HouseGame):
    """One name per hand; kongs are paid apart, and a discard right after one costs it."""

    id = "guizhou_zhuoji"
    name = Text("贵州捉鸡麻将", "Guizhou Zhuoji")
    summary = Text(
        "一副牌一个番种；平胡点胡要有豆；豆另收，热炮丢豆还要赔，抢杠包三家。",
        "One pattern per hand; a plain hand needs a kong to win on a discard; a discard right "
        "after one's own kong loses and repays it; a robbed konger pays for all three.",
    )
    tile_set = TileSet("mps")
    options = OPTIONS
    patterns = with_examples(PATTERNS, EXAMPLES)
    circumstances = (KONG_DRAW, KONG_DISCARD)
    events = frozenset({"dice", "leave"})
    extra_events: ClassVar = {"ji": (Field("counts", PER_SEAT, True),)}
    after_end = frozenset({"ji", "adjust", "penalty", "leave"})
    once = ("ji",)
    reads_states = True
    form = FormFacts(
        ways=("patterns", "tiles"),
        events=FORM_EVENTS,
        states=FORM_STATES,
        one_pattern=True,
        multi_win=True,
        several=option_on("multi_win"),
    )
    money_flow = Text(
        "自摸三家付；点炮者一家付；抢杠的包三家。豆：闷豆每家20，转弯豆每家10，点豆点的人10。",
        "Self-draw: all three pay; a discard: the discarder alone; a robbed konger pays for three. "
        "Kongs: concealed 20 and added 10 from each, exposed 10 from the giver.",
    )
    next_dealer_words = Text(
        "胡牌的人坐庄，一炮多响由放炮的人坐庄（可改）；荒庄，庄家连庄。",
        "The winner deals, of several winners the discarder (an option); after a drawn "
        "hand the dealer stays.",
    )

    def check(self, game: Game) -> None:
        super().check(game)
        options = game.options
        common.forbid_chows(game)
        if not options["multi_win"]:
            common.forbid_several_winners(game)
        if not options["ji_points"]:
            common.forbid_events(game, "ji", "不算鸡。", "Chickens are not played.")
        for event in game.record.of_type("ji"):
            if min(event["counts"]) < 0:
                game.problem(
                    "bad_record", "鸡的数目不对。", "Chickens are counts from 0.", event=event
                )
        self._check_ready(game)

    def _check_ready(self, game: Game) -> None:
        """The states of a drawn hand, where an option looks at them (§7)."""
        options = game.options
        if not options["cha_jiao"] and options["dou_on_draw"] != "ready_only":
            return
        for event in game.record.of_type("exhaust"):
            if event.get("states") is None:
                game.problem(
                    "incomplete",
                    "没有写各家听没听牌。",
                    "The states of the seats are missing.",
                    event=event,
                )
        for event, seat, state in states_of(game):
            if state.state == "ready" and options["cha_jiao"]:
                try:
                    self._dearest(game, event, seat, state)
                except Refusal as refusal:
                    game.problems.extend(refusal.problems)

    def _dearest(self, game: Game, event: Event, seat: int, state: State) -> int:
        """Return the 番 of the dearest hand that a ready seat may win with."""
        known: list[int] = []
        if state.max_fan is not None:
            known.append(state.max_fan)
        if state.declared is not None:
            stand_in = Winner(seat, declared=Declared(state.declared.patterns or ()))
            known.append(self._fan(game, self._named(game, event, stand_in) or ""))
        if state.hand is not None:
            waiting = hand_waits(
                state.hand, self.tile_set, lambda hand, tile: self.wait_worth(game, hand, tile)
            )
            known += [max(waiting.values())] if waiting else []
        if not known and state.hand is None:
            raise refuse(
                "incomplete",
                f"没有写{SEAT_NAMES[seat].zh}家最大能和多少番。",
                f"{SEAT_NAMES[seat].en}'s dearest possible hand is missing.",
                event=event.index,
                seat=seat,
            )
        if len(set(known)) > 1 or min(known, default=1) < 1:
            raise refuse(
                "declared_mismatch",
                f"{SEAT_NAMES[seat].zh}家的番数不对。",
                f"{SEAT_NAMES[seat].en}'s fan is not that of the hand.",
                event=event.index,
                seat=seat,
            )
        return known[0] if known else 0

    def _fan(self, game: Game, name: str) -> int:
        return FAN[name] if name in FAN else int(game.options["qing_qi_dui_fan"])

    def _named(self, game: Game, event: Event, winner: Winner) -> str | None:
        names = named_patterns(self.patterns, game.options, event, winner)
        if names is not None and len(names) != 1:
            raise refuse(
                "unknown_pattern",
                "一副牌写一个番种。",
                "A hand has exactly one pattern.",
                event=event.index,
                seat=winner.seat,
            )
        return names[0] if names else None

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        return max((self._fan(game, name) for name in names_of(hand, tile)), default=None)

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        name = self._named(game, event, winner)
        if winner.hand is not None:
            found = [(one,) for one in names_of(winner.hand, event["tile"])]
            declared = None if name is None else (name,)
            (name,) = dearest(
                found, lambda names: self._fan(game, names[0]), declared, PATTERNS, event, winner
            )
        if name is None:
            raise RuntimeError("the checks let a winner pass who is not described")
        if name == "ping_hu":
            _check_plain(game, event, winner.seat)
        items = [(name, self._fan(game, name))]
        if "kong_draw" in event.get("flags", ()) and game.options["kong_draw_fan"]:
            items.append(("gang_shang_hu", game.options["kong_draw_fan"]))
        fan = sum(number for _name, number in items)
        return Worth(fan * game.options["unit"], tuple(items), fan)

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        words = counted(worth.items, NAMES, "＋")
        giver = event.giver
        if event["by"] == "self_draw" or giver is None:
            for payer in game.others(winner.seat):
                yield Share(payer, worth.points, words)
            return
        if event["by"] == "rob_kong" and game.options["rob_kong_pays"] == "all_three":
            all_three = Text("{hand}，抢杠包三家", "{hand}, for all three").format(hand=words)
            yield Share(giver, worth.points * (game.players - 1), all_three)
            return
        yield Share(giver, worth.points, words)
        hot = _hot_dou(game)
        first = event["winners"][0].seat == winner.seat
        if (
            hot is not None
            and game.options["hot_shot"] == "table"
            and (first or game.options["hot_multi"] == "each")
        ):
            reason = Text("热炮：{dou}", "Discard after a kong: {dou}")
            yield Share(
                giver,
                HOT[hot["kind"]] * game.options["unit"],
                reason.format(dou=DOU_NAMES[hot["kind"]]),
                "hot_dou",
            )

    def book_kongs(self, game: Game) -> None:
        void = set()
        hot = _hot_dou(game)
        if hot is not None and game.options["hot_shot"] != "none":
            void.add(hot.index)
        rule = game.options["dou_on_draw"]
        if was_drawn(game) and rule != "keep":
            ready = {seat for _e, seat, state in states_of(game) if state.state == "ready"}
            kept = ready if rule == "ready_only" else set()
            void |= {kong.index for kong in game.walk.kongs if kong.seat not in kept}

        def worth(kong: Event) -> int:
            return DOU[kong["kind"]] * int(game.options["unit"])

        book_kongs(game, worth, void=void, names=DOU_NAMES)

    def book_more(self, game: Game) -> None:
        if game.options["cha_jiao"]:
            self._book_ready(game)
        for event in game.record.of_type("ji"):
            for seat, chickens in enumerate(event["counts"]):
                amount = chickens * game.options["ji_points"]
                reason = Text("{n}只鸡", "{n} chickens").format(n=chickens)
                game.book.each("ji", game.others(seat), seat, amount, event.index, reason)

    def _book_ready(self, game: Game) -> None:
        states = states_of(game)
        for event, seat, state in states:
            if state.state != "ready":
                continue
            fan = self._dearest(game, event, seat, state)
            reason = Text("查叫：{n}番", "Ready for {n} fan").format(n=fan)
            payers = [other for _event, other, s in states if s.state == "not_ready"]
            amount = fan * game.options["unit"]
            game.book.each("da_jiao", payers, seat, amount, event.index, reason)

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        several = "giver" if game.options["multi_win_dealer"] == "discarder" else "first"
        return winner_deals(game, winners, several=several)


def names_of(hand: HandTiles, tile: int) -> Iterator[str]:
    """Yield every name that a winning hand may have; none where it is no win."""
    counts = counts_of([*hand.concealed, tile])
    shapes = set()
    for reading in readings(counts, melds=hand.melds):
        shapes.add("da_dui_zi" if reading.all_triplets else "ping_hu")
    if not hand.melds and is_seven_pairs(counts):
        shapes.add("long_qi_dui" if 4 in counts else "qi_dui")
    one_suit = suit_class([*hand.all_tiles(), tile]) == ONE_SUIT
    for shape in sorted(shapes):
        yield ONE_SUIT_OF[shape] if one_suit else shape


def _hot_dou(game: Game) -> Event | None:
    """The 豆 after which the winning tile was discarded (热炮)."""
    for event in game.walk.wins:
        if "kong_discard" in event.get("flags", ()):
            return game.walk.kong(event.get("kong"))
    return None


def _check_plain(game: Game, event: Event, seat: int) -> None:
    """平胡 wins on a discard only beside a 豆 of its own, or by 热炮 or 抢杠 (§4)."""
    if not game.options["ping_hu_needs_dou"] or event["by"] != "discard":
        return
    own = any(kong.seat == seat for kong in game.walk.standing_kongs())
    if not own and "kong_discard" not in event.get("flags", ()):
        raise refuse(
            "not_allowed",
            f"{SEAT_NAMES[seat].zh}家没有豆，平胡不能点胡。",
            f"{SEAT_NAMES[seat].en} has no kong: a plain hand cannot win on a discard.",
            event=event.index,
            seat=seat,
        )
