"""What the entry form of Nanchang asks for beside the win (nanchang.md §3)."""

from scoring.form_events import TILE, kong_events, leave_event, penalty_events, wild_event
from scoring.form_facts import Ask, Choice, FormEvent, option_on
from scoring.text import Text

HELD = Text("各家手里的精牌", "Wild tiles held")
FIRST_AND_SECOND = (
    Choice("first", Text("正精", "First")),
    Choice("second", Text("副精", "Second")),
)
FORM_EVENTS = (
    wild_event(Text("翻精", "Wild tiles")),
    *kong_events(),
    FormEvent(
        "chan",
        "chan",
        Text("抄庄", "Same tile in round one"),
        (TILE,),
        phase="any",
        once="hand",
        when=option_on("chao_zhuang"),
    ),
    FormEvent(
        "jing",
        "jing",
        Text("精分", "Wild tiles held"),
        (Ask("held", "per_seat_pairs", HELD, FIRST_AND_SECOND, maximum=4),),
        phase="after",
        once="hand",
        when=option_on("jing_score"),
    ),
    *penalty_events(
        Choice("false_win", Text("诈胡", "False win"), amount=10),
        Choice("other", Text("其他处罚", "Other penalty")),
    ),
    leave_event(),
)
