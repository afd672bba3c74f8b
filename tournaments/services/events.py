"""Setting up an event, changing its settings, giving and taking roles."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.errors import Refusal
from scoring.penalties import PRESETS
from scoring.rulesets import ENGINE_VERSION, get_ruleset
from scoring.table_points import get_scheme
from tournaments.models import Act, Club, Membership, Stage, Tournament
from tournaments.services.access import (
    Actor,
    may_create_tournaments,
    require_organiser,
)
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Invalid, NotAllowed, NotThere, Problem
from tournaments.services.locks import locked_tournament, locked_wholly
from tournaments.services.refusals import problems_of
from tournaments.standings import METRICS

# Addresses that stand for a page of their own beside the events'.
RESERVED_SLUGS = {"new", "seasons"}
# Changing these after hands were recorded would change what they are worth.
PINNED = {"ruleset", "ruleset_options", "engine_version", "seat_change"}
CHANGEABLE = {
    "name",
    "practice",
    "kind",
    "status",
    "venue",
    "starts_on",
    "scheme",
    "tie",
    "order_keys",
    "time_end",
    "minutes",
    "planned_rounds",
    "standings_public",
    "release",
    "base_points",
    "forfeit_game_points",
    "bye_points",
    "bye_game_points",
    "withdrawn",
    "sub_consumes_place",
    "best_n",
    "team_best_k",
    "confirmed_only",
    "confirmation",
    "reopening",
    "reseating",
    "break_minutes",
    "warn_minutes",
    "appeal_minutes",
    "breaches",
    "stake",
    "ruleset_options",
    "seat_change",
}


def default_seat_change(ruleset_id: str) -> str:
    """Events of the Guobiao family change seats as in 2006; other games keep their chairs."""
    rule = get_ruleset(ruleset_id)
    return Tournament.SeatChange.MCR2006 if rule.dealer_rule == "chart" else "none"


def default_time_end(breaches: str) -> str:
    """European events finish the hand in progress when time is up, others void it
    (competition-rules.md §1.3)."""
    finish = breaches == "ema"
    return Tournament.TimeEnd.FINISH_HAND if finish else Tournament.TimeEnd.CUT


def resolved_options(ruleset_id: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return every option of the ruleset with its value; raise `Invalid` naming the bad ones."""
    try:
        return dict(get_ruleset(ruleset_id).resolve_options(options))
    except KeyError:
        raise Invalid(problems=[Problem("ruleset", _("There is no such rule system."))]) from None
    except Refusal as refusal:
        raise Invalid(problems=problems_of(refusal)) from refusal


def slug_taken(slug: str) -> bool:
    return slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists()


def free_slug(name: str, day: dt.date | None = None) -> str:
    """Return an address that no event has: from the name, or from the date for Chinese names."""
    base = slugify(name)[:40] or f"event-{day or dt.date.today():%Y%m%d}"
    slug, n = base, 1
    while slug_taken(slug):
        n += 1
        slug = f"{base}-{n}"
    return slug


def _clean(tournament: Tournament) -> None:
    problems = []
    try:
        tournament.full_clean(exclude=["club"])
    except ValidationError as error:
        problems = [
            Problem(field, message)
            for field, messages in error.message_dict.items()
            for message in messages
        ]
    try:
        get_scheme(tournament.scheme)
    except ValueError:
        problems.append(Problem("scheme", _("There is no such scheme.")))
    problems += [
        Problem("order_keys", _("There is no key “%(k)s”.") % {"k": key})
        for key in tournament.order_keys
        if key not in METRICS
    ]
    if len(set(tournament.order_keys)) < len(tournament.order_keys):
        problems.append(Problem("order_keys", _("A key stands there twice.")))
    if tournament.breaches not in PRESETS:
        problems.append(Problem("breaches", _("There is no such catalogue.")))
    if problems:
        raise Invalid(problems=problems)


@transaction.atomic
def create_tournament(
    actor: Actor,
    *,
    name: str,
    club_id: int | None = None,
    club_name: str = "",
    ruleset: str = "guobiao",
    options: dict[str, Any] | None = None,
    slug: str = "",
    **settings: Any,
) -> Tournament:
    """Set up an event: rules pinned with every option, one stage, the creator its organiser.

    Raises `NotAllowed`, or `Invalid` with every field that is wrong.
    """
    if not may_create_tournaments(actor):
        raise NotAllowed(_("Only organisers may set up an event."))
    unknown = set(settings) - CHANGEABLE
    if unknown:
        raise Invalid(problems=[Problem(field, _("Unknown setting.")) for field in sorted(unknown)])
    pinned = resolved_options(ruleset, options or {})
    club = _club(club_id, club_name)
    settings.setdefault("seat_change", default_seat_change(ruleset))
    settings.setdefault("time_end", default_time_end(settings.get("breaches", "")))
    tournament = Tournament(
        name=name.strip(),
        club=club,
        slug=slug or free_slug(name, settings.get("starts_on")),
        ruleset=ruleset,
        ruleset_options=pinned,
        engine_version=ENGINE_VERSION,
        **settings,
    )
    _clean(tournament)
    tournament.save()
    Stage.objects.create(tournament=tournament, number=1)
    if actor.user is not None:
        Membership.objects.create(
            tournament=tournament, user=actor.user, role=Membership.Role.ORGANISER
        )
    finish_act(
        actor,
        tournament.pk,
        Change(Act.TOURNAMENT_CREATED, f"event {tournament.slug}", after=facts(tournament)),
    )
    return tournament


def _club(club_id: int | None, club_name: str) -> Club:
    if club_id is not None:
        club = Club.objects.filter(pk=club_id).first()
        if club is None:
            raise Invalid(problems=[Problem("club", _("There is no such club."))])
        return club
    if not club_name.strip():
        raise Invalid(problems=[Problem("club", _("Name the club."))])
    return Club.objects.get_or_create(name=club_name.strip())[0]


def facts(tournament: Tournament) -> dict[str, Any]:
    """Return the settings of an event as they are written to the audit log."""
    fields = sorted(CHANGEABLE | PINNED)
    return {field: _plain(getattr(tournament, field)) for field in fields}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date) else value


def locked_for(tournament_id: int, changes: Iterable[str]) -> Tournament:
    """Return the event, locked for a change of these settings. What hands are worth is changed
    with all tables locked: a hand that is being saved is there, or is settled by the new rules."""
    return (locked_wholly if PINNED & set(changes) else locked_tournament)(tournament_id)


@transaction.atomic
def change_tournament(actor: Actor, tournament_id: int, **changes: Any) -> Tournament:
    """Change settings. What hands are worth cannot be changed once hands are recorded."""
    tournament = locked_for(tournament_id, changes)
    require_organiser(actor, tournament)
    problems = [Problem(f, _("Unknown setting.")) for f in sorted(set(changes) - CHANGEABLE)]
    if "ruleset_options" in changes:
        changes["ruleset_options"] = resolved_options(
            tournament.ruleset, changes["ruleset_options"]
        )
    before = facts(tournament)
    changes = {k: v for k, v in changes.items() if _plain(v) != before.get(k)}
    if PINNED & set(changes) and _has_hands(tournament):
        problems += [
            Problem(f, _("Hands were recorded under this setting; it can no longer be changed."))
            for f in sorted(PINNED & set(changes))
        ]
    if problems:
        raise Invalid(problems=problems)
    if not changes:
        return tournament
    for field, value in changes.items():
        setattr(tournament, field, value)
    _clean(tournament)
    tournament.save(update_fields=list(changes))
    after = facts(tournament)
    finish_act(
        actor,
        tournament.pk,
        Change(
            Act.TOURNAMENT_CHANGED,
            f"event {tournament.slug}",
            before={k: before[k] for k in changes},
            after={k: after[k] for k in changes},
        ),
    )
    return tournament


def _has_hands(tournament: Tournament) -> bool:
    return tournament.rounds.filter(tables__hands__isnull=False).exists()


@transaction.atomic
def give_role(actor: Actor, tournament_id: int, *, username: str, role: str) -> Membership:
    """Give a user a role in this event (a second role takes the place of the first)."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    user = User.objects.filter(username=username.strip(), is_active=True).first()
    problems = []
    if user is None:
        problems.append(Problem("username", _("Nobody has this user name.")))
    if role not in Membership.Role.values:
        problems.append(Problem("role", _("There is no such role.")))
    if problems or user is None:
        raise Invalid(problems=problems)
    old = Membership.objects.filter(tournament=tournament, user=user).first()
    if old is not None and role != Membership.Role.ORGANISER:
        _keep_one_organiser(old)
    membership, _made = Membership.objects.update_or_create(
        tournament=tournament, user=user, defaults={"role": role}
    )
    finish_act(
        actor,
        tournament.pk,
        Change(
            Act.ROLE_GIVEN, f"user {user.username}", before=old.role if old else None, after=role
        ),
    )
    return membership


@transaction.atomic
def take_role(actor: Actor, membership_id: int) -> None:
    """Take a role away; the last organiser of an event stays."""
    membership = (
        Membership.objects.select_related("tournament", "user").filter(pk=membership_id).first()
    )
    if membership is None:
        raise NotThere
    tournament = locked_tournament(membership.tournament_id)
    require_organiser(actor, tournament)
    _keep_one_organiser(membership)
    before = membership.role
    membership.delete()
    finish_act(
        actor,
        tournament.pk,
        Change(Act.ROLE_TAKEN, f"user {membership.user.get_username()}", before=before),
    )


def _keep_one_organiser(membership: Membership) -> None:
    if membership.role != Membership.Role.ORGANISER:
        return
    others = Membership.objects.filter(
        tournament_id=membership.tournament_id, role=Membership.Role.ORGANISER
    ).exclude(pk=membership.pk)
    if not others.exists():
        raise Invalid(problems=[Problem("role", _("An event keeps at least one organiser."))])
