"""What a player needs in the last round: which results reach a rank, whatever the others may do.

Exact, nothing is drawn by lot. Game points of the last round are any whole numbers; at a table they
sum to zero and say who has which place. What is asked for is the greatest and the least number of
players who can end above the player. Tables do not touch each other, so each is asked by itself:
every order in which it can end, and in it the most (fewest) people who can stand above at once.
With a higher score of one's own, the place being the same, people of other tables have ever less
room: their number falls at scores that `needs_falls` finds, and what others come to is counted from
these. At the own table neither number rises, but for whole numbers that only some scores allow
(three who are level below a first place take a score that three divides). Within `WINDOW` scores
all of these have come up, so that "every score from here on" is told by so many of them, and its
bound found by halving. Where rounds may be dropped, or the best one is a key, the own score counts
from the score of an earlier round on, and below that more of it only helps who shares the place:
then both sides of these scores are looked at as well (`Question.turns`).

Nobody forfeits, and nobody is fined: that would change places beyond any bound.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tournaments.standings.needs_above import FAR, Question, Rivals, first_of
from tournaments.standings.needs_facts import LastRound, Pair
from tournaments.standings.orders import Ending, endings

Verdict = Literal["guaranteed", "possible", "impossible"]
# Ways to end that need a multiple of two or three, and orders that need room near zero.
WINDOW = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """One result of one's own: ``place`` at the table, shared by ``shared``, worth ``points``.

    ``best`` and ``worst`` are the ranks that can come of it. ``verdict`` on the rank asked for:
    where it is ``possible``, ``sure_from`` is the own score from which on every one makes it
    certain, and ``possible_from`` the least that leaves it open; None where there is none, or
    where every score does (``possible_from``).
    """

    place: int
    shared: int
    points: int
    best: int
    worst: int
    verdict: Verdict
    sure_from: int | None = None
    possible_from: int | None = None


def outcomes(last: LastRound, player: int, rank: int) -> tuple[Outcome, ...]:
    """Return what each own result means for reaching ``rank``, the best result first.

    Raises `KeyError` for somebody who is not ranked, `ValueError` where the event's points have no
    bound, or a rank below 1.
    """
    if rank < 1:
        raise ValueError("ranks begin at 1")
    return tuple(
        _answer(question, place, shared, rank, scores)
        for place, shared, question, scores in _questions(last, player)
    )


def ranks_with(last: LastRound, player: int, place: int, shared: int, score: int) -> Pair:
    """Return the best and the worst rank with exactly this result of one's own; see `outcomes`.
    Raises `KeyError` for a place that the table does not have."""
    for own_place, own_shared, question, _scores in _questions(last, player):
        if (own_place, own_shared) == (place, shared):
            return 1 + question.above(False, score), 1 + question.above(True, score)
    raise KeyError((place, shared))


def _questions(last: LastRound, player: int) -> Iterator[tuple[int, int, Question, Pair]]:
    """Yield the own results: place, by how many it is shared, the question, and the least and the
    greatest own score."""
    if not last.answerable:
        raise ValueError("the points of this event are not given by places")
    own = last.contenders[player]
    table = next((t for t in last.tables if player in t.seats), None)
    rivals = Rivals(last)
    if table is None:
        cell = own.last
        points, score = (cell.points, cell.game_points) if cell else (0, 0)
        question = Question(rivals, own, points, None, cell is not None)
        yield (cell.place or 0 if cell else 0), 1, question, (score, score)
        return
    size = len(table.seats)
    at = table.seats.index(player)
    found: dict[tuple[int, int], list[Ending]] = {}
    for ending in endings(size, last.config.scheme, last.config.tie):
        shared = ending.sizes[ending.level[at]]
        found.setdefault((ending.places[at], shared), []).append(ending)
    for (place, shared), ways in sorted(found.items()):
        question = Question(rivals, own, ways[0].points[at], (table, tuple(ways)))
        yield place, shared, question, _own_range(place, shared, size, table.balanced)


def _own_range(place: int, shared: int, size: int, balanced: bool) -> Pair:
    """Return the least and the greatest own score that a place allows."""
    low, high = -FAR, FAR
    if balanced and place == 1:
        low = 0 if shared == size else 1
    if balanced and place + shared - 1 == size:
        high = 0 if shared == size else -1
    return low, high


def _telling(question: Question, first: int, last: int, at: int) -> Iterator[int]:
    """Yield scores from ``first`` to ``last`` among which the greatest and the least count come up;
    ``at`` is one of the two, the one at which the extreme stands where nothing ever turns."""
    marks = {at}
    if question.turns:
        marks |= {first, last, *(turn for turn in question.turns if first <= turn <= last)}
    for mark in marks:
        yield from range(max(first, mark - WINDOW + 1), min(last, mark + WINDOW - 1) + 1)


def _answer(question: Question, place: int, shared: int, rank: int, scores: Pair) -> Outcome:
    low, high = scores

    def worst_from(score: int) -> int:
        """Return the worst rank with this score or any higher one."""
        return 1 + max(question.above(True, own) for own in _telling(question, score, high, score))

    def best_up_to(score: int) -> int:
        """Return the best rank with this score or any lower one."""
        return 1 + min(question.above(False, own) for own in _telling(question, low, score, score))

    def sure(score: int) -> bool:
        return worst_from(score) <= rank

    def possible(score: int) -> bool:
        return best_up_to(score) <= rank

    at_best, at_worst = best_up_to(high), worst_from(low)
    verdict: Verdict = "possible"
    sure_from = possible_from = None
    if at_best > rank:
        verdict = "impossible"
    elif at_worst <= rank:
        verdict = "guaranteed"
    else:
        if sure(high):
            sure_from = first_of(sure, low, high)
        if not possible(low):
            possible_from = first_of(possible, low, high)
    return Outcome(
        place, shared, question.own_points, at_best, at_worst, verdict, sure_from, possible_from
    )
