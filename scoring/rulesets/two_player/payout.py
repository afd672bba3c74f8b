"""二人麻将 (two_player.md): fan added up to a cap, paid by the other seat."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from scoring import common
from scoring.declared_patterns import check_agreement, named_patterns, no_win
from scoring.errors import refuse
from scoring.example_hands import with_examples
from scoring.fields import INT, SEAT, SEATS, TILE, TILE_LIST, Field, Winner
from scoring.first_turn import check_ready_once, ready_event
from scoring.form_events import (
    TILE as ASK_TILE,
)
from scoring.form_events import (
    declared_number,
    kong_events,
    leave_event,
    penalty_events,
    ready_events,
)
from scoring.form_facts import Ask, Choice, FormEvent, FormFacts
from scoring.hand import HandTiles
from scoring.house_game import HouseGame, Items, Share, Worth, counted, winner_deals
from scoring.kong_money import book_kongs, kongs_lapse
from scoring.record import Event
from scoring.ruleset import EARTHLY, HEAVENLY, KONG_DRAW, LAST_TILE, Game
from scoring.rulesets.two_player.examples import EXAMPLES
from scoring.rulesets.two_player.hand import Names, patterns_of
from scoring.rulesets.two_player.sea_bed import check_sea_bed
from scoring.rulesets.two_player.table import FAN, LIMIT_NAMES, NAMES, OPTIONS, PATTERNS
from scoring.text import Text
from scoring.tiles import TileSet

BAO_TING = Choice("baoting", Text("报听", "Declares ready"))
KONG_POINTS = {"exposed": 1, "added": 1, "concealed": 2}
FORM_EVENTS = (
    FormEvent(
        "hua",
        "hua",
        Text("花牌", "Face-up tiles"),
        (Ask("tiles", "tiles", Text("城墙上亮着的牌", "Tiles face up on the wall")),),
        phase="before",
        once="hand",
    ),
    *ready_events(BAO_TING),
    *kong_events(),
    FormEvent(
        "haidi",
        "haidi",
        Text("海底捞月", "The last tile is fished"),
        (
            Ask("ready", "seats", Text("谁听牌，先听的在前", "Who is ready, in order")),
            Ask("seat", "seat", Text("谁捞", "Who fishes")),
            ASK_TILE,
        ),
        once="hand",
    ),
    *penalty_events(
        Choice("false_win", Text("诈胡", "False win"), amount=10),
        Choice("other", Text("其他处罚", "Other penalty")),
    ),
    leave_event(),
)


class TwoPlayer(HouseGame):
    """The loser pays the winner; fan are added up to the cap."""

    id = "two_player"
    name = Text("二人麻将", "Two players")
    summary = Text(
        "两人，136张里随机71张；番数相加，13番封顶；海底捞月由先听牌的一家捞。",
        "Two players, 71 tiles drawn out of 136: fan are added up to 13; the seat that was ready "
        "first fishes the last tile.",
    )
    players = (2,)
    tile_set = TileSet("mpsz", wall=71)
    options = OPTIONS
    patterns = with_examples(PATTERNS, EXAMPLES)
    circumstances = (KONG_DRAW, LAST_TILE, HEAVENLY, EARTHLY)
    events = frozenset({"chow", "ready", "leave"})
    extra_events: ClassVar = {
        "hua": (Field("tiles", TILE_LIST, True),),
        "haidi": (
            Field("seat", SEAT, True),
            Field("tile", TILE, True),
            Field("ready", SEATS, True),
        ),
    }
    extra_fields: ClassVar = {"declared": (Field("hua", INT),)}
    once = ("haidi",)
    reads_states = True
    bare_hands = True
    form = FormFacts(
        ways=("patterns", "tiles"),
        events=FORM_EVENTS,
        plain=True,
        winner=(declared_number("hua", Text("花牌张数", "Face-up tiles held"), with_event="hua"),),
    )
    money_flow = Text(
        "输家付赢家：底分乘番数（或一番一倍），13番封顶。",
        "The loser pays the winner the base for each fan, or doubled by each fan, up to the cap.",
    )
    next_dealer_words = Text(
        "胡牌的人坐庄；荒牌，庄家连庄。",
        "The winner deals; after a drawn hand the dealer stays.",
    )

    def check(self, game: Game) -> None:
        super().check(game)
        common.check_kinds(game, "ready", (BAO_TING.id,))
        check_ready_once(game)
        if not game.options["allow_chow"]:
            common.forbid_chows(game)
        for event in game.record.of_type("pung", "chow"):
            if ready_event(game, event, event.seat, BAO_TING.id) is not None:
                game.problem(
                    "not_allowed",
                    "报听以后不能吃碰。",
                    "After declaring ready the hand does not change.",
                    event=event,
                    seat=event.seat,
                )
        check_sea_bed(game)
        for event in game.walk.wins:
            for winner in event["winners"]:
                if _told_faces(winner) < 0:
                    game.problem(
                        "bad_record",
                        "花牌张数不对。",
                        "Face-up tiles are a count from 0.",
                        event=event,
                        seat=winner.seat,
                    )

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        found = patterns_of(hand, tile, claimed=False)
        return max((_fan_of(names, game) for names in found), default=None)

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        names = named_patterns(self.patterns, game.options, event, winner)
        if names is not None and "ping_hu" not in names:
            # Every win has it (§4).
            names = ("ping_hu", *names)
        faces = _told_faces(winner)
        if winner.hand is not None:
            faces = _count_faces(game, event, winner)
            found = patterns_of(winner.hand, event["tile"], claimed=event["by"] != "self_draw")
            if not found:
                raise no_win(event, winner)
            most = max(_fan_of(reading, game) for reading in found)
            best = [reading for reading in found if _fan_of(reading, game) == most]
            names = _agreed(names, best, event, winner)
        items = _items(game, event, winner, names or (), faces)
        fan = min(sum(number for _name, number in items), game.options["cap"])
        if fan < game.options["min_fan"]:
            raise refuse(
                "below_minimum",
                f"只有{fan}番，不够起和。",
                f"The hand has {fan} fan; a win needs {game.options['min_fan']}.",
                event=event.index,
                seat=winner.seat,
            )
        times = fan if game.options["fan_to_points"] == "linear" else 2 ** (fan - 1)
        return Worth(game.options["base"] * times, items, fan)

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        words = counted(worth.items, NAMES, "＋")
        amount = worth.points
        if game.options["dealer_double"] and winner.seat == game.dealer:
            amount *= 2
            words = Text("{hand}，庄×2", "{hand}; dealer × 2").format(hand=words)
        for payer in game.others(winner.seat):
            yield Share(payer, amount, words)

    def book_kongs(self, game: Game) -> None:
        if game.options["kong_money"] and not kongs_lapse(game):
            base = int(game.options["base"])
            book_kongs(game, lambda kong: KONG_POINTS[kong["kind"]] * base)

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        return winner_deals(game, winners)


def _told_faces(winner: Winner) -> int:
    """How many face-up tiles the record says that a winner holds."""
    extra = winner.declared.extra if winner.declared else {}
    return int(extra.get("hua", 0))


def _count_faces(game: Game, event: Event, winner: Winner) -> int:
    """Count the face-up tiles in a laid hand, kongs and the winning tile among them."""
    faces = {t for e in game.record.of_type("hua") for tiles in e["tiles"] for t in tiles}
    held = [*winner.hand.all_tiles(), event["tile"]] if winner.hand else []
    count = sum(tile in faces for tile in held)
    if winner.declared and "hua" in winner.declared.extra and _told_faces(winner) != count:
        raise refuse(
            "declared_mismatch",
            f"写的是{_told_faces(winner)}张花牌，牌里有{count}张。",
            f"{_told_faces(winner)} face-up tiles were declared; the hand holds {count}.",
            event=event.index,
            seat=winner.seat,
        )
    return count


def _fan_of(names: Names, game: Game) -> int:
    """What the tiles alone are worth: a limit hand the cap, which nothing exceeds."""
    if set(names) & set(LIMIT_NAMES):
        return max(int(game.options["cap"]), 1000)
    return sum(FAN[name] for name in names)


def _agreed(
    declared: tuple[str, ...] | None, best: Sequence[Names], event: Event, winner: Winner
) -> Names:
    """Return the names of the dearest reading that the declared ones agree with."""
    if declared is None:
        return best[0]
    for reading in best:
        # Beside a limit hand nothing else counts, so that it need not be told.
        limits = set(reading) & set(LIMIT_NAMES)
        told = set(declared) & set(LIMIT_NAMES)
        if limits and told and told <= limits:
            return declared
    check_agreement(declared, best, PATTERNS, event, winner.seat)
    return declared


def _place(name: str) -> int:
    """Where a row is listed: the suits right after 平胡, 门清 last, as in the worked examples."""
    return {"ping_hu": 0, "hun_yi_se": 1, "qing_yi_se": 1, "men_qing": 3}.get(name, 2)


def _items(game: Game, event: Event, winner: Winner, names: Sequence[str], faces: int) -> Items:
    options, flags = game.options, event.get("flags", ())
    limits = [name for name in LIMIT_NAMES if name in names]
    limits += ["tian_hu"] * ("heavenly" in flags) + ["di_hu"] * ("earthly" in flags)
    if limits:
        return ((limits[0], options["cap"]),)
    drawn = event["by"] == "self_draw" or (
        event["by"] == "rob_kong" and options["rob_kong"] == "as_self_draw"
    )
    ready = ready_event(game, event, winner.seat, BAO_TING.id) is not None
    moments = {
        "zi_mo": int(drawn),
        "bao_ting": options["bao_ting_fan"] if ready else 0,
        "gang_shang_hua": int("kong_draw" in flags),
        "hai_di_lao_yue": options["hai_di_fan"] if "last_tile" in flags else 0,
        "hua_pai": options["hua_fan"] * faces,
    }
    rows = tuple((name, FAN[name]) for name in sorted(names, key=_place))
    return (*rows, *((name, number) for name, number in moments.items() if number))
