"""Letting people in: helpers by a link that works once, forgotten passwords on the organiser's
screen. Rights in one event are none in another: nobody's password is reset by an organiser of one
event if the account has rights elsewhere."""

import datetime as dt

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, Invitation, Membership, Tournament
from tournaments.services.access import Actor, may_organise, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotAllowed, NotThere, Problem
from tournaments.services.events import give_role
from tournaments.services.locks import locked_tournament

INVITED_FOR = dt.timedelta(days=7)
RESET_FOR = dt.timedelta(hours=2)
_signer = Signer(salt="invitation")


def token_of(invitation: Invitation) -> str:
    """Return the text that stands in the link's address."""
    return _signer.sign(invitation.key).replace(":", "~")


def invitation_from(token: str, *, password: bool) -> Invitation:
    """Return the live invitation of a token; raise `NotAllowed` with why it is dead."""
    dead = NotAllowed(_("This link is not valid."), code="link_bad")
    try:
        key = _signer.unsign(token.replace("~", ":"))
    except BadSignature:
        raise dead from None
    found = (
        Invitation.objects.select_related("tournament", "for_user")
        .filter(key=key, for_user__isnull=not password)
        .first()
    )
    if found is None:
        raise dead
    _require_live(found)
    return found


def _require_live(invitation: Invitation) -> None:
    if invitation.withdrawn_at is not None:
        raise NotAllowed(_("This invitation was withdrawn."), code="link_dead")
    if invitation.used_at is not None:
        raise NotAllowed(_("This link has been used; it works once."), code="link_dead")
    if timezone.now() >= invitation.expires_at:
        raise NotAllowed(
            _("This link is too old. Ask the organiser for a new one."), code="link_dead"
        )


def open_invitations(tournament: Tournament) -> list[Invitation]:
    """Return the invitations to roles of an event that somebody can still accept."""
    return list(
        tournament.invitations.filter(
            used_at=None, withdrawn_at=None, for_user=None, expires_at__gt=timezone.now()
        )
    )


@transaction.atomic
def invite(actor: Actor, tournament_id: int, *, role: str, note: str = "") -> Invitation:
    """Make a link by which somebody takes a role in this event; it works once, for a week."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    if role not in Membership.Role.values:
        raise Invalid(problems=[Problem("role", _("There is no such role."))])
    made = Invitation.objects.create(
        tournament=tournament,
        role=role,
        note=note.strip()[:80],
        created_by=actor.label[:80] or "?",
        expires_at=timezone.now() + INVITED_FOR,
    )
    finish_act(
        actor,
        tournament.pk,
        Change(Act.HELPER_INVITED, f"invitation {made.pk}", after=role, reason=made.note),
    )
    return made


@transaction.atomic
def withdraw(actor: Actor, invitation_id: int) -> None:
    """Let an invitation work no more; doing it twice is harmless."""
    found = Invitation.objects.select_related("tournament").filter(pk=invitation_id).first()
    if found is None:
        raise NotThere
    tournament = locked_tournament(found.tournament_id)
    require_organiser(actor, tournament)
    live = Invitation.objects.filter(pk=found.pk, used_at=None, withdrawn_at=None)
    if live.update(withdrawn_at=timezone.now()):
        change = Change(Act.INVITATION_WITHDRAWN, f"invitation {found.pk}", before=found.role)
        finish_act(actor, tournament.pk, change)


@transaction.atomic
def accept(token: str, user: User) -> Membership:
    """Give an account the role of an invitation, which is used up. An organiser who follows an
    invitation to referee stays organiser."""
    found = _taken(token, user.get_username(), password=False)
    mine = Membership.objects.filter(tournament=found.tournament, user=user).first()
    if mine is not None and mine.role == Membership.Role.ORGANISER:
        return mine
    inviter = Actor.of_system(f"{found.created_by}: {_('invitation')}"[:80])
    return give_role(inviter, found.tournament_id, username=user.username, role=found.role)


@transaction.atomic
def accept_with_account(token: str, username: str, password: str) -> User:
    """Make an account and give it the role. Raises `Invalid`: all that is wrong with name and
    password at once; the invitation stays unused then."""
    user = _new_user(username, password)
    accept(token, user)
    return user


def _new_user(username: str, password: str) -> User:
    user = User(username=username.strip())
    problems = []
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        problems += [Problem("username", m) for ms in error.message_dict.values() for m in ms]
    problems += _password_problems(password, user)
    if problems:
        raise Invalid(problems=problems)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        taken = Problem("username", _("This user name is taken."))
        raise Invalid(problems=[taken]) from None
    return user


def _password_problems(password: str, user: User) -> list[Problem]:
    try:
        validate_password(password, user)
    except ValidationError as error:
        return [Problem("password", message) for message in error.messages]
    return []


def _taken(token: str, by: str, *, password: bool) -> Invitation:
    """Use a link up. Of two at the same moment one gets it."""
    found = invitation_from(token, password=password)
    live = Invitation.objects.filter(pk=found.pk, used_at=None, withdrawn_at=None)
    if not live.update(used_at=timezone.now(), used_by=by[:150]):
        found.refresh_from_db()
        _require_live(found)
        raise Conflict(_("This link has been used; it works once."))
    return found


def may_reset(actor: Actor, user: User) -> bool:
    """An organiser of every event in which the account has a role; never an administrator's."""
    if user.is_superuser or user.is_staff or user.user_permissions.exists():
        return False
    events = Tournament.objects.filter(memberships__user=user)
    return all(may_organise(actor, event) for event in events)


@transaction.atomic
def make_password_link(actor: Actor, membership_id: int) -> Invitation:
    """Make a link with which a helper sets a new password; it works once, for two hours."""
    membership = Membership.objects.select_related("user").filter(pk=membership_id).first()
    if membership is None:
        raise NotThere
    tournament = locked_tournament(membership.tournament_id)
    require_organiser(actor, tournament)
    if not may_reset(actor, membership.user):
        raise NotAllowed(
            _("This account has rights outside your events; its password is not yours to reset.")
        )
    Invitation.objects.filter(for_user=membership.user, used_at=None, withdrawn_at=None).update(
        withdrawn_at=timezone.now()
    )
    made = Invitation.objects.create(
        tournament=tournament,
        for_user=membership.user,
        created_by=actor.label[:80] or "?",
        expires_at=timezone.now() + RESET_FOR,
    )
    finish_act(
        actor,
        tournament.pk,
        Change(Act.PASSWORD_LINK_MADE, f"user {membership.user.get_username()}"),
    )
    return made


@transaction.atomic
def set_password(token: str, password: str) -> User:
    """Set a new password by a link, which is used up; the account's other sessions end."""
    found = invitation_from(token, password=True)
    user = found.for_user
    if user is None or not user.is_active:
        raise NotAllowed(_("This link is not valid."), code="link_bad")
    problems = _password_problems(password, user)
    if problems:
        raise Invalid(problems=problems)
    locked_tournament(found.tournament_id)
    _taken(token, user.get_username(), password=True)
    user.set_password(password)
    user.save(update_fields=["password"])
    change = Change(Act.PASSWORD_SET, f"user {user.get_username()}")
    finish_act(Actor.of(user), found.tournament_id, change)
    return user
