"""The five principles of counting (1998 rules), and the exclusions of the table.

* 不重复: a fan that another one always contains is not counted: the column of exclusions.
* 不拆移: sets that were linked once are not taken apart to be linked anew.
* 不得相同: a set that has made a fan does not make the same fan with another set.
* 就高不就低: of several lawful ways the dearest counts.
* 套算一次: a set not yet linked may be linked once to one that is.

For links the second and the last say together that links run in no circle: each fan of n sets joins
n groups that were apart, and four sets are linked at most three times.
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
    """Return the links behind `best_links`."""
    candidates = sorted(links, key=lambda link: (-BY_ID[link.fan].points, BY_ID[link.fan].no))
    choices = _lawful(candidates, (), tuple(range(4)))
    return max(choices, key=lambda chosen: sum(BY_ID[link.fan].points for link in chosen))


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
    return any(other.fan == link.fan and set(other.sets) & set(link.sets) for other in chosen)


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
