"""Options and checks that several house tables over Guobiao share."""

from scoring.first_turn import claims_before, flagged, has_melds, refuse_flag
from scoring.options import Option, switch
from scoring.ruleset import EARTHLY, HEAVENLY, HUMAN, Circumstance, Game
from scoring.text import Text

# Facts that cannot be true of a win in the first turns.
_NEVER_FIRST = ("kong_draw", "last_tile")
FIRST_TURN_FLAGS: tuple[Circumstance, ...] = (
    Circumstance(
        "heavenly",
        Text("天和", "Heavenly hand"),
        HEAVENLY.by,
        not_with=("earthly", "human", *_NEVER_FIRST),
        role="dealer",
    ),
    Circumstance(
        "earthly",
        Text("地和", "Earthly hand"),
        EARTHLY.by,
        not_with=("heavenly", "human", *_NEVER_FIRST),
        role="others",
    ),
    Circumstance(
        "human",
        Text("人和", "Human hand"),
        HUMAN.by,
        not_with=("heavenly", "earthly", "last_tile"),
    ),
)

COUNTS_FOR_MINIMUM = switch(
    "extension_counts_for_min",
    True,
    Text("加添的番种计入起和番", "Rows of this table count towards the minimum"),
    help=Text(
        "关闭后只有国标番种计入起和番。", "Off: only Guobiao's own fans help to reach the minimum."
    ),
    house_value=True,
)
SELF_DRAW_ONLY = switch(
    "self_draw_only",
    False,
    Text("只能自摸和", "Wins by self-draw only"),
    help=Text(
        "没有点炮，所以没有海底捞月和全求人；抢杠仍可和。",
        "No wins on discards, so neither Last Tile Claim nor Melded Hand; a kong may be robbed.",
    ),
    source="§2",
)


def mixed_four_suits(default: str) -> Option:
    """The option that says of how many suits 混四步 and 混四节 are."""
    return Option(
        "mixed_four_suits",
        default,
        Text("混四步、混四节的花色", "Suits of four mixed steps"),
        choices=("two_or_three", "three_only"),
        choice_labels={
            "two_or_three": Text("两种或三种", "Two or three"),
            "three_only": Text("必须三种", "All three"),
        },
        source="§1",
    )


def check_self_draw_only(game: Game) -> None:
    """Refuse wins on discards where the option wants self-draws."""
    if not game.options["self_draw_only"]:
        return
    for event in game.walk.wins:
        if event["by"] == "discard":
            game.problem(
                "not_allowed", "只能自摸和牌。", "Wins are by self-draw only.", event=event
            )


def check_dealt_wins(game: Game, *, first_seat_only: bool) -> None:
    """Heavenly hands are the dealer's as dealt, earthly ones another seat's first draw.

    ``first_seat_only``: only the seat after the dealer has an earthly hand. Nobody has called or
    konged before, so the winner has no melds.
    """
    for event, winner in flagged(game, "heavenly"):
        if winner.seat != game.dealer:
            words = Text("天和只有庄家有。", "Only the dealer has a heavenly hand.")
            refuse_flag(game, event, winner, words)
    for event, winner in flagged(game, "earthly"):
        if winner.seat == game.dealer:
            words = Text("地和是闲家的。", "The dealer has no earthly hand.")
            refuse_flag(game, event, winner, words)
        elif first_seat_only and winner.seat != (game.dealer + 1) % game.players:
            words = Text(
                "地和只有庄家的下家有；别家记作人和。",
                "Only the seat after the dealer has an earthly hand; enter others as human.",
            )
            refuse_flag(game, event, winner, words)
    for flag in ("heavenly", "earthly"):
        check_untouched(game, flag)


def check_untouched(game: Game, flag: str) -> None:
    """A flag of the first turn does not stand after a chow, pung or kong."""
    words = Text(
        "前面已有吃、碰、杠，不算天和、地和、人和。",
        "After a chow, pung or kong no win is of the first turn.",
    )
    for event, winner in flagged(game, flag):
        if claims_before(game, event) or has_melds(winner):
            refuse_flag(game, event, winner, words)
