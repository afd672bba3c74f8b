"""Rules in words: every rule system from its declaration, and the options of one event."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.form_facts import Ask
from scoring.options import Option, Value
from scoring.penalties import PRESETS
from scoring.rule_facts import facts, lacking, tiles_in_words
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.table_points import get_scheme, scheme_values
from scoring.worked import pays_kongs
from tournaments.forms.options import bundles_of, options_of, value_words
from tournaments.services.refusals import words
from tournaments.services.standings import config_of
from tournaments.standings import METRICS
from tournaments.views.event_page import EventView
from tournaments.views.pattern_rows import pattern_groups, pattern_kinds
from tournaments.views.rules import Rule, RuledView
from tournaments.views.worked import worked

# Facts that stand in sections of their own.
SENTENCES = {"money_flow", "next_dealer"}


class RulesIndex(RuledView):
    """All rule systems."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        known = all_rulesets()
        with_kong_money = {ruleset.id for ruleset in known if pays_kongs(ruleset)}
        return render(
            request,
            "public/rules.html",
            {
                "rulesets": [(ruleset, tiles_in_words(ruleset.usual_tiles)) for ruleset in known],
                "with_kong_money": with_kong_money,
            },
        )


class RulesetPage(RuledView):
    """One rule system: who pays, patterns, circumstances, penalties, options."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest, ruleset: str) -> HttpResponse:
        try:
            found = get_ruleset(ruleset)
        except KeyError:
            raise Http404 from None
        return render(
            request,
            "public/ruleset.html",
            {
                "ruleset": found,
                "facts": [fact for fact in facts(found) if fact.id not in SENTENCES],
                "groups": pattern_groups(found),
                "kinds": pattern_kinds(found),
                "circumstances": [
                    (flag, [BY_WORDS[by]() for by in flag.by if by in BY_WORDS])
                    for flag in found.circumstances
                ],
                "events": event_rows(found),
                "penalties": [
                    (kind, kind.amount or _option_default(found, kind.option))
                    for kind in found.form.penalties
                ],
                "options": option_rows(found, {}),
                "bundles": bundle_rows(found),
            },
        )


class EventRules(EventView):
    """The rules of this event, in words."""

    rule = Rule.PUBLIC
    tab = "event-rules"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        ruleset = get_ruleset(self.event.ruleset)
        scheme = get_scheme(self.event.scheme)
        return self.show(
            "public/event_rules.html",
            {
                "ruleset": ruleset,
                "options": option_rows(ruleset, self.event.ruleset_options),
                "scheme": scheme,
                "values": scheme_values(self.event.scheme) if scheme.kind == "places" else (),
                "order": [METRICS[key] for key in config_of(self.event).order],
                "bye": self._bye(),
                "breaches": PRESETS[self.event.breaches],
            },
        )

    def _bye(self) -> int | None:
        """Return what a bye is worth, in 1/2520; None: the mean of a round whose size decides."""
        by_size = get_scheme(self.event.scheme).kind == "group"
        if by_size and self.event.bye_points is None:
            return None
        return config_of(self.event).bye_worth()


BY_WORDS = {
    "self_draw": lambda: _("on a self-draw"),
    "discard": lambda: _("on a discard"),
    "rob_kong": lambda: _("on a robbed kong"),
}


PHASES = {
    "before": lambda: _("before play"),
    "play": lambda: _("during play"),
    "after": lambda: _("after the end"),
    "any": lambda: _("at any time"),
}


def event_rows(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the events that the entry form offers, penalties aside: when, and what is asked."""
    return [
        {
            "event": event,
            "phase": PHASES[event.phase](),
            "asks": [_asked(ask) for ask in event.asks],
            "lacking": lacking(ruleset, event.when),
        }
        for event in ruleset.form.events
        if event.type != "penalty"
    ]


def _asked(ask: Ask) -> str:
    named = " / ".join(words(choice.name) for choice in ask.choices)
    return f"{words(ask.label)} ({named})" if named else words(ask.label)


def option_rows(ruleset: Ruleset, chosen: Mapping[str, Value]) -> list[dict[str, Any]]:
    """Return a row of words per option: its value here, the standard one where it differs, and the
    other values that it may have."""
    return [
        {
            **_option_row(option, chosen.get(option.id, option.default)),
            "worked": worked(ruleset, option, chosen or None),
        }
        for option in options_of(ruleset)
    ]


def _option_row(option: Option, value: Value) -> dict[str, Any]:
    return {
        "option": option,
        "value": value_words(option, value),
        "standard": "" if value == option.default else value_words(option, option.default),
        "others": [value_words(option, c) for c in option.choices if c != value],
    }


def bundle_rows(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the presets with what each of them sets."""
    options = {option.id: option for option in options_of(ruleset)}
    return [
        {
            "bundle": bundle,
            "choices": [
                {
                    "name": words(bundle.value_labels[name]),
                    "standard": name == bundle.default,
                    "sets": [
                        (words(options[key].label), value_words(options[key], value))
                        for key, value in values.items()
                        if key in options
                    ],
                }
                for name, values in bundle.values.items()
            ],
        }
        for bundle in bundles_of(ruleset)
    ]


def _option_default(ruleset: Ruleset, option_id: str) -> Value:
    return next((o.default for o in ruleset.options if o.id == option_id), None)
