"""The frame of the three Sichuan games: what they share, and the hooks by which they differ."""

from abc import ABC
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from scoring import common
from scoring.errors import refuse
from scoring.fields import Declared
from scoring.ledger import Settlement
from scoring.options import Value
from scoring.record import Event
from scoring.ruleset import Game, Ruleset
from scoring.rulesets.sichuan import before_play, claims, exhaust, wins
from scoring.rulesets.sichuan.form import CIRCUMSTANCES
from scoring.rulesets.sichuan.play import Play
from scoring.tiles import TileSet

HANDLERS: Mapping[str, Callable[[Play, Event], None]] = {
    "dice": before_play.take_dice,
    "void": before_play.take_void,
    "exchange": before_play.take_exchange,
    "kong": claims.take_kong,
    "pung": claims.take_pung,
    "draw": claims.take_turn,
    "discard": claims.take_turn,
    "penalty": claims.take_penalty,
    "leave": claims.take_leave,
    "abort": claims.take_abort,
    "win": wins.take_win,
    "exhaust": exhaust.take_exhaust,
}
# What is looked at first in an event: whether the hand is over, then as §12 has it the seats, who
# is out, flags, references, tiles.
_STAGES = {
    "after_end": -1,
    "bad_seat": 0,
    "already_won": 1,
    "not_allowed": 2,
    "bad_flags": 3,
    "bad_reference": 4,
}
# What the options that a game leaves out stand for.
FIXED: Mapping[str, Any] = {
    "score_system": "doubling",
    "kong_mode": "instant",
    "hua_zhu_rule": "flat",
    "hua_zhu_payees": "active",
    "hua_zhu_times": 0,
    "bao_zi_kong_out": False,
    "rob_kong_value": "pattern",
    "post_win_exposed_kong": False,
    "multi_win_dealer": "first_event",
}


class SichuanGame(Ruleset, ABC):
    """108 tiles, no chows, two suits at most; kongs pay money, the wall's end is looked into."""

    tile_set = TileSet("mps")
    circumstances = CIRCUMSTANCES
    events = frozenset({"dice", "exchange", "void", "leave", "reveal"})
    unasked = frozenset({"reveal"})
    after_end = frozenset({"adjust", "reveal"})
    penalty_kinds = ("false_win", "short", "long")
    ends_as_usual = False
    # How many seats must have won for the hand to be over; None: only the wall ends it.
    wins_end: ClassVar[int | None] = None
    # Whether a seat that has won takes no further part.
    winners_leave: ClassVar[bool] = True

    def resolve_options(self, overrides: Mapping[str, object]) -> dict[str, Value]:
        values = super().resolve_options(overrides)
        rules: Mapping[str, Any] = {**FIXED, **values}
        if rules["hua_zhu_points"] == "cap" and not rules["cap_fan"]:
            raise refuse(
                "bad_option",
                "花猪赔满庄，要先定封顶番数。",
                "“hua_zhu_points”: the cap needs “cap_fan”.",
                field="hua_zhu_points",
            )
        if rules["score_system"] == "doubling" and rules["kong_mode"] != "instant":
            raise refuse(
                "bad_option",
                "按番翻倍时杠分要当场付。",
                "“kong_mode” must be instant with the doubling table.",
                field="kong_mode",
            )
        return values

    def check(self, game: Game) -> None:
        super().check(game)
        common.forbid_chows(game)
        _forbid_chows_in_states(game)
        rules = {**FIXED, **game.options}
        broken = frozenset(p.event for p in game.problems if p.event is not None)
        play = Play(game, rules, self.wins_end, self.winners_leave, self.after_end, broken)
        for event in game.record.events:
            play.take(event, HANDLERS)
        _check_numbers(play)
        if not game.unfinished:
            _check_end(play)
        game.problems.extend(play.problems)
        game.problems.sort(key=lambda problem: _STAGES.get(problem.code, len(_STAGES)))
        game.kept = play

    def has_ended(self, game: Game) -> bool:
        play: Play = game.kept
        return bool(play.end)

    def pay(self, game: Game) -> Settlement:
        play: Play = game.kept
        game.book.lines += play.lines()
        self.book_adjustments(game)
        return Settlement(
            players=game.players,
            ledger=tuple(game.book.lines),
            end=play.end,
            next_dealer=DEALERS[game.options["next_dealer"]](play),
            wins=tuple(play.results),
        )


def _forbid_chows_in_states(game: Game) -> None:
    for event in game.record.of_type("exhaust"):
        for seat, state in enumerate(event.get("states", ())):
            if state.hand and any(meld.kind == "chow" for meld in state.hand.melds):
                game.problem(
                    "not_allowed", "不能吃牌。", "Chows are not played.", event=event, seat=seat
                )


def _check_numbers(play: Play) -> None:
    """Refuse numbers that stand for a whole hand: these games count rows."""
    for event in play.game.record.of_type("win", "exhaust"):
        holders = [(w.seat, w.declared) for w in event.get("winners", ())]
        holders += [(seat, s.declared) for seat, s in enumerate(event.get("states", ()))]
        for seat, declared in holders:
            if declared is not None and _has_number(declared):
                play.problem(
                    "bad_record",
                    "这种玩法写番种，不写总番数。",
                    "This game has no number for a whole hand.",
                    event,
                    seat,
                )


def _has_number(declared: Declared) -> bool:
    return declared.fan is not None or declared.fan_with_flowers is not None


def _check_end(play: Play) -> None:
    if not play.end:
        play.problem(
            "incomplete",
            "这一盘还没有结束。",
            "The hand has no end: it is not won, and the wall is not used up.",
        )
    if play.options["declare_void"] and play.end != "abort":
        for seat in range(play.players):
            if seat not in play.voids:
                play.problem(
                    "incomplete", "{seat}家没有定缺。", "{seat}'s void suit is missing.", None, seat
                )


def _kept_deal(play: Play) -> int:
    """The dealer after a hand that nobody won, or that was annulled."""
    last = play.game.record.context.last_dealers
    if play.end == "exhaust" and play.options["draw_dealer"] == "previous" and last:
        return last[0]
    return play.game.dealer


def _by_dice(_play: Play) -> None:
    return None


def _first_winner(play: Play) -> int:
    """The first winner; of several at once their discarder."""
    if not play.win_events or play.end == "abort":
        return _kept_deal(play)
    several = [event for event in play.win_events if len(event["winners"]) > 1]
    first = play.win_events[0]
    if several and (several[0] is first or play.options["multi_win_dealer"] == "any"):
        giver: int = several[0]["from"]
        return giver
    winner: int = first["winners"][0].seat
    return winner


def _discarder(play: Play) -> int:
    """Who alone has paid the win; a winner whom all have paid."""
    if not play.win_events or play.end == "abort":
        return _kept_deal(play)
    event = play.win_events[0]
    seat: int = event["winners"][0].seat
    kong = next((k for k in play.kongs if k.event.get("id") == event.get("kong", "")), None)
    payers = wins.payers_of(play, event, seat, kong)
    return payers[0] if len(payers) == 1 else seat


DEALERS: Mapping[str, Callable[[Play], int | None]] = {
    "first_winner": _first_winner,
    "winner": _first_winner,
    "discarder": _discarder,
    "dice": _by_dice,
}
