"""What an event plays otherwise than its rule system by itself."""

from scoring.rulesets import get_ruleset
from tournaments.forms.options import options_of, value_words
from tournaments.models import Tournament
from tournaments.services.refusals import words


def house_rules(tournament: Tournament) -> list[tuple[str, str]]:
    """Return (option, its value here) in words for every option that is not at its default."""
    pinned = tournament.ruleset_options
    return [
        (words(option.label), value_words(option, pinned[option.id]))
        for option in options_of(get_ruleset(tournament.ruleset))
        if pinned.get(option.id, option.default) != option.default
    ]
