"""What the database keeps: facts, and derived snapshots that say so."""

from tournaments.models.accounts import Invitation, PersonalLink
from tournaments.models.api import ApiToken, KeptAnswer, Webhook, WebhookDelivery
from tournaments.models.audit import Act, AuditEntry, LoggedRow
from tournaments.models.events import (
    Bye,
    Entry,
    Forfeit,
    Membership,
    Round,
    Stage,
    StageEntry,
    Team,
    Tournament,
)
from tournaments.models.exports import Export
from tournaments.models.figures import EventFigures, RatingBook, RatingChange
from tournaments.models.hall import Announcement, HallScreen
from tournaments.models.hands import Hand, Submission
from tournaments.models.jobs import Job, Pulse, StandingsSnapshot
from tournaments.models.merges import PersonMerge
from tournaments.models.penalties import Adjustment, Penalty
from tournaments.models.people import Club, Player, shown_name
from tournaments.models.people_files import PeopleFile
from tournaments.models.presence import CheckIn
from tournaments.models.releases import Release
from tournaments.models.seasons import Season, SeasonEvent
from tournaments.models.seating import KeepApart, PlaceOfOwn
from tournaments.models.tables import RefereeCall, Seat, Signature, Table, TableLink

__all__ = [
    "Act",
    "Adjustment",
    "Announcement",
    "ApiToken",
    "AuditEntry",
    "Bye",
    "CheckIn",
    "Club",
    "Entry",
    "EventFigures",
    "Export",
    "Forfeit",
    "HallScreen",
    "Hand",
    "Invitation",
    "Job",
    "KeepApart",
    "KeptAnswer",
    "LoggedRow",
    "Membership",
    "Penalty",
    "PeopleFile",
    "PersonMerge",
    "PersonalLink",
    "PlaceOfOwn",
    "Player",
    "Pulse",
    "RatingBook",
    "RatingChange",
    "RefereeCall",
    "Release",
    "Round",
    "Season",
    "SeasonEvent",
    "Seat",
    "Signature",
    "Stage",
    "StageEntry",
    "StandingsSnapshot",
    "Submission",
    "Table",
    "TableLink",
    "Team",
    "Tournament",
    "Webhook",
    "WebhookDelivery",
    "shown_name",
]
