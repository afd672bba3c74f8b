"""The five principles of counting (1998 rules), applied to the table's exclusions.

* 不重复: a fan that another one always contains is not counted: `struck_out` for the hand as a
  whole, `used_up` set by set, `one_taken` where one of several is inside.
* 不拆移: sets that were linked once are not taken apart to be linked anew.
* 不得相同: a set that has made a fan does not make the same fan with another set.
* 就高不就低: of several lawful ways the dearest counts (`chosen_links` for links, `preference` for
  readings of the tiles).
* 套算一次: a set not yet linked may be linked once to one that is.

For links the second and the last say together that links run in no circle: each fan of n sets joins
n groups that were apart, and four sets are linked at most three times. No other module strikes out
or compares fans; what the options change is asked of `profile`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.rulesets.guobiao.engine.links import Link
from scoring.rulesets.guobiao.fans import BY_ID, Fan
from scoring.rulesets.guobiao.profile import (
    ALWAYS_CONCEALED,
    fan_points,
    may_stand_beside,
    takes_bu_qiu_ren,
)


def best_links(links: Iterable[Link]) -> tuple[str, ...]:
    """Return the fans of the dearest lawful choice of links; the first found of equal ones."""
    return tuple(link.fan for link in chosen_links(links))


def chosen_links(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return the links behind `best_links`; of equal ones those first in the table."""
    candidates = sorted(links, key=lambda link: (-BY_ID[link.fan].points, BY_ID[link.fan].no))
    choices = _lawful(candidates, (), tuple(range(4)))
    return max(choices, key=_worth_of_links)


def _worth_of_links(links: Sequence[Link]) -> tuple[int, tuple[int, ...]]:
    fans = Counter(link.fan for link in links)
    return sum(BY_ID[fan].points * n for fan, n in fans.items()), _places(fans)


def _places(fans: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers of fans as a key by which the first in the table is the greatest."""
    return tuple(
        sorted((-BY_ID[fan].no for fan, n in fans.items() for _ in range(n)), reverse=True)
    )


def preference(fans: Mapping[str, int], options: Mapping[str, Any]) -> tuple[int, tuple[int, ...]]:
    """Return by what readings are compared: their worth, and of equal ones the fans first in the
    table, so that neither the order of tiles nor of melds decides."""
    return points_of(fans, options), _places(fans)


def why_left(link: Link, chosen: Sequence[Link]) -> tuple[str, str | None]:
    """Return the principle (a key of `fan_words.PRINCIPLES`) that rules out a link which is not
    among the chosen ones, and the fan that stands in its way."""
    own = set(link.sets)
    for other in chosen:
        if len(own & set(other.sets)) < 2:
            continue
        inside = own < set(other.sets) and BY_ID[other.fan].principle_against(link.fan)
        return inside or "no_splitting", other.fan
    for other in chosen:
        if _shares_a_set(link, other):
            return "no_same", other.fan
    # Anything else would have been added, were its sets not joined already.
    return "once", None


def _lawful(
    links: Sequence[Link], chosen: tuple[Link, ...], groups: tuple[int, ...]
) -> Iterator[tuple[Link, ...]]:
    """Yield every lawful choice; ``groups`` gives the group of each set, linked sets share one."""
    for at, link in enumerate(links):
        joined = {groups[position] for position in link.sets}
        if len(joined) < len(link.sets) or _made_before(link, chosen):
            continue
        first = min(joined)
        merged = tuple(first if group in joined else group for group in groups)
        yield from _lawful(links[at + 1 :], (*chosen, link), merged)
    yield chosen


def _made_before(link: Link, chosen: Iterable[Link]) -> bool:
    """不得相同: one of the sets makes this fan already."""
    return any(_shares_a_set(link, other) for other in chosen)


def _shares_a_set(link: Link, other: Link) -> bool:
    return other.fan == link.fan and not set(other.sets).isdisjoint(link.sets)


def used_up(links: Sequence[Link]) -> dict[Link, Link]:
    """Return the links of which another fan has used every set already, each with that other: the
    pung of 箭刻 is no 幺九刻 besides. The dearest that bars it is named.

    Fans that count once in a hand are left to `struck_out`, unless the table bars them set by set.
    """
    inside: dict[Link, Link] = {}
    for other in sorted(links, key=lambda link: _rank(BY_ID[link.fan])):
        row = BY_ID[other.fan]
        barred = {*row.excludes_used, *(fan for fan in row.excludes if BY_ID[fan].times > 1)}
        for link in links:
            if link.fan in barred and set(link.sets) <= set(other.sets):
                inside.setdefault(link, other)
    return inside


def one_taken(found: Mapping[str, int]) -> dict[str, str]:
    """Return the fans of which one is inside another fan (``takes_one``), with that other."""
    here = [fan for fan, times in found.items() if times > 0]
    return {other: fan for fan in here for other in BY_ID[fan].takes_one if other in here}


def without_excluded(
    found: Mapping[str, int], options: Mapping[str, Any], rows: Mapping[str, Fan] = BY_ID
) -> Counter[str]:
    """Return the fans that stand, with their times: from the dearest down each strikes out what it
    excludes, and what is struck out excludes nothing. ``rows`` is the fan table to go by."""
    struck = struck_out(found, options, rows)
    return Counter({fan: n for fan, n in found.items() if n > 0 and fan not in struck})


def struck_out(
    found: Mapping[str, int], options: Mapping[str, Any], rows: Mapping[str, Fan] = BY_ID
) -> dict[str, str]:
    """Return the fans that are struck out, each with the fan that excludes it."""
    here = [fan for fan, times in found.items() if times > 0]
    keeps_bu_qiu_ren = takes_bu_qiu_ren(here, options)
    struck: dict[str, str] = {}
    for fan in sorted(here, key=lambda fan: _rank(rows[fan])):
        if fan in struck:
            continue
        for excluded in rows[fan].excludes:
            special = excluded == "bu_qiu_ren" and keeps_bu_qiu_ren and fan in ALWAYS_CONCEALED
            if excluded in here and not special and not may_stand_beside(fan, excluded, options):
                struck.setdefault(excluded, fan)
    return struck


def _rank(fan: Fan) -> tuple[int, int]:
    """The place of a fan among the others: by its points in the table, then by its number."""
    return -fan.points, fan.no


def points_of(
    fans: Mapping[str, int], options: Mapping[str, Any], rows: Mapping[str, Fan] = BY_ID
) -> int:
    return sum(fan_points(fan, options, rows) * times for fan, times in fans.items())
