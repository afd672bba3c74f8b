"""`manage.py seat_quality [FILE]`: how good seat plans are."""

from scoring.web.lines import Answer
from scoring.web.management.base import LinesCommand
from tournaments.management.cases.seating import answer_quality


class Command(LinesCommand):
    help = (
        "Measure seat plans (JSON lines with `schedule` or `rounds`, tables in the order E S W N; "
        "optional `teams`, `clubs`) and print one JSON answer for each."
    )

    def answer(self, content: object) -> Answer:
        return answer_quality(content)
