"""Kong money of Hubei and 杠上杠, kongs that follow one another (hubei_kawuxing.md §6)."""

from scoring.kong_money import book_kongs, kongs_lapse
from scoring.record import Event
from scoring.ruleset import Game

EACH = {"exposed": 2, "added": 1, "concealed": 2}


def link_of(game: Game, kong: Event) -> Event | None:
    """Return the kong that this one follows, on its replacement tile or its discard."""
    return game.walk.kong(kong.get("after")) or game.walk.kong(kong.get("after_discard"))


def step_of(game: Game, kong: Event) -> int:
    """Return which kong of its chain this is, from 1."""
    step, before = 1, link_of(game, kong)
    while before is not None:
        step, before = step + 1, link_of(game, before)
    return step


def check_kongs(game: Game) -> None:
    """A kong follows the one right before it; one added late is forbidden unless an option says
    otherwise."""
    previous: Event | None = None
    for kong in game.walk.kongs:
        after, discard = kong.get("after"), kong.get("after_discard")
        before = game.walk.kong(after if after is not None else discard)
        wrong = None not in (after, discard)
        if after is not None or discard is not None:
            wrong = wrong or before is None or before is not previous
        if after is not None:
            # The replacement tile makes no kong of a discard.
            wrong = wrong or kong["kind"] == "exposed"
        if discard is not None:
            wrong = wrong or kong["kind"] != "exposed"
            wrong = wrong or (before is not None and kong.giver != before.seat)
        if wrong:
            game.problem(
                "bad_reference",
                "杠上杠要接着刚才那个杠。",
                "A kong upon a kong follows the one right before it.",
                event=kong,
                seat=kong.seat,
            )
        late = kong["kind"] == "added" and kong.get("late")
        if late and game.options["late_kong"] == "forbidden":
            game.problem(
                "not_allowed",
                "补杠要马上杠，过后不能再杠。",
                "A kong is added at once or not at all.",
                event=kong,
                seat=kong.seat,
            )
        previous = kong


def book(game: Game) -> None:
    options = game.options
    if kongs_lapse(game):
        return
    free = options["late_kong"] == "free_of_charge"
    void = [k.index for k in game.walk.kongs if free and k["kind"] == "added" and k.get("late")]

    def worth(kong: Event) -> int:
        doublings = step_of(game, kong) - 1 if options["kong_on_kong"] == "double" else 0
        amount: int = options["base"] * EACH[kong["kind"]] * 2**doublings
        return amount

    book_kongs(game, worth, void=void)
