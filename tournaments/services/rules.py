"""The rules that addresses carry: who may open them, for pages and API alike."""

import enum

from tournaments.models import Table, Tournament
from tournaments.services import access
from tournaments.services.access import Actor


class Rule(enum.Enum):
    """Who may open an address."""

    PUBLIC = "public"  # everybody
    STANDINGS = "standings"  # everybody while the standings are public, else referees
    SIGNED_IN = "signed_in"  # anybody with an account
    CREATOR = "creator"  # who may set up a new event
    TABLE_LINK = "table_link"  # the holder of the table's link
    RECORDER = "recorder"  # referees of the event, and the holder of the table's live link
    REFEREE = "referee"  # referees and organisers of the event
    ORGANISER = "organiser"  # organisers of the event


def is_allowed(
    rule: Rule, actor: Actor, tournament: Tournament | None, table: Table | None = None
) -> bool:
    """Answer one rule for one actor; ``tournament`` and ``table`` are those of the address."""
    if rule is Rule.PUBLIC:
        return True
    if rule is Rule.SIGNED_IN:
        return actor.user is not None
    if rule is Rule.CREATOR:
        return access.may_create_tournaments(actor)
    if rule is Rule.TABLE_LINK:
        return actor.link is not None
    if rule is Rule.RECORDER:
        return table is not None and access.may_record(actor, table)
    if tournament is None:
        return False
    return {
        Rule.STANDINGS: access.may_see_standings,
        Rule.REFEREE: access.may_referee,
        Rule.ORGANISER: access.may_organise,
    }[rule](actor, tournament)
