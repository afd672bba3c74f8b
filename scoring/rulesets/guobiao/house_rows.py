"""Rows that house tables add to Guobiao's fan table: what of the sets and the pair makes them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from scoring.patterns import Exclusion, Kind
from scoring.readings import Block
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import Shape
from scoring.rulesets.guobiao.fan_words import PRINCIPLES
from scoring.rulesets.guobiao.fans import FANS, KINDS, Barred, Fan
from scoring.text import Text
from scoring.tiles import HONOURS, TERMINALS, parse_tile

STEPS = Kind("steps", Text("混步与混节", "Mixed steps"))
PAIRS = Kind("pairs", Text("将牌", "The pair"))
MOMENT = KINDS["moment"]
HONOUR_SETS = KINDS["honours"]
_BY_TABLE = "table"
_TABLE_RULE = Text("本表规定", "By this table")
_TABLE_WORDS = Text("本表写明“{by}”不计“{fan}”。", "This table bars “{fan}” beside “{by}”.")
_GREEN = parse_tile("6z")

# Two of these never stand in one hand.
ONE_OF: tuple[tuple[str, ...], ...] = (
    ("hun_si_jie", "hun_san_jie"),
    ("hun_si_bu", "hun_san_bu"),
    ("si_fang_da_fa", "er_wu_ba_jiang", "yao_jiu_tou"),
)
# What a hand of all winds and a pair of 发 always has.
OF_FOUR_WINDS = (
    "da_si_xi quan_feng_ke men_feng_ke san_feng_ke peng_peng_hu yao_jiu_ke zi_yi_se hun_yao_jiu "
    "quan_dai_yao"
)
# Forms without a pair, or with seven of them.
_NO_PAIR = ("qi_dui", "lian_qi_dui", "shi_san_yao", "qi_xing_bu_kao", "quan_bu_kao")
PAIR_BARS: dict[str, str] = {
    **dict.fromkeys(_NO_PAIR, "er_wu_ba_jiang yao_jiu_tou"),
    "quan_dai_wu": "er_wu_ba_jiang",
    "yi_se_shuang_long_hui": "er_wu_ba_jiang",
    "san_se_shuang_long_hui": "er_wu_ba_jiang",
    "qing_yao_jiu": "yao_jiu_tou",
}


def row(no: int, id: str, points: int, kind: Kind, words: Text, definition: Text) -> Fan:
    """A row of a house table that excludes nothing."""
    return Fan(no, id, words, points, kind, definition=definition)


def barring(fan: Fan, excluded: str) -> Fan:
    """Return a row that excludes further rows, by ids with spaces between them."""
    known = {barred.fan for barred in fan.barred if barred.scope == "hand"}
    more = (Barred(name, _BY_TABLE, "hand") for name in excluded.split() if name not in known)
    return replace(fan, barred=(*fan.barred, *more))


def with_bars(bars: dict[str, str], fans: Sequence[Fan] = FANS) -> tuple[Fan, ...]:
    """Return the rows of Guobiao with further exclusions."""
    return tuple(barring(fan, bars[fan.id]) if fan.id in bars else fan for fan in fans)


def by_worth(rows: Iterable[Fan]) -> tuple[Fan, ...]:
    """Return rows in the order in which a table lists them: the dearest first."""
    return tuple(sorted(rows, key=lambda fan: (-fan.points, fan.no)))


def exclusions_in(fan: Fan, rows: dict[str, Fan]) -> tuple[Exclusion, ...]:
    """Return what a row excludes with the reasons in words, for the help page."""
    found = []
    for barred in fan.barred:
        if barred.fan not in rows:
            continue
        own = barred.principle == _BY_TABLE
        principle, words = (_TABLE_RULE, _TABLE_WORDS) if own else PRINCIPLES[barred.principle]
        why = words.format(fan=rows[barred.fan].name, by=fan.name)
        found.append(Exclusion(barred.fan, principle, why, barred.scope))
    return tuple(found)


def rows_of_shape(shape: Shape, three_suits: bool) -> Iterator[str]:
    """Yield 四方大发, the mixed steps and the rows of the pair that a reading has.

    ``three_suits``: four sets must be of all three suits, otherwise two will do.
    """
    if shape.pair is None:
        return
    yield from _of_pair(shape.pair)
    winds = sum(block.tile in range(27, 31) for block in shape.pungs)
    if winds == 4 and shape.pair.tile == _GREEN:
        yield "si_fang_da_fa"
    pungs = [block for block in shape.pungs if block.tile not in HONOURS]
    for sets, four, three in (
        (pungs, "hun_si_jie", "hun_san_jie"),
        (shape.chows, "hun_si_bu", "hun_san_bu"),
    ):
        if len(sets) == 4 and _steps(sets) and _suits(sets) in ((3,) if three_suits else (2, 3)):
            yield four
        elif any(_steps(some) and _suits(some) == 2 for some in combinations(sets, 3)):
            yield three


def most_of_shape(hand: GbHand) -> int:
    """Return what `rows_of_shape` can bring a hand at most: 混四节 and a row of the pair, or
    四方大发 where the winds are there."""
    counts = hand.counts
    return 168 + 8 if min(counts[27:31]) >= 3 else 8


def _of_pair(pair: Block) -> Iterator[str]:
    if pair.tile in TERMINALS:
        yield "yao_jiu_tou"
    elif pair.tile not in HONOURS and pair.tile % 9 in (1, 4, 7):
        yield "er_wu_ba_jiang"


def _steps(sets: Sequence[Block]) -> bool:
    """Whether the sets begin at ranks that follow each other."""
    ranks = sorted(block.tile % 9 for block in sets)
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _suits(sets: Sequence[Block]) -> int:
    return len({block.tile // 9 for block in sets})
