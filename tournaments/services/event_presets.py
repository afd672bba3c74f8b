"""Kinds of events that clubs hold, as data: what a new event of each begins with. Everything can be
changed, while it is set up and later."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


@dataclass(frozen=True)
class EventPreset:
    """``settings`` are those of `events.create_tournament` that differ from the usual ones;
    ``rule_presets`` the presets of the rules by their bundle."""

    id: str
    name: str | Promise
    summary: str | Promise
    ruleset: str = "guobiao"
    players: int = 16
    settings: dict[str, Any] = field(default_factory=dict)
    rule_presets: dict[str, str] = field(default_factory=dict)


HELD = Tournament.ReleaseMode.HELD
SECOND = Tournament.Confirmation.SECOND

PRESETS = (
    EventPreset(
        "guobiao-open",
        _("Guobiao open, 2 days"),
        _(
            "Eight rounds of two hours, places 4-2-1-0, a second person confirms each result, the "
            "final standings are published by you."
        ),
        players=64,
        settings={
            "planned_rounds": 8,
            "minutes": 120,
            "confirmation": SECOND,
            "release": HELD,
        },
    ),
    EventPreset(
        "guobiao-day",
        _("Guobiao, 1 day"),
        _("Four rounds of 90 minutes, places 4-2-1-0, standings live."),
        players=32,
        settings={"planned_rounds": 4, "minutes": 90},
    ),
    EventPreset(
        "european",
        _("European open"),
        _(
            "Guobiao by the European conventions: the hand in progress is finished when time is "
            "up, the European breaches, eight rounds over two days."
        ),
        players=64,
        settings={
            "planned_rounds": 8,
            "minutes": 110,
            "breaches": "ema",
            "time_end": Tournament.TimeEnd.FINISH_HAND,
        },
    ),
    EventPreset(
        "teams",
        _("Team event"),
        _("Guobiao in teams of four: team-mates never meet, all four count for the team."),
        players=32,
        settings={"planned_rounds": 7, "minutes": 120, "team_best_k": 4},
    ),
    EventPreset(
        "league",
        _("League round"),
        _("One evening of a season: three rounds of Guobiao, standings live."),
        settings={"kind": Tournament.Kind.LEAGUE, "planned_rounds": 3, "minutes": 90},
    ),
    EventPreset(
        "bloody-night",
        _("Club night, battle to the end"),
        _("Sichuan mahjong until three have won, money settled at the end of the evening."),
        ruleset="sichuan_xuezhan",
        players=8,
        settings={
            "kind": Tournament.Kind.CLUB_NIGHT,
            "planned_rounds": 1,
            "minutes": 240,
            "scheme": "raw",
            "breaches": "club_lenient",
        },
    ),
    EventPreset(
        "guobiao-night",
        _("Club night, Guobiao"),
        _("A relaxed evening: two rounds, lenient breaches, everything live."),
        players=8,
        settings={
            "kind": Tournament.Kind.CLUB_NIGHT,
            "planned_rounds": 2,
            "minutes": 120,
            "breaches": "club_lenient",
        },
    ),
    EventPreset(
        "taiwan-night",
        _("Club night, sixteen tiles"),
        _("Taiwanese mahjong, money settled at the end of the evening."),
        ruleset="taiwan16",
        players=8,
        settings={
            "kind": Tournament.Kind.CLUB_NIGHT,
            "planned_rounds": 1,
            "minutes": 240,
            "scheme": "raw",
            "breaches": "club_lenient",
        },
    ),
)
BY_ID = {preset.id: preset for preset in PRESETS}
