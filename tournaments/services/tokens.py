"""Tokens of the API: made by their user, shown once, revoked at any time."""

import datetime as dt

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import ApiToken, Membership, Tournament
from tournaments.services.access import Actor, require_writing, role_in
from tournaments.services.errors import Invalid, NotAllowed, NotThere, Problem

MOST = 50
# A look at the clock for every request would be a write for every request.
USED_EVERY = dt.timedelta(minutes=10)


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return the tokens of a user that have not expired, the newest first."""
    living = Q(expiry=None) | Q(expiry__gt=timezone.now())
    return ApiToken.objects.filter(living, user=user).select_related("tournament", "user")


def make_token(
    actor: Actor,
    *,
    name: str,
    level: str = ApiToken.Level.READ,
    tournament: Tournament | None = None,
    days: int | None = None,
) -> tuple[ApiToken, str]:
    """Make a token for the actor's own account and return it with its text, which is kept nowhere.

    ``tournament``: it reaches this event alone. It lives ``days``, 90 when nothing is said. Raises
    `NotAllowed` for tokens that may less than their user, `Invalid` with every problem.
    """
    user = actor.user
    if user is None:
        raise NotAllowed(_("Log in first."), code="log_in")
    require_writing(actor, None)
    usual, most = settings.API_TOKEN_DAYS
    lives = usual if days is None else days
    problems = []
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > 60:
        problems.append(Problem("name", _("Say what the token is for, in at most 60 characters.")))
    if level not in ApiToken.Level.values:
        problems.append(Problem("level", _("There is no such level.")))
    if not 1 <= lives <= most:
        words = _("A token lives from 1 to %(most)d days.") % {"most": most}
        problems.append(Problem("days", words))
    if tournament is not None and not _has_role(actor, tournament, level):
        problems.append(Problem("level", _("You do not have this role in this event.")))
    if tokens_of(user).count() >= MOST:
        problems.append(Problem("name", _("You have too many tokens; revoke one first.")))
    if problems:
        raise Invalid(problems=problems)
    token, text = ApiToken.objects.create(
        user=user,
        expiry=dt.timedelta(days=lives),
        name=tidy,
        level=level,
        tournament=tournament,
    )
    return token, text


def _has_role(actor: Actor, tournament: Tournament, level: str) -> bool:
    role = role_in(actor, tournament)
    if level == ApiToken.Level.ORGANISER:
        return role == Membership.Role.ORGANISER
    return level == ApiToken.Level.READ or role is not None


def revoke_token(actor: Actor, key: str) -> None:
    """Revoke one of the actor's own tokens, named by its first letters."""
    if actor.user is None:
        raise NotAllowed(_("Log in first."), code="log_in")
    own = ApiToken.objects.filter(user=actor.user, token_key=key)
    if actor.token is None or actor.token.token_key != key:
        # A token may always end itself.
        require_writing(actor, None)
    if not own.delete()[0]:
        raise NotThere


def note_use(token: ApiToken) -> None:
    """Keep when a token was used last, to about ten minutes."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at > USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


def forget_expired() -> int:
    """Delete tokens that have expired; returns how many."""
    return ApiToken.objects.filter(expiry__lt=timezone.now()).delete()[0]
