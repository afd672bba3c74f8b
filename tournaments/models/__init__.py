"""What the database keeps: facts, and derived snapshots that say so."""

from tournaments.models.audit import Act, AuditEntry
from tournaments.models.events import Bye, Entry, Membership, Round, Stage, Team, Tournament
from tournaments.models.hands import Hand, Submission
from tournaments.models.jobs import Job, StandingsSnapshot
from tournaments.models.penalties import Penalty
from tournaments.models.people import Club, Player
from tournaments.models.tables import Seat, Table, TableLink

__all__ = [
    "Act",
    "AuditEntry",
    "Bye",
    "Club",
    "Entry",
    "Hand",
    "Job",
    "Membership",
    "Penalty",
    "Player",
    "Round",
    "Seat",
    "Stage",
    "StandingsSnapshot",
    "Submission",
    "Table",
    "TableLink",
    "Team",
    "Tournament",
]
