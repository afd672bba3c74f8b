"""What the entry form of Shanghai asks for beside the win (shanghai.md §3)."""

from scoring.form_events import (
    dice_event,
    flower_event,
    kong_events,
    penalty_events,
    ready_events,
)
from scoring.form_facts import Ask, Choice, FormFacts, option_on
from scoring.text import Text

FORM = FormFacts(
    ways=("patterns", "tiles"),
    multi_win=True,
    meld_givers=True,
    several=option_on("multi_win", "all"),
    events=(
        dice_event("wall", Text("开宝（骰子）", "Doubles (wall dice)"), when=option_on("kai_bao")),
        flower_event(),
        *kong_events(pung_from=option_on("contract_melds")),
        *ready_events(Choice("qiao", Text("敲", "Knocks"), when=option_on("need_qiao"))),
        *penalty_events(
            Choice("false_win", Text("诈胡", "False win"), option="false_win_each"), amount=False
        ),
    ),
    winner=(
        Ask(
            "flowers",
            "number",
            Text("花（碰、杠的也算）", "Flowers, those of pungs and kongs too"),
            required=False,
            maximum=99,
        ),
        Ask(
            "contract",
            "seats",
            Text("承包的人", "Bound by contract"),
            required=False,
            apart_from="seat",
            when=option_on("contract_melds"),
        ),
    ),
    carry=(
        Choice("huang_fan", Text("黄番", "Drawn hands before")),
        Choice("kai_bao", Text("开宝", "Doubles")),
    ),
)
