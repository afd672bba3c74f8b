"""What the entry form of 推倒胡 asks for beside the win (guangdong_tuidaohu.md §3)."""

from scoring.form_events import (
    declared_number,
    kong_events,
    penalty_events,
    reveal_event,
    wild_event,
)
from scoring.form_facts import Choice, FormFacts, option_on
from scoring.text import Text

GHOSTS = Text("手里几张鬼", "Ghosts in the hand")
FORM = FormFacts(
    ways=("patterns", "tiles"),
    multi_win=True,
    several=option_on("multi_win", "all"),
    events=(
        wild_event(Text("翻鬼", "Ghost"), count=1, when=option_on("ghost", "flip_next")),
        *kong_events(),
        reveal_event(
            "horse",
            Text("买马", "Horses"),
            seat=True,
            count=2,
            once="seat",
            when=option_on("horses"),
        ),
        *penalty_events(
            Choice("false_win", Text("诈胡", "False win"), option="false_win_each"), amount=False
        ),
    ),
    winner=(
        declared_number(
            "ghosts",
            GHOSTS,
            maximum=4,
            required=True,
            with_event="wild",
            when=option_on("ghost", "flip_next"),
        ),
        declared_number(
            "ghosts", GHOSTS, maximum=4, required=True, when=option_on("ghost", "hongzhong")
        ),
    ),
)
