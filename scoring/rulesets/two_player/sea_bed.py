"""海底捞月 (two_player.md §7): the seat that was ready first fishes one tile more."""

from scoring.drawn_states import states_of
from scoring.record import Event
from scoring.ruleset import Game

# What nobody can do any more when the wall is used up.
PLAY = ("kong", "pung", "chow", "discard", "ready", "flower")


def fished(game: Game) -> Event | None:
    return next(iter(game.record.of_type("haidi")), None)


def check_sea_bed(game: Game) -> None:
    haidi = fished(game)
    for event in game.record.of_type("haidi"):
        order = event["ready"]
        if len(set(order)) != len(order):
            game.problem("bad_seat", "同一家写了两次。", "A seat stands twice.", event=event)
        elif not order or order[0] != event.seat:
            game.problem(
                "not_allowed",
                "海底捞月的是先听牌的一家。",
                "The seat that was ready first fishes.",
                event=event,
                seat=event.seat,
            )
    for event in game.walk.wins:
        _check_win(game, haidi, event)
    for event in game.record.of_type(*PLAY):
        if haidi is not None and haidi.index < event.index:
            game.problem(
                "not_allowed",
                "牌已经摸完，只剩海底捞月。",
                "The wall is used up; only the last tile is fished.",
                event=event,
            )
    _check_states(game, haidi)


def _check_win(game: Game, haidi: Event | None, event: Event) -> None:
    last = "last_tile" in event.get("flags", ())
    if haidi is None or haidi.index > event.index:
        if last:
            game.problem(
                "bad_flags",
                "没有海底捞月，就没有海底的牌。",
                "There is a last tile only where it was fished.",
                event=event,
            )
        return
    same = event["winners"][0].seat == haidi.seat and event.get("tile") == haidi["tile"]
    if event["by"] != "self_draw" or not last or not same:
        game.problem(
            "bad_reference",
            "海底捞月的和牌应是那一家自摸那一张。",
            "After the last tile is fished, only that seat wins, by that tile.",
            event=event,
        )


def _check_states(game: Game, haidi: Event | None) -> None:
    """Who is ready at the end has fished, or let the seat ready before fish."""
    known = set(haidi["ready"]) if haidi is not None else set()
    declared = {event.seat for event in game.record.of_type("ready")}
    for event in game.record.of_type("exhaust"):
        told = {seat for _e, seat, state in states_of(game) if state.state == "ready"}
        silent = {seat for _e, seat, state in states_of(game) if state.state == "not_ready"}
        if haidi is None and (told | declared):
            game.problem(
                "incomplete",
                "有人听牌，要写海底捞月。",
                "A seat is ready: who fished the last tile is missing.",
                event=event,
            )
        elif (haidi is not None and told - known) or silent & (known | declared):
            game.problem(
                "state_mismatch",
                "听牌的人和海底捞月写的不一样。",
                "The states are not those that the fishing names.",
                event=event,
            )
    if haidi is not None and declared - known:
        game.problem(
            "state_mismatch",
            "报听的人没有写在听牌里。",
            "A seat that declared itself ready is not among those ready.",
            event=haidi,
        )
