"""The example hands of the games over Guobiao's engine have what they show."""

import pytest

from scoring.patterns import Example
from scoring.rulesets import get_ruleset
from scoring.tiles import format_tile, format_tiles
from tests.scoring.build import Json, settle

GAMES = ("lianzhong", "dazhong", "guobiao_variant_full_table", "common_fan_table")
# Rows that an event tells: a kong, a declaration, flowers, what is wild.
OF_EVENTS = {
    "hun_gang", "tian_ting", "kou_ting", "si_hun", "si_jun_zi", "li_zhi", "ji_hua", "wu_hun",
}  # fmt: skip
SHOWN = [
    pytest.param(game, pattern.id, pattern.example, id=f"{game}-{pattern.id}")
    for game in GAMES
    for pattern in get_ruleset(game).patterns
    if pattern.example is not None
]


def _events(example: Example) -> list[Json]:
    """The record of an example: the dealer wins a heavenly hand, otherwise the seat of the wind
    that is given; a discard is the dealer's or, if that seat wins, the next one's."""
    seat = 0 if "heavenly" in example.flags else example.seat_wind
    seat = 1 if seat is None else seat
    events: list[Json] = [
        {"type": "flower", "seat": seat, "tile": f"{8 - n}f"} for n in range(example.flowers)
    ]
    melds = [{"kind": m.kind, "tiles": format_tiles(m.tiles)} for m in example.melds]
    hand = {"concealed": format_tiles(example.concealed), "melds": melds}
    win: Json = {
        "type": "win",
        "by": example.by,
        "tile": format_tile(example.win_tile),
        "winners": [{"seat": seat, "hand": hand}],
        "flags": list(example.flags),
    }
    if example.by != "self_draw":
        win["from"] = 0 if seat else 1
    kong: Json = {"type": "kong", "id": "k", "tile": win["tile"]}
    if example.by == "rob_kong":
        events.append({**kong, "seat": win["from"], "kind": "added"})
        win["kong"] = "k"
    elif "kong_draw" in example.flags:
        laid = next(m for m in example.melds if m.is_kong)
        kong["tile"] = format_tile(laid.tile)
        events.append({**kong, "seat": seat, "kind": laid.kind.removeprefix("kong_")})
        win["kong"] = "k"
    return [*events, win]


@pytest.mark.parametrize(("game", "row", "example"), SHOWN)
def test_an_example_has_its_row(game: str, row: str, example: Example) -> None:
    context = {"round_wind": example.round_wind or 0}
    options = {"wild": "none"} if game == "dazhong" else {}
    answer = settle(game, *_events(example), context=context, min_fan=0, **options)
    assert "error" not in answer, answer
    assert row in dict(answer["wins"][0]["items"])


@pytest.mark.parametrize("game", GAMES)
def test_every_row_of_a_hand_is_shown(game: str) -> None:
    shown = {row.values[1] for row in SHOWN if row.values[0] == game}
    rows = {pattern.id for pattern in get_ruleset(game).patterns}
    assert rows - shown == rows & OF_EVENTS
