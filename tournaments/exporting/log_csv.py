"""The log of an event as a sheet: one row an entry, those of one act under one group."""

import json
from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exporting.cells import Cell, Column, Kind, Label, Sheet
from tournaments.exporting.naming import event_name
from tournaments.models import AuditEntry, Tournament
from tournaments.services.log import actor_name


def log_sheet(tournament: Tournament, entries: Iterable[AuditEntry]) -> Sheet:
    """Return entries as rows; moments are the club's, facts as the log holds them."""
    zone = tournament.club.zone

    def row(entry: AuditEntry) -> tuple[Cell, ...]:
        return (
            f"{entry.at.astimezone(zone):%Y-%m-%d %H:%M:%S}",
            actor_name(entry),
            str(entry.get_act_display()),
            entry.target,
            entry.round_number,
            entry.table_number,
            _facts(entry.before),
            _facts(entry.after),
            entry.reason,
            entry.revision,
            str(entry.group),
        )

    titles = (
        _("When"), _("By"), _("Act"), _("What"), _("Round"), _("Table"), _("Before"), _("After"),
        _("Reason"), _("Revision"), _("Group"),
    )  # fmt: skip
    numbers = {_("Round"), _("Table"), _("Revision")}
    columns = tuple(Column(t, Kind.NUMBER if t in numbers else Kind.TEXT) for t in titles)
    return Sheet(_("Log"), columns, tuple(row(entry) for entry in entries))


def _facts(value: Any) -> str:
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def label_of(tournament: Tournament) -> Label:
    """Return what the file says of itself."""
    last = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    return Label(
        event=event_name(tournament),
        slug=tournament.slug,
        club=tournament.club.name,
        after_round=last or 0,
        made_at=timezone.now().astimezone(tournament.club.zone),
        zone=tournament.club.time_zone,
        revision=tournament.revision,
    )
