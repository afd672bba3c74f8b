"""`manage.py rank [FILE]`: places, 标准分, standings and other questions of the competition."""

from scoring.web.lines import Answer
from scoring.web.management.base import LinesCommand
from tournaments.management.cases import answer_case


class Command(LinesCommand):
    help = "Answer cases of competition rules (JSON lines), one JSON answer for each."

    def answer(self, content: object) -> Answer:
        return answer_case(content)
