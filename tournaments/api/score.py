"""The calculators of the API: what Guobiao hands are worth, and what tiles wait on."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from scoring.errors import Refusal
from scoring.rulesets.guobiao.answers import answer_hand, answer_waits, options_of
from scoring.web.lines import known_id
from tournaments.api.base import ApiView, StrictParser
from tournaments.api.doc import operation
from tournaments.api.score_schema import ANSWER, ASKED, WAITS, WAITS_ASKED
from tournaments.services.errors import Invalid, Problem
from tournaments.services.refusals import problems_of, words
from tournaments.services.rules import Rule

MOST_HANDS = 1_000
# So many hands weigh as much as a request of their own; to explain one is ten times the work.
HANDS_PER_REQUEST = 50
EXPLAINED_PER_REQUEST = 5
BATCH_KEYS = frozenset({"hands", "profile", "options", "explain"})


class HandsParser(StrictParser):
    """Room for a thousand hands."""

    longest = 1_000_000


class CalculatorThrottle(SimpleRateThrottle):
    """So many requests a minute from one address (``settings.CALCULATOR_RATE``)."""

    scope = "calculator"

    def get_rate(self) -> str:
        return str(settings.CALCULATOR_RATE)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def charge(self, request: Request, view: APIView, times: int) -> None:
        """Count a request that is allowed as so many more."""
        key = self.get_cache_key(request, view)
        more = [self.timer()] * times
        _most, seconds = self.parse_rate(self.get_rate())
        cache.set(key, [*more, *cache.get(key, [])], seconds)


class Calculator(ApiView):
    rule = Rule.PUBLIC
    saves = False
    keeps_answers = False
    parser_classes = [HandsParser]
    throttle_classes = [CalculatorThrottle]


class Score(Calculator):
    """Count one winning hand of Guobiao, or up to 1,000 of them in ``hands``.

    A hand is an object as `manage.py score` reads it, or has ``text`` in any notation. Answers are
    those of that command; ``explain`` adds what does not count and why, and what the tiles waited
    on. One hand is answered by itself, several in ``answers`` in their order. A
    hand that is malformed refuses the request, with the number of the hand in the field; one that
    is sound and does not win is refused alone, and in a batch has its ``error`` among the answers.
    Nothing is saved, and no account is needed.
    """

    @operation("score", takes={"application/json": ASKED}, gives=ANSWER)
    def post(self, request: Request) -> Response:
        content: Any = request.data
        if "hands" in content:
            return self._batch(request, content)
        explain = _explain(content)
        try:
            return Response(_answer(content, reasons=explain))
        except Refusal as refusal:
            raise _invalid(refusal) from None

    def _batch(self, request: Request, content: Mapping[str, Any]) -> Response:
        hands = content["hands"]
        problems = _envelope_problems(content)
        if not isinstance(hands, list):
            problems.append(Problem("hands", _("A list of hands is wanted.")))
        elif not 0 < len(hands) <= MOST_HANDS:
            limit = _("One hand to %(most)s hands are wanted; there are %(n)s.")
            problems.append(Problem("hands", limit % {"most": MOST_HANDS, "n": len(hands)}))
        if problems:
            raise Invalid(problems=problems, code="bad_record")
        explains = content.get("explain") or any(
            isinstance(hand, Mapping) and hand.get("explain") for hand in hands
        )
        each = EXPLAINED_PER_REQUEST if explains else HANDS_PER_REQUEST
        CalculatorThrottle().charge(request, self, len(hands) // each)
        return Response({"answers": _answers(hands, content)})


class Waits(Calculator):
    """Say what thirteen tiles of Guobiao wait on, or how far they are from being ready.

    ``shanten`` is 0 for a ready hand; ``waits`` are the tiles that win, how many of each nobody has
    seen, and the fan by discard and by self-draw (flowers and luck left out); ``accepting`` are the
    tiles that bring a hand nearer that is not ready. ``seen`` are tiles that lie open elsewhere.
    """

    @operation("waits", takes={"application/json": WAITS_ASKED}, gives=WAITS)
    def post(self, request: Request) -> Response:
        content: Any = request.data
        try:
            answer = answer_waits(content, strict=True)
        except Refusal as refusal:
            raise _invalid(refusal) from None
        return Response({"id": known_id(content), **answer})


def _invalid(refusal: Refusal) -> Invalid:
    return Invalid(words(refusal.message), problems=problems_of(refusal), code=refusal.code)


def _answer(content: Mapping[str, Any], *, reasons: bool) -> dict[str, Any]:
    answer = answer_hand(content, reasons=reasons, strict=True)
    return {"id": known_id(content), **answer}


def _answers(hands: list[Any], batch: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Answer every hand; raise `Invalid` with the problems of all that are malformed."""
    answers: list[dict[str, Any]] = []
    problems: list[Problem] = []
    for at, hand in enumerate(hands):
        if not isinstance(hand, Mapping):
            problems.append(Problem(f"hands.{at}", _("A hand is an object.")))
            continue
        try:
            explain = _explain({**batch, **hand})
            answers.append(_answer(_with_defaults(hand, batch), reasons=explain))
        except Refusal as refusal:
            if refusal.code == "not_a_win":
                said = {"error": refusal.code, "message": words(refusal.message)}
                answers.append({"id": known_id(hand), **said})
            else:
                problems += [
                    Problem(f"hands.{at}.{problem.field}", problem.message)
                    for problem in problems_of(refusal)
                ]
        except Invalid as invalid:
            problems += [
                Problem(f"hands.{at}.{problem.field}", problem.message)
                for problem in invalid.problems
            ]
    if problems:
        raise Invalid(_("Some hands cannot be read."), problems=problems, code="bad_record")
    return answers


def _with_defaults(hand: Mapping[str, Any], batch: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand with the profile and options of its batch where it has none of its own."""
    found = dict(hand)
    if found.get("profile") is None and batch.get("profile") is not None:
        found["profile"] = batch["profile"]
    own, common = found.get("options"), batch.get("options")
    if common and (own is None or isinstance(own, Mapping)):
        found["options"] = {**common, **(own or {})}
    return found


def _explain(content: Mapping[str, Any]) -> bool:
    value = content.get("explain")
    if value is not None and not isinstance(value, bool):
        raise Invalid(problems=[_not_bool()], code="bad_record")
    return value is True


def _not_bool() -> Problem:
    return Problem("explain", _("true or false is wanted."))


def _envelope_problems(content: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with a batch beside its hands."""
    unknown = sorted(key for key in content if key not in BATCH_KEYS)
    problems = [Problem(key[:60], _("There is no such key.")) for key in unknown]
    if not isinstance(content.get("explain", False), bool | None):
        problems.append(_not_bool())
    try:
        options_of(content)
    except Refusal as refusal:
        problems += problems_of(refusal)
    return problems
