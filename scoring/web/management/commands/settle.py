"""`manage.py settle [FILE]`: what records of hands are worth."""

from scoring.web.lines import Answer, settle_record
from scoring.web.management.base import LONGEST_HAND, LinesCommand


class Command(LinesCommand):
    help = "Settle records of hands (JSON lines) and print one JSON answer for each."
    longest = LONGEST_HAND

    def answer(self, content: object) -> Answer:
        return settle_record(content)
