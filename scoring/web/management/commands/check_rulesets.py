"""`manage.py check_rulesets`: whether all that the rulesets declare has words, examples, a form."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.health import findings
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.worked import examples_of


class Command(BaseCommand):
    help = (
        "Prove for every ruleset that each pattern, circumstance and option is in a worked "
        "example, can be reached from the entry form, and has words in both languages."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ruleset", nargs="*", help="Only these; all when left out.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rulesets = [get_ruleset(name) for name in options["ruleset"]] or all_rulesets()
        except KeyError as error:
            raise CommandError(f"There is no ruleset {error}.") from None
        found = list(findings(rulesets))
        for finding in found:
            self.stdout.write(str(finding))
        for ruleset in rulesets:
            wrong = sum(finding.ruleset == ruleset.id for finding in found)
            self.stdout.write(
                f"{ruleset.id}: {len(ruleset.options)} options, {len(ruleset.patterns)} patterns, "
                f"{len(ruleset.circumstances)} circumstances, {len(examples_of(ruleset.id))} "
                f"examples: {f'{wrong} wrong' if wrong else 'all well'}"
            )
        if found:
            raise CommandError(f"{len(found)} findings.")
