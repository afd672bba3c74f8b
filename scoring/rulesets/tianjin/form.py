"""What the entry form of Tianjin asks for beside the win (tianjin.md §3)."""

from dataclasses import replace

from scoring.form_events import (
    SEAT,
    TILE,
    dice_event,
    flower_event,
    kong_events,
    leave_event,
    penalty_events,
    stake_event,
    wild_event,
)
from scoring.form_facts import Ask, Choice, FormEvent, option_on
from scoring.rulesets.tianjin.table import BETS, BETTING
from scoring.text import Text

CAI = Ask(
    "cai",
    "choice",
    Text("什么彩", "Which bet"),
    tuple(Choice(name, words) for name, words in BETS.items()),
)
NEXT_ONLY = replace(
    wild_event(count=1, when=option_on("wild_mode", "next_only")), id="wild_next_only"
)
FORM_EVENTS = (
    stake_event("zuo_zhuang", Text("坐庄", "Dealer doubles"), role="dealer"),
    stake_event(
        "la_zhuang",
        Text("拉庄", "Doubles against the dealer"),
        role="others",
        high=2,
        when=option_on("max_la"),
    ),
    stake_event("chuai", Text("踹", "Dealer answers"), role="dealer", when=option_on("chuai")),
    stake_event("cai", Text("下彩", "Side bet"), high=None, when=BETTING, extra=(CAI,)),
    dice_event("wall", Text("开牌的骰子", "Dice for the wall"), by=True),
    dice_event("wild", Text("翻混的骰子", "Dice for the wild tile"), by=True),
    wild_event(when=option_on("wild_mode", "indicator_and_next")),
    NEXT_ONLY,
    FormEvent(
        "chan",
        "chan",
        Text("铲", "All followed the dealer's first discard"),
        (TILE,),
        phase="any",
        once="hand",
        when=option_on("chan"),
    ),
    *kong_events(names={"exposed": Text("明杠", "Exposed kong")}),
    replace(flower_event(), when=option_on("tile_count", 144)),
    FormEvent("cai", "cai", Text("中彩", "A bet was met"), (CAI, SEAT), phase="any", when=BETTING),
    *penalty_events(
        Choice("false_win", Text("诈胡", "False win"), amount=10),
        Choice("other", Text("其他处罚", "Other penalty")),
    ),
    leave_event(),
)
