"""Finite rings in which many differences can be divided by: products of fields.

Elements are the numbers 0 to size − 1. They carry the rotation plan further than whole numbers
modulo the size do (seating.md §2.2).
"""

from collections.abc import Sequence
from functools import cache
from itertools import product

Table = tuple[tuple[int, ...], ...]


def prime_powers(number: int) -> list[tuple[int, int]]:
    """Return the prime factors of a number with their exponents."""
    found = []
    prime = 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    return found


def has_four_directions(size: int) -> bool:
    """Say whether the product of fields of this size has four elements whose differences can all
    be divided by: no field in it may have two or three elements only."""
    return size > 1 and all(prime**exponent >= 4 for prime, exponent in prime_powers(size))


class Ring:
    """The product of the fields whose sizes are the prime powers of ``size``."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.fields = [_field(*power) for power in prime_powers(size)]
        self.sizes = [len(add) for add, _multiply in self.fields]

    def parts(self, element: int) -> list[int]:
        parts = []
        for size in self.sizes:
            element, part = divmod(element, size)
            parts.append(part)
        return parts

    def element(self, parts: Sequence[int]) -> int:
        element = 0
        for size, part in zip(reversed(self.sizes), reversed(parts), strict=True):
            element = element * size + part
        return element

    def line(self, slope: int, step: int) -> list[int]:
        """Return y + slope·step for every y; ``slope`` is one of the four directions 0 to 3, which
        in every field of the product are four different elements."""
        moved = [
            multiply[slope][part]
            for (_add, multiply), part in zip(self.fields, self.parts(step), strict=True)
        ]
        return [
            self.element(
                [
                    add[part][by]
                    for (add, _multiply), part, by in zip(
                        self.fields, self.parts(y), moved, strict=True
                    )
                ]
            )
            for y in range(self.size)
        ]


@cache
def _field(prime: int, exponent: int) -> tuple[Table, Table]:
    """Return the addition and multiplication tables of a field of prime power size: polynomials
    over the prime field modulo one that has no divisors."""
    size = prime**exponent
    digits = [_digits(element, prime, exponent) for element in range(size)]
    number = {tuple(own): element for element, own in enumerate(digits)}
    add = tuple(
        tuple(number[tuple((a + b) % prime for a, b in zip(x, y, strict=True))] for y in digits)
        for x in digits
    )
    for modulus in product(range(prime), repeat=exponent):
        multiply = tuple(
            tuple(number[_product(x, y, modulus, prime)] for y in digits) for x in digits
        )
        if all(0 not in row[1:] for row in multiply[1:]):
            return add, multiply
    raise ValueError(f"no field of {size} elements")


def _digits(element: int, prime: int, exponent: int) -> list[int]:
    return [element // prime**i % prime for i in range(exponent)]


def _product(
    x: Sequence[int], y: Sequence[int], modulus: Sequence[int], prime: int
) -> tuple[int, ...]:
    """Multiply polynomials modulo x^k + modulus (lowest coefficient first)."""
    k = len(modulus)
    result = [0] * (2 * k - 1)
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            result[i + j] += a * b
    for i in range(2 * k - 2, k - 1, -1):
        for j, c in enumerate(modulus):
            result[i - k + j] -= result[i] * c
    return tuple(value % prime for value in result[:k])
