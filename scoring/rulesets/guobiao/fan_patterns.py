"""The fan table as the patterns of the declaration: with kinds, example hands and reasons."""

from scoring.ruleset import Pattern
from scoring.rulesets.guobiao.fan_examples import EXAMPLES
from scoring.rulesets.guobiao.fans import FANS, Fan, exclusions_of

# The last tile of a melded hand is somebody else's.
BY = {"quan_qiu_ren": ("discard", "rob_kong")}


def _pattern(fan: Fan) -> Pattern:
    return Pattern(
        fan.id,
        fan.name,
        fan.points,
        fan.definition,
        fan.times,
        fan.excludes,
        kind=fan.kind,
        example=EXAMPLES[fan.id],
        exclusions=exclusions_of(fan),
        by=BY.get(fan.id, ()),
    )


PATTERNS: tuple[Pattern, ...] = tuple(map(_pattern, FANS))
