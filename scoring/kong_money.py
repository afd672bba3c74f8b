"""Kong money of games in which every kong is paid by itself, whoever wins."""

from collections.abc import Callable, Collection

from scoring.form_events import KONG_NAMES
from scoring.record import Event
from scoring.ruleset import Game
from scoring.text import Text

# What one payer owes another for a kong, in points.
Worth = Callable[[Event], int]
Factor = Callable[[int, int], int]


def single(_payer: int, _receiver: int) -> int:
    """The factor of games in which no seat pays or collects more than another."""
    return 1


def doubled_for_dealer(game: Game) -> Factor:
    """Return the factor 2 between the dealer and anybody else."""
    return lambda payer, receiver: 2 if game.dealer in (payer, receiver) else 1


def kongs_lapse(game: Game) -> bool:
    """Whether the option ``kongs_on_draw`` voids the kong money of this hand."""
    ending = game.walk.ending
    drawn = ending is not None and ending.type == "exhaust"
    return drawn and game.options["kongs_on_draw"] == "void"


def book_kongs(
    game: Game,
    worth: Worth,
    *,
    factor: Factor = single,
    giver_pays: bool = True,
    void: Collection[int] = (),
    names: dict[str, Text] = KONG_NAMES,
) -> None:
    """Book what every kong brings that was not robbed.

    An exposed kong is paid by its giver alone if ``giver_pays``, any other by all. ``worth`` says
    what one payer owes before the ``factor`` of payer and konger; ``void`` are indices of kongs
    that bring nothing.
    """
    for kong in game.walk.standing_kongs():
        if kong.index in void:
            continue
        alone = giver_pays and kong["kind"] == "exposed"
        payers = [kong["from"]] if alone else game.others(kong.seat)
        for payer in payers:
            amount = worth(kong) * factor(payer, kong.seat)
            game.book.pay("kong", payer, kong.seat, amount, kong.index, names[kong["kind"]])
