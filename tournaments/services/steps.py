"""The steps of a table: what was done there, the newest first, read from the log. Whatever has been
done can be taken back, newest first, by a further act that names the one it takes back
(`AuditEntry.takes_back`); nothing is ever struck from the log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any
from uuid import UUID

from tournaments.models import Act, AuditEntry, Table

# What can be taken back here, and what it is done by.
HAND_ACTS = (
    Act.HAND_RECORDED,
    Act.HAND_AMENDED,
    Act.HAND_UNDONE,
    Act.HAND_INSERTED,
    Act.HAND_REMOVED,
)
REVERSIBLE = (*HAND_ACTS, Act.TABLE_FINISHED, Act.TABLE_REOPENED)
# What has its own way back: it stands in the list, and what is below it can be taken back.
BESIDE = (Act.PENALTY_GIVEN, Act.PENALTY_CANCELLED, Act.TABLE_CONFIRMED)
# What moves nothing of the table stays out of the list.
SILENT = (
    Act.HAND_NOTED,
    Act.PAPER_CHECKED,
    Act.RESULT_SIGNED,
    Act.REFEREE_CALLED,
    Act.REFEREE_CAME,
    Act.LINK_MADE,
    Act.LINK_REVOKED,
    Act.TIME_GIVEN,
)


@dataclass(frozen=True)
class Step:
    """One act at a table. ``state``: ``live`` (it can be taken back, after all that is newer),
    ``gone`` (it was), ``back`` (it took another one back), ``beside`` (it has its own way back),
    ``fixed`` (neither it nor anything older can be taken back here)."""

    group: UUID
    at: datetime
    entry: AuditEntry
    state: str = "live"

    @property
    def act(self) -> str:
        return self.entry.act

    @property
    def takes_back(self) -> UUID | None:
        return self.entry.takes_back

    @property
    def facts(self) -> Mapping[str, Any]:
        """The hand as it was when it was there: after the act, or before it was taken away."""
        found = self.entry.after or self.entry.before
        return found if isinstance(found, dict) else {}

    @property
    def before(self) -> Mapping[str, Any]:
        """The hand as it was before the act."""
        found = self.entry.before
        return found if isinstance(found, dict) else {}

    @property
    def number(self) -> int:
        """The hand that it was about; 0 for acts on the table."""
        return int(self.facts.get("number", 0))


def steps_of(table: Table) -> list[Step]:
    """Return the steps of a table, the newest first (two queries)."""
    own = AuditEntry.objects.filter(
        tournament_id=table.round.tournament_id,
        round_number=table.round.number,
        table_number=table.number,
    )
    groups = list(dict.fromkeys(own.order_by("id").values_list("group", flat=True)))
    heads: dict[UUID, AuditEntry] = {}
    entries = AuditEntry.objects.filter(tournament_id=table.round.tournament_id, group__in=groups)
    for entry in entries.order_by("id"):
        heads.setdefault(entry.group, entry)
    told = [heads[g] for g in groups if heads[g].act not in SILENT]
    gone = _taken_back(told)
    steps: list[Step] = []
    fixed = False
    for entry in reversed(told):
        fixed = fixed or _is_fixed(entry)
        steps.append(Step(entry.group, entry.at, entry, _state(entry, gone, fixed=fixed)))
    return steps


def _is_fixed(entry: AuditEntry) -> bool:
    return entry.act not in REVERSIBLE and not _is_beside(entry)


def _is_beside(entry: AuditEntry) -> bool:
    confirmed = Table.Status.CONFIRMED
    return entry.act in BESIDE or (entry.act == Act.TABLE_REOPENED and entry.before == confirmed)


def _state(entry: AuditEntry, gone: set[UUID], *, fixed: bool) -> str:
    if _is_beside(entry):
        return "beside"
    if entry.takes_back is not None:
        return "back"
    if entry.group in gone:
        return "gone"
    return "fixed" if fixed else "live"


def _taken_back(entries: Sequence[AuditEntry]) -> set[UUID]:
    """Return the groups that are taken back, by acts that were not taken back themselves."""
    takers: dict[UUID, list[UUID]] = {}
    for entry in entries:
        if entry.takes_back is not None:
            takers.setdefault(entry.takes_back, []).append(entry.group)
    gone: set[UUID] = set()
    # An act that takes back is younger than what it takes back.
    for entry in reversed(entries):
        if any(taker not in gone for taker in takers.get(entry.group, ())):
            gone.add(entry.group)
    return gone


def live(steps: Sequence[Step]) -> list[Step]:
    """Return the steps that can be taken back, the newest first."""
    return [step for step in steps if step.state == "live"]


def to_bring_again(steps: Sequence[Step]) -> Step | None:
    """Return the step that took back the last thing and has not been answered by a new one: the
    one to take back in order to have that thing again."""
    gone = _taken_back([step.entry for step in reversed(steps)])
    backs = {step.group for step in steps if step.takes_back is not None}
    last = takewhile(lambda s: s.state in ("back", "beside"), steps)
    for step in last:
        if step.state == "back" and step.group not in gone and step.takes_back not in backs:
            return step
    return None
