"""Trying a hand without an event: the form of a table with made-up chairs, and what it comes to."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie

from scoring.record import Record
from scoring.ruleset import UNFINISHED, Ruleset
from scoring.rulesets import get_ruleset
from scoring.told import tell
from scoring.walk import SEAT_NAMES
from tournaments.forms.options import bundles_of, options_of, value_words
from tournaments.forms.trial import TrialForm
from tournaments.services import trial
from tournaments.services.bodies import json_object
from tournaments.services.errors import Invalid, Problem
from tournaments.services.hands import Preview
from tournaments.services.refusals import words
from tournaments.views.hand_json import clashes_json, preview_json
from tournaments.views.hand_words import form_words, tile_words
from tournaments.views.rules import Rule, RuledView

JsonDict = dict[str, Any]


class TrialView(RuledView):
    """A page or answer about one hand under the rules in the address."""

    rule = Rule.PUBLIC
    ruleset: Ruleset

    def _resolve(self) -> None:
        super()._resolve()
        try:
            self.ruleset = get_ruleset(self.kwargs["ruleset"])
        except KeyError:
            raise Http404 from None

    def address(self, record: Mapping[str, Any], name: str = "try-hand") -> str:
        return _address(name, self.ruleset, record)


@method_decorator(ensure_csrf_cookie, name="dispatch")
class TryHand(TrialView):
    """The form with its table. ``hand`` in the address is a record, packed; ``set`` says that the
    fields of the page take the place of its options and context. Posted, ``record`` is one as
    JSON, for browsers without scripts."""

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        record, problems = trial.blank(self.ruleset), []
        try:
            record = self._from_address()
            trial.read(self.ruleset, record)
        except Invalid as error:
            problems = list(error.problems)
            record = trial.blank(self.ruleset)
        form = self._form(record)
        if "set" in request.GET and form.is_valid():
            chosen = {"context": form.context(), "options": form.options()}
            record, wrong = self._changed(record, chosen)
            problems += wrong
        return self._show(record, form, problems)

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        text = request.POST.get("record", "")
        record = trial.blank(self.ruleset)
        problems: list[Problem] = []
        try:
            given = json_object(text.encode("utf-8", "replace"), trial.LONGEST)
            trial.read(self.ruleset, given)
            record = {**given, "ruleset": self.ruleset.id}
        except Invalid as error:
            problems = list(error.problems)
        return self._show(record, self._form(record), problems, text)

    def _from_address(self) -> JsonDict:
        text = self.request.GET.get("hand")
        return trial.unpacked(text) if text else trial.blank(self.ruleset)

    def _form(self, record: Mapping[str, Any]) -> TrialForm:
        if "set" in self.request.GET:
            return TrialForm(self.ruleset, self.request.GET)
        read = trial.read(self.ruleset, record)
        initial = TrialForm.initial_of(self.ruleset, read.context, read.options)
        return TrialForm(self.ruleset, None, initial=initial)

    def _changed(self, record: JsonDict, chosen: JsonDict) -> tuple[JsonDict, list[Problem]]:
        """Return the record under other options and another context; where it cannot stand under
        them, what is wrong with it and a blank one."""
        changed = {**record, **chosen}
        try:
            trial.read(self.ruleset, changed)
        except Invalid as error:
            if record["events"]:
                return self._changed({**record, "events": []}, chosen)
            return trial.blank(self.ruleset), list(error.problems)
        return changed, []

    def _show(
        self, record: JsonDict, form: TrialForm, problems: list[Problem], text: str = ""
    ) -> HttpResponse:
        read = trial.read(self.ruleset, record)
        result = answer(self.ruleset, record) if read.events else None
        return render(
            self.request,
            "public/try.html",
            {
                "ruleset": self.ruleset,
                "form": form,
                "situation": situation(self.ruleset, read),
                "problems": problems,
                "answer": result,
                "record": text or json.dumps(record, ensure_ascii=False, indent=1),
                "packed": trial.packed(record),
                "blank": self._blank(record),
                "data": self._data(record, read),
            },
        )

    def _blank(self, record: JsonDict) -> JsonDict:
        """Return what the page shows again when the hand is taken back whole."""
        here = {**record, "events": []}
        return {
            "words": _("Nothing has happened yet."),
            "record": json.dumps(here, ensure_ascii=False, indent=1),
            "address": self.address(here),
        }

    def _data(self, record: JsonDict, read: Record) -> JsonDict:
        """Return what the hand form of a table is given."""
        here = {**record, "events": []}
        return {
            "trial": True,
            "events": record["events"],
            "state": _state(read),
            "declaration": self.ruleset.declaration(helps=False),
            "options": (options := self.ruleset.resolve_options(read.options)),
            "clashes": clashes_json(self.ruleset, options),
            "urls": {
                "preview": self.address(here, "try-preview"),
                "record": self.address(here, "try-preview"),
            },
            "words": {**form_words(), "ended": _("The hand is over.")},
            "tiles": tile_words(),
            "breaches": [],
            "language": self.request.LANGUAGE_CODE,
        }


class TryPreview(TrialView):
    """What the hand in the form comes to so far: the preview of a table, and the answer in words
    for the page. ``hand`` in the address holds context and options."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        before = trial.unpacked(request.GET.get("hand", ""))
        events = json_object(request.body or b"{}").get("events")
        record = {**before, "events": events}
        preview = trial.try_hand(self.ruleset, record)
        shown = told(self.ruleset, preview)
        return JsonResponse(
            {
                **preview_json(preview),
                "address": shown["address"],
                "record": json.dumps(record, ensure_ascii=False, indent=1),
                "html": render_to_string("public/_try_answer.html", {"answer": shown}, request),
            }
        )


def answer(ruleset: Ruleset, record: Mapping[str, Any]) -> JsonDict:
    """Say what a record comes to in words, or why it comes to nothing."""
    try:
        return told(ruleset, trial.try_hand(ruleset, record))
    except Invalid as error:
        return {"problems": error.problems, "address": _address("try-hand", ruleset, record)}


def told(ruleset: Ruleset, preview: Preview) -> JsonDict:
    """Return a settled hand as the page tells it."""
    settlement = preview.settlement
    names = {choice.id: choice.name for choice in ruleset.form.carry}
    carried = [(names[k], n) for k, n in (settlement.carry_next or {}).items() if k in names]
    return {
        "told": tell(ruleset, preview.record),
        "lines": settlement.ledger,
        "deltas": settlement.deltas,
        "ended": settlement.end != UNFINISHED,
        "next_dealer": settlement.next_dealer,
        "carried": carried,
        "streak": settlement.streak_next,
        "imbalance": settlement.imbalance,
        "address": _address("try-hand", ruleset, preview.record),
    }


def _address(name: str, ruleset: Ruleset, record: Mapping[str, Any]) -> str:
    return f"{reverse(name, kwargs={'ruleset': ruleset.id})}?hand={trial.packed(record)}"


def situation(ruleset: Ruleset, read: Record) -> list[tuple[str, str]]:
    """Return what differs from the usual before the hand, in words: context, presets, options."""
    context, usual = read.context, trial.read(ruleset, trial.blank(ruleset)).context
    found = []
    if context.players != usual.players:
        found.append((_("Players"), str(context.players)))
    if context.dealer != usual.dealer:
        found.append((_("Dealer"), words(SEAT_NAMES[context.dealer])))
    if context.round_wind != usual.round_wind:
        found.append((_("Prevailing wind"), words(SEAT_NAMES[context.round_wind])))
    if context.streak:
        found.append((_("Deals the dealer has kept"), str(context.streak)))
    names = {choice.id: words(choice.name) for choice in ruleset.form.carry}
    found += [(names.get(name, name), str(number)) for name, number in context.carry.items()]
    for bundle in bundles_of(ruleset):
        chosen = read.options.get(bundle.id, bundle.default)
        if chosen != bundle.default:
            found.append((words(bundle.label), words(bundle.value_labels[chosen])))
    for option in options_of(ruleset):
        if option.id in read.options:
            found.append((words(option.label), value_words(option, read.options[option.id])))
    return found


def _state(read: Record) -> JsonDict:
    """Describe a table at which nothing was played, as `hand_json.state_json` describes one."""
    position = trial.position_of(read.context)
    return {
        "table": 0,
        "round": 0,
        "status": "open",
        "round_status": "",
        "now": timezone.now().isoformat(),
        "ends_at": None,
        "typed": False,
        "revision": 0,
        "seats": [
            {"chair": n, "name": "ABCD"[n], "number": n + 1, "total": 0, "place": None}
            for n in range(read.context.players)
        ],
        "next": {
            "number": 1,
            "position": {**position.to_json(), "chairs": list(position.chairs)},
            "carried": {"streak": read.context.streak, "carry": dict(read.context.carry)},
        },
        "hands": [],
        "penalties": [],
    }
