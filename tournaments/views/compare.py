"""Two rule systems side by side."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.compare import compare
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from tournaments.views.rules import Rule, RuledView


class CompareRulesets(RuledView):
    """``a`` and ``b`` in the address name the two; ``all`` shows what is equal too."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        known = all_rulesets()
        left = self._ruleset("a", known[0])
        right = self._ruleset("b", known[1])
        everything = "all" in request.GET
        sections = [
            (section.title, [p for p in section.pairs if everything or p.differs])
            for section in compare(left, right)
        ]
        return render(
            request,
            "public/compare.html",
            {
                "rulesets": known,
                "left": left,
                "right": right,
                "everything": everything,
                "sections": sections,
            },
        )

    def _ruleset(self, key: str, fallback: Ruleset) -> Ruleset:
        wanted = self.request.GET.get(key)
        if wanted is None:
            return fallback
        try:
            return get_ruleset(wanted)
        except KeyError:
            raise Http404 from None
