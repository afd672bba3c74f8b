"""Ghosts (guangdong_tuidaohu.md §2): which face is wild, and where it may not lie."""

from collections.abc import Iterator

from scoring.common import by_claim
from scoring.hand import KONG_CONCEALED
from scoring.record import Event
from scoring.ruleset import Game
from scoring.tiles import parse_tile
from scoring.walk import SEAT_NAMES
from scoring.wild_faces import check_wild, faces_of, wild_event

RED = parse_tile("7z")


def ghost_faces(game: Game) -> frozenset[int]:
    """Return the wild faces of the hand: one, or none where no ghosts are played."""
    how = game.options["ghost"]
    if how == "hongzhong":
        return frozenset({RED})
    if how == "none":
        return frozenset()
    return frozenset(faces_of(wild_event(game), next_only=True))


def ghosts_played(game: Game) -> bool:
    return bool(ghost_faces(game))


def check_ghosts(game: Game) -> None:
    """Check what the record says of ghosts: the face, the counts declared, where they lie."""
    how = game.options["ghost"]
    if how == "none":
        for event in game.record.of_type("wild"):
            game.problem("not_allowed", "没有鬼牌。", "There are no ghosts.", event=event)
    elif how == "hongzhong":
        _check_red(game)
    else:
        _check_turned(game)
    for event in game.walk.wins:
        _check_declared(game, event)
    _check_places(game)


def _check_turned(game: Game) -> None:
    without = [e for e in game.record.of_type("wild") if e.get("indicator") is None]
    for event in without:
        game.problem("bad_record", "缺少“indicator”。", "“indicator” is missing.", event=event)
    if not without:
        check_wild(game, next_only=True)


def _check_red(game: Game) -> None:
    for event in game.record.of_type("wild")[:1]:
        if [tile for tiles in event["tiles"] for tile in tiles] != [RED]:
            game.problem(
                "state_mismatch", "鬼牌应是红中。", "The ghost is the red dragon.", event=event
            )
    for event in game.record.of_type("wild")[1:]:
        game.problem("not_allowed", "鬼牌只写一次。", "Ghosts are named once.", event=event)


def _check_declared(game: Game, event: Event) -> None:
    played = ghosts_played(game)
    for winner in event["winners"]:
        if winner.declared is None:
            continue
        number = winner.declared.extra.get("ghosts")
        seat = SEAT_NAMES[winner.seat]
        code = zh = en = ""
        if number is None:
            if played and winner.hand is None:
                code, zh = "incomplete", f"没有写{seat.zh}家有几张鬼。"
                en = f"How many ghosts {seat.en} holds is missing."
        elif not 0 <= number <= 4:
            code, zh, en = "bad_record", "鬼牌是0到4张。", "A hand has 0 to 4 ghosts."
        elif number and not played:
            code, zh, en = "declared_mismatch", "这一局没有鬼牌。", "There are no ghosts in play."
        elif winner.hand is not None:
            held = [*winner.hand.all_tiles(), event.get("tile")]
            if number != sum(tile in ghost_faces(game) for tile in held):
                code, zh = "declared_mismatch", "写的鬼牌张数和牌不合。"
                en = "The ghosts declared are not those of the tiles."
        if code:
            game.problem(code, zh, en, event=event, seat=winner.seat)


def _check_places(game: Game) -> None:
    """A ghost is never discarded, claimed or robbed; four make a concealed kong of their face."""
    faces = ghost_faces(game)
    for event in game.record.events:
        if faces & set(_lying_open(event)):
            game.problem(
                "not_allowed",
                "鬼牌不能打、碰、明杠，也不能抢。",
                "A ghost is not discarded, claimed or robbed.",
                event=event,
            )


def _lying_open(event: Event) -> Iterator[int]:
    if event.type == "win":
        if by_claim(event) and event.get("tile") is not None:
            yield event["tile"]
        for winner in event["winners"]:
            for meld in winner.hand.melds if winner.hand else ():
                if meld.kind != KONG_CONCEALED:
                    yield from meld.tiles
        return
    open_kong = event.type == "kong" and event["kind"] != "concealed"
    if event.get("tile") is not None and (open_kong or event.type in ("pung", "discard")):
        yield event["tile"]
