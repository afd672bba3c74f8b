"""What the entry form of Taiwanese sixteen tiles asks for beside the win (taiwan16.md §3)."""

from scoring.form_events import (
    declared_number,
    flower_event,
    kong_events,
    penalty_events,
    ready_events,
    reveal_event,
)
from scoring.form_facts import Choice, FormFacts, option_on
from scoring.text import Text

READY = (
    Choice("baoting", Text("报听", "Declares ready")),
    Choice("diting", Text("地听", "Ready after the first discard")),
    Choice("tianting", Text("天听", "Ready as dealt")),
)
FORM = FormFacts(
    ways=("fan", "patterns", "tiles"),
    quick_fans=(3, 4, 5, 6, 7, 8, 9, 10, 12, 16),
    multi_win=True,
    several=option_on("multi_win", "all"),
    events=(
        flower_event(),
        *kong_events(),
        reveal_event(
            "bao", Text("宝牌", "Bonus tile"), count=1, phase="play", when=option_on("bao")
        ),
        *ready_events(*READY),
        *penalty_events(Choice("false_win", Text("诈胡", "False win")), amount=False),
    ),
    winner=(
        declared_number(
            "bao",
            Text("宝牌台数", "台 of bonus tiles"),
            maximum=85,
            ways=("fan", "patterns"),
            when=option_on("bao"),
        ),
    ),
)
