"""On which tiles a hand wins, and what each of them would bring: for any game, given its own idea
of a win."""

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from scoring.tiles import counts_of, is_suited

T = TypeVar("T")
# What a set has of every face.
COPIES = 4


def waits(
    held: Collection[int],
    faces: Iterable[int],
    worth: Callable[[int], T | None],
    *,
    unseen: Collection[int] | None = None,
) -> dict[int, T]:
    """Return the faces of ``faces`` that complete a hand, each with what ``worth`` says of it.

    ``held`` are all tiles of the hand, melds included; a face that it holds four times is never
    waited for. ``worth`` answers None where the face makes no win. With ``unseen`` only faces
    among those tiles count: the others are dead.
    """
    counts = counts_of(list(held))
    found: dict[int, T] = {}
    for face in faces:
        if counts[face] >= COPIES or (unseen is not None and face not in unseen):
            continue
        value = worth(face)
        if value is not None:
            found[face] = value
    return found


def remaining(held: Collection[int], faces: Iterable[int]) -> int:
    """Return how many tiles of these faces the hand does not hold itself."""
    counts = counts_of(list(held))
    return sum(max(0, COPIES - counts[face]) for face in faces)


def near(standing: Iterable[int]) -> tuple[int, ...]:
    """Return the faces that can make a set or a pair with a standing tile: others complete nothing
    but hands of scattered tiles."""
    faces: set[int] = set()
    for tile in standing:
        faces.add(tile)
        if is_suited(tile):
            first = tile - tile % 9
            faces.update(range(max(first, tile - 2), min(first + 8, tile + 2) + 1))
    return tuple(sorted(faces))
