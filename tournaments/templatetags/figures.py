"""How exact fractions are shown: rounded only here."""

from fractions import Fraction

from django import template

register = template.Library()
MINUS = "−"


def rounded(value: Fraction, places: int) -> str:
    """Return a fraction with so many decimals, half rounded away from zero."""
    scale = 10**places
    whole = (2 * abs(value.numerator) * scale + value.denominator) // (2 * value.denominator)
    sign = MINUS if value < 0 and whole else ""
    before, after = divmod(whole, scale)
    return f"{sign}{before}.{after:0{places}}" if places else f"{sign}{before}"


@register.filter
def percent(value: Fraction | None) -> str:
    """23.5%; a dash where nothing was counted."""
    return "–" if value is None else f"{rounded(value * 100, 1)}%"


@register.filter
def mean(value: Fraction | None, places: int = 1) -> str:
    """A mean, such as 31.4; a dash where nothing was counted."""
    return "–" if value is None else rounded(value, places)
