"""Announcements: what an organiser tells everybody in the hall, on every screen of the event."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.text import Text
from tournaments.models import Act, Announcement, Tournament
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Invalid, NotThere, Problem
from tournaments.services.locks import locked_tournament

MAX_TEXT = 200
MAX_SHOWN = 5


def text_of(announcement: Announcement) -> Text:
    """Return both languages; where one was left empty the other stands for it."""
    zh, en = announcement.text_zh, announcement.text_en
    return Text(zh or en, en or zh)


def _now_shown(now: dt.datetime) -> Q:
    started = Q(taken_back_at=None, starts_at__lte=now)
    return started & (Q(ends_at=None) | Q(ends_at__gt=now))


def shown(tournament_id: int, now: dt.datetime | None = None) -> list[Announcement]:
    """Return what is announced at this moment, newest first, a handful at most (one query)."""
    moment = now or timezone.now()
    found = Announcement.objects.filter(_now_shown(moment), tournament_id=tournament_id)
    return list(found[:MAX_SHOWN])


def shown_in(tournament_ids: Iterable[int]) -> list[Announcement]:
    """Return what several events announce at this moment, newest first (one query)."""
    return list(
        Announcement.objects.filter(
            _now_shown(timezone.now()), tournament__in=set(tournament_ids)
        ).select_related("tournament")
    )


def any_shown() -> Exists:
    """Whether an event announces something now: an annotation for a query of events."""
    return Exists(
        Announcement.objects.filter(
            _now_shown(timezone.now()), tournament=OuterRef("pk")
        ).order_by()
    )


def every(tournament: Tournament) -> QuerySet[Announcement]:
    """Return all that were made, newest first."""
    return tournament.announcements.all()


@transaction.atomic
def announce(
    actor: Actor,
    tournament_id: int,
    *,
    text_zh: str = "",
    text_en: str = "",
    starts_at: dt.datetime | None = None,
    ends_at: dt.datetime | None = None,
) -> Announcement:
    """Announce something from ``starts_at`` (None: now) until ``ends_at`` (None: until it is taken
    back). One language is enough."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    require_organiser(actor, tournament)
    texts = {"text_zh": " ".join(text_zh.split()), "text_en": " ".join(text_en.split())}
    begin = starts_at or timezone.now()
    _check(texts, begin, ends_at)
    made = Announcement.objects.create(
        tournament=tournament,
        **texts,
        starts_at=begin,
        ends_at=ends_at,
        made_by=actor.label[:80] or "?",
    )
    change = Change(Act.ANNOUNCED, f"announcement {made.pk}", after=_facts(made))
    finish_act(actor, tournament.pk, change)
    return made


def _check(texts: dict[str, str], begin: dt.datetime, end: dt.datetime | None) -> None:
    problems = []
    if not any(texts.values()):
        problems.append(Problem("text_zh", _("Write the announcement in at least one language.")))
    for field, text in texts.items():
        if len(text) > MAX_TEXT:
            problems.append(Problem(field, _("At most 200 characters.")))
    if end is not None and end <= begin:
        problems.append(Problem("ends_at", _("The end must come after the beginning.")))
    elif end is not None and end <= timezone.now():
        problems.append(Problem("ends_at", _("The end has passed already.")))
    if problems:
        raise Invalid(problems=problems)


def _facts(made: Announcement) -> dict[str, Any]:
    return {
        "text_zh": made.text_zh,
        "text_en": made.text_en,
        "starts_at": made.starts_at.isoformat(),
        "ends_at": made.ends_at.isoformat() if made.ends_at else None,
    }


@transaction.atomic
def take_back(actor: Actor, announcement_id: int) -> Announcement:
    """Take an announcement from the screens; doing so twice is harmless."""
    found = Announcement.objects.filter(pk=announcement_id).first()
    if found is None:
        raise NotThere
    require_organiser(actor, locked_tournament(found.tournament_id))
    found.refresh_from_db()
    if found.taken_back_at is None:
        found.taken_back_at = timezone.now()
        found.save(update_fields=["taken_back_at"])
        change = Change(Act.ANNOUNCEMENT_TAKEN, f"announcement {found.pk}", before=_facts(found))
        finish_act(actor, found.tournament_id, change)
    return found
