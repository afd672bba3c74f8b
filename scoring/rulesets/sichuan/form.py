"""What the entry forms of the family ask for beside the win (§3 of the specs)."""

from dataclasses import replace

from scoring.form_events import (
    declared_number,
    dice_event,
    exchange_event,
    kong_events,
    leave_event,
    penalty_events,
    states,
    unseen_ask,
    void_event,
)
from scoring.form_facts import Choice, FormEvent, FormFacts, When, option_on
from scoring.ruleset import EARTHLY, HEAVENLY, KONG_DISCARD, KONG_DRAW, LAST_TILE
from scoring.text import Text

KONG_NAMES = {
    "exposed": Text("刮风（直杠）", "Exposed kong"),
    "added": Text("刮风（面下杠）", "Added kong"),
    "concealed": Text("下雨（暗杠）", "Concealed kong"),
}
_DICE = option_on("exchange_direction", "dice_plus_one")
_ONE_DIE = option_on("exchange_direction", "dice_thirds")
_EXCHANGE = option_on("exchange_three")
EVENTS: tuple[FormEvent, ...] = (
    dice_event(
        "exchange", Text("换三张的骰子", "Dice for the exchange"), by=True, when=_EXCHANGE + _DICE
    ),
    exchange_event(when=_EXCHANGE),
    void_event(when=option_on("declare_void")),
    *kong_events(names=KONG_NAMES, linked=True),
    *penalty_events(
        Choice("false_win", Text("麻胡", "False win")),
        Choice("short", Text("小相公（少牌）", "Too few tiles")),
        Choice("long", Text("大相公（多牌）", "Too many tiles")),
        amount=None,
    ),
    leave_event(),
)
# A referee is asked for what the options look at.
CIRCUMSTANCES = (
    replace(KONG_DRAW, name=Text("杠上花", "Out on a kong")),
    KONG_DISCARD,
    replace(LAST_TILE, when=option_on("last_tile_fan")),
    replace(HEAVENLY, name=Text("天胡", "Heavenly hand"), when=option_on("tian_hu_fan")),
    replace(EARTHLY, name=Text("地胡", "Earthly hand"), when=option_on("di_hu_fan")),
)
GEN_WORDS = Text("根（四张一样的，杠也算）", "Fours (根), kongs included")


def form_of(*, winners_leave: bool, exhausted: tuple[str, ...], gen: When = ()) -> FormFacts:
    """Return the form of one game; ``exhausted`` are the states that a drawn hand can have."""
    # A row alone tells what a hand brings only where kongs are counted by themselves.
    ways = ("max_fan", "tiles") if winners_leave else ("max_fan", "tiles", "declared")
    prices = {"ready": ways} if winners_leave else {"ready": ways, "won": ways}
    return FormFacts(
        ways=("patterns", "tiles"),
        one_pattern=True,
        multi_win=True,
        several=option_on("multi_win", "all"),
        events=EVENTS,
        winner=(
            declared_number(
                "gen",
                GEN_WORDS,
                maximum=4,
                counts="kong",
                counts_when=option_on("gen_counts", "all"),
                when=gen,
            ),
        ),
        states=states(
            *exhausted,
            price=prices,
            optional=() if winners_leave else ("won",),
            asks={"ready": (unseen_ask(when=option_on("dead_wait_counts", False)),)},
        ),
        winners_leave=winners_leave,
    )
