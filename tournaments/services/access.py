"""Who may do what: the one place that knows. Rights in one event are none in another."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import ApiToken, Membership, Round, Table, TableLink, Tournament
from tournaments.services.errors import NotAllowed

# A forgotten round that was never closed does not leave its table links open for ever.
LINK_LIVES = dt.timedelta(days=7)


@dataclass(frozen=True)
class Actor:
    """Who acts: a user, the holder of a table link, or the system itself (a command, a job). A
    ``token`` acts for its user, never beyond its own level and event."""

    user: User | None = None
    link: TableLink | None = None
    label: str = ""
    system: bool = False
    token: ApiToken | None = None

    @classmethod
    def of(cls, user: AbstractBaseUser | AnonymousUser | None) -> "Actor":
        if isinstance(user, User) and user.is_active:
            return cls(user=user, label=user.get_username())
        return cls(label="")

    @classmethod
    def of_link(cls, link: TableLink) -> "Actor":
        table = link.table
        return cls(link=link, label=f"link {table.round.number}/{table.number}")

    @classmethod
    def of_token(cls, token: ApiToken) -> "Actor":
        return cls(user=token.user, label=token.user.get_username(), token=token)

    @classmethod
    def of_system(cls, label: str) -> "Actor":
        return cls(label=label, system=True)


def role_in(actor: Actor, tournament: Tournament) -> str | None:
    """Return the actor's role in the event: ``organiser``, ``referee`` or None."""
    if actor.system:
        return Membership.Role.ORGANISER
    if actor.user is None or not _token_reaches(actor, tournament):
        return None
    role = _role_of(actor.user, tournament)
    level = actor.token.level if actor.token else ""
    lowered = role == Membership.Role.ORGANISER and level == ApiToken.Level.REFEREE
    return Membership.Role.REFEREE if lowered else role


def _role_of(user: User, tournament: Tournament) -> str | None:
    if user.is_superuser:
        return Membership.Role.ORGANISER
    return (
        Membership.objects.filter(tournament=tournament, user=user)
        .values_list("role", flat=True)
        .first()
    )


def _token_reaches(actor: Actor, tournament: Tournament) -> bool:
    return actor.token is None or actor.token.tournament_id in (None, tournament.pk)


def only_reads(actor: Actor) -> bool:
    return actor.token is not None and actor.token.level == ApiToken.Level.READ


def require_writing(actor: Actor, tournament: Tournament | None) -> None:
    """Refuse an act by a token that only reads, or that is of another event; acts outside any
    event (``tournament`` None) are for tokens with everything that their user may do."""
    token = actor.token
    if token is None:
        return
    whole = token.level == ApiToken.Level.ORGANISER and token.tournament_id is None
    if tournament is None and not whole:
        raise NotAllowed(_("This token may not do this."), code="token_scope")
    if only_reads(actor) or (tournament is not None and not _token_reaches(actor, tournament)):
        raise NotAllowed(_("This token may not do this."), code="token_scope")


def may_organise(actor: Actor, tournament: Tournament) -> bool:
    return role_in(actor, tournament) == Membership.Role.ORGANISER


def may_referee(actor: Actor, tournament: Tournament) -> bool:
    return role_in(actor, tournament) is not None


def may_create_tournaments(actor: Actor) -> bool:
    """Organisers of some event, and whom the command `organiser` has named, may set up new ones."""
    if actor.system:
        return True
    user, token = actor.user, actor.token
    if token and (token.level != ApiToken.Level.ORGANISER or token.tournament_id is not None):
        return False
    return user is not None and (
        user.has_perm("tournaments.add_tournament")
        or Membership.objects.filter(user=user, role=Membership.Role.ORGANISER).exists()
    )


def may_record(actor: Actor, table: Table) -> bool:
    """A referee of the event; or the holder of the table's live link while its round is open."""
    if actor.link is not None:
        return link_is_live(actor.link) and actor.link.table_id == table.pk
    return may_referee(actor, table.round.tournament)


def link_is_old(link: TableLink) -> bool:
    """Whether the round began so long ago that its cards are no longer wanted."""
    started = link.table.round.started_at
    return started is not None and timezone.now() - started >= LINK_LIVES


def link_is_live(link: TableLink) -> bool:
    closed = link.table.round.status == Round.Status.CLOSED
    return link.revoked_at is None and not closed and not link_is_old(link)


def may_see_standings(actor: Actor, tournament: Tournament) -> bool:
    return tournament.standings_public or may_referee(actor, tournament)


def may_see_seats(actor: Actor, round_: Round) -> bool:
    return round_.seats_public or may_referee(actor, round_.tournament)


def may_reopen(actor: Actor, table: Table) -> bool:
    """Whether the actor may open a finished table again; a confirmed one is the organisers'."""
    event = table.round.tournament
    if table.status == Table.Status.CONFIRMED or event.reopening == event.Reopening.ORGANISER:
        return may_organise(actor, event)
    if event.reopening == event.Reopening.RECORDER:
        return may_record(actor, table)
    return may_referee(actor, event)


def may_reseat(actor: Actor, tournament: Tournament) -> bool:
    """Whether the actor may say who really sits where under recorded hands."""
    if tournament.reseating == tournament.Reseating.REFEREE:
        return may_referee(actor, tournament)
    return may_organise(actor, tournament)


def require_organiser(actor: Actor, tournament: Tournament) -> None:
    require_writing(actor, tournament)
    if not may_organise(actor, tournament):
        raise NotAllowed(_("Only an organiser of this event may do this."))


def require_referee(actor: Actor, tournament: Tournament) -> None:
    require_writing(actor, tournament)
    if not may_referee(actor, tournament):
        raise NotAllowed(_("Only a referee of this event may do this."))


def require_reopening(actor: Actor, table: Table) -> None:
    if not may_reopen(actor, table):
        raise NotAllowed(
            _("The table is finished, and opening it again is not yours: ask a referee.")
            if actor.link is not None
            else _("Opening this table again is for an organiser of this event."),
            code="not_reopening",
        )


def require_reseating(actor: Actor, tournament: Tournament) -> None:
    if not may_reseat(actor, tournament):
        raise NotAllowed(_("Changing chairs under recorded hands is not yours in this event."))


def require_recorder(actor: Actor, table: Table) -> None:
    require_writing(actor, table.round.tournament)
    if may_record(actor, table):
        return
    if actor.link is not None and actor.link.table_id == table.pk:
        raise NotAllowed(
            _("This table link no longer works: it was revoked or is old, or the round is closed."),
            code="link_dead",
        )
    raise NotAllowed(_("You may not record at this table."))
