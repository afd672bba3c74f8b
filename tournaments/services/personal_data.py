"""What the site knows of a person: told on request, and erased on request. Results stay, the name
goes everywhere: from audit entries, stored standings, kept documents, kept answers and jobs too;
files that were made with it are deleted."""

import re
from collections.abc import Iterator
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import (
    Act,
    ApiToken,
    AuditEntry,
    Entry,
    Hand,
    KeptAnswer,
    PersonMerge,
    Player,
    Season,
    Signature,
    Tournament,
)
from tournaments.services import exports
from tournaments.services.access import Actor, may_organise
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import NotAllowed, NotThere
from tournaments.services.invitations import may_reset
from tournaments.services.locks import locked, locked_wholly, require_same

Needle = re.Pattern[str]
# How many rows are held and written at once.
CHUNK = 200


def erased_name(player: Player) -> str:
    """Return what stands where the name was: the same everywhere, and nobody else's."""
    return f"已删除 Erased {player.pk}"


def personal_data(player: Player) -> dict[str, Any]:
    """Return all that is stored about a person, as JSON: who it is, the account, entries with
    seats and typed totals, penalties, signatures, acts done by the account."""
    entries = player.entries.select_related("tournament", "team").order_by("tournament_id")
    user = player.user
    return {
        "player": {
            "id": player.pk,
            "name": player.name,
            "club": player.club.name if player.club else None,
            "member_number": player.member_number,
        },
        "account": None
        if user is None
        else {
            "username": user.get_username(),
            "email": user.email,
            "since": user.date_joined.isoformat(),
            "last_log_in": user.last_login.isoformat() if user.last_login else None,
        },
        "entries": [_entry(entry) for entry in entries],
        "signatures": [
            {"table": str(s.table), "totals": s.totals, "at": s.created_at.isoformat()}
            for s in Signature.objects.filter(user=user).select_related("table__round__tournament")
        ]
        if user
        else [],
        "acts": [
            {"at": e.at.isoformat(), "act": e.act, "target": e.target, "event": e.tournament.slug}
            for e in AuditEntry.objects.filter(user=user).select_related("tournament")
        ]
        if user
        else [],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    seats = entry.seats.select_related("table", "round").order_by("round__number")
    return {
        "event": entry.tournament.slug,
        "number": entry.number,
        "team": entry.team.name if entry.team else None,
        "status": entry.status,
        "seats": [
            {
                "round": seat.round.number,
                "table": seat.table.number,
                "wind": "ESWN"[seat.wind],
                "hands": Hand.objects.in_force().filter(table=seat.table).count(),
            }
            for seat in seats
        ],
        "penalties": list(entry.penalties.values("points", "mode", "reason", "round_number")),
    }


def require_may_erase(actor: Actor, player: Player) -> list[Tournament]:
    """Return the person's events; refuse whoever does not organise each of them, and every event
    that the person's account works for: erasing closes the account too."""
    events = list(Tournament.objects.filter(entries__player=player).order_by("pk"))
    foreign = [event.name for event in events if not may_organise(actor, event)]
    if foreign or (not events and not actor.system):
        words = _("This person also plays in events that are not yours: %(events)s.")
        raise NotAllowed(words % {"events": ", ".join(foreign)})
    if player.user is not None and not actor.system and not may_reset(actor, player.user):
        raise NotAllowed(
            _("This person's account has rights outside your events; take those away first.")
        )
    return events


def _acted_in(player: Player) -> list[Tournament]:
    """Return the events that the person's account works or has worked for, without playing there:
    their logs hold its name."""
    if player.user is None:
        return []
    worked = Q(memberships__user=player.user) | Q(audit__user=player.user)
    found = Tournament.objects.filter(worked).exclude(entries__player=player)
    return list(found.distinct().order_by("pk"))


@transaction.atomic
def erase(actor: Actor, player_id: int, reason: str = "") -> Player:
    """Take a person's name, member number, account and links away for good. Seats, hands and
    results stay under `erased_name`. There is no way back."""
    player, events = _held(actor, player_id)
    new = erased_name(player)
    others = _others(player, events)
    needles = [_needle(name, others) for name in _names_of(player, events)]
    if player.user is not None:
        account = re.compile(rf"(?<!\w){re.escape(player.user.get_username())}(?!\w)")
        needles.append(account)
        for event in _acted_in(player):
            _erase_in(event, [account], new)
    for event in events:
        _erase_in(event, needles, new)
    _erase_kept(player, events, needles, new)
    _erase_account(player, new)
    player.name, player.member_number, player.user = new, "", None
    player.save()
    player.personal_links.all().delete()
    for event in events:
        entry = event.entries.get(player=player)
        finish_act(
            actor, event.pk, Change(Act.PERSON_ERASED, f"entry {entry.number}", reason=reason)
        )
    return player


def _held(actor: Actor, player_id: int) -> tuple[Player, list[Tournament]]:
    """Return the person and their events, locked with every round and table: rows that are being
    written now are there before anybody looks for the name, or are written without it."""
    asked = Player.objects.filter(pk=player_id).first()
    if asked is None:
        raise NotThere
    events = [locked_wholly(event.pk) for event in require_may_erase(actor, asked)]
    found = locked(Player.objects.filter(pk=player_id))
    if not found:
        raise NotThere
    require_same(Tournament.objects.filter(entries__player=player_id), events)
    return found[0], events


def _names_of(player: Player, events: list[Tournament]) -> list[str]:
    """Return the names under which the house knew the person, the longest first: the present one,
    those that were changed in an event, and those of records that were made one with this one. An
    earlier name that is somebody else's now stays theirs."""
    names = set(PersonMerge.objects.filter(kept=player).values_list("gone_name", flat=True))
    for event in events:
        entry = event.entries.get(player=player)
        renamed = event.audit.filter(act=Act.ENTRY_CHANGED, target=f"entry {entry.number}")
        for before in renamed.values_list("before", flat=True):
            if isinstance(before, dict) and before.get("name"):
                names.add(str(before["name"]))
    others = Player.objects.exclude(pk=player.pk).filter(name__in=names)
    names -= set(others.values_list("name", flat=True))
    return sorted({*names, player.name}, key=lambda name: (-len(name), name))


def _erase_kept(player: Player, events: list[Tournament], needles: list[Needle], new: str) -> None:
    """Clean what is kept beside the events: answers kept for repeats, made files, how two records
    were made one (which can not be undone afterwards)."""
    changed = []
    for kept in KeptAnswer.objects.exclude(content=None).iterator():
        content = _clean(kept.content, needles, new)
        if content != kept.content:
            kept.content = content
            changed.append(kept)
    KeptAnswer.objects.bulk_update(changed, ["content"], batch_size=200)
    for event in events:
        exports.delete_all(event)
    PersonMerge.objects.filter(Q(kept=player) | Q(gone_id=player.pk)).delete()


def _erase_account(player: Player, new: str) -> None:
    user = player.user
    if user is None:
        return
    # Whose doing it was, where that is written beside the events.
    name = user.get_username()
    Season.objects.filter(created_by=name).update(created_by=new)
    PersonMerge.objects.filter(merged_by=name).update(merged_by=new)
    PersonMerge.objects.filter(undone_by=name).update(undone_by=new)
    # What the guard of the log-in has noted under the name.
    for noted in (AccessAttempt, AccessFailureLog, AccessLog):
        noted.objects.filter(username=user.get_username()).delete()
    ApiToken.objects.filter(user=user).delete()
    # The row stays for the acts that name it; nobody can log in with it again.
    User.objects.filter(pk=user.pk).update(
        username=f"erased-{user.pk}", email="", first_name="", last_name="", is_active=False
    )
    user.refresh_from_db()
    user.set_unusable_password()
    user.save(update_fields=["password"])


def _others(player: Player, events: list[Tournament]) -> set[str]:
    """Return the names of everybody else who is, or was, told of in these events: who takes part,
    who was taken off the list, whose record was for a while one with this person's."""
    parted = PersonMerge.objects.filter(kept=player).exclude(undone_at=None)
    removed = AuditEntry.objects.filter(tournament__in=events, act=Act.ENTRY_REMOVED)
    gone = {str(b.get("name")) for b in removed.values_list("before", flat=True) if b}
    found = Player.objects.exclude(pk=player.pk).filter(
        Q(entries__tournament__in=events)
        | Q(pk__in=list(parted.values_list("gone_id", flat=True)))
        | Q(name__in=gone)
    )
    return set(found.values_list("name", flat=True))


def _needle(name: str, others: set[str]) -> Needle:
    """Match the name wherever it stands, but no longer name of somebody else that contains it."""
    longer = sorted((n for n in others if name in n and n != name), key=len, reverse=True)
    # In Chinese a name may touch the words around it; in other scripts it ends at a letter.
    own = f"(?P<name>{re.escape(name)})"
    if name.isascii():
        own = rf"(?<!\w){own}(?!\w)"
    return re.compile("|".join([*map(re.escape, longer), own]))


def _clean(value: Any, needles: list[Needle], new: str) -> Any:
    """Return a stored value without the name: texts, and the texts in lists and mappings."""
    if isinstance(value, str):
        for needle in needles:
            value = needle.sub(lambda m: m[0] if _is_other(m) else new, value)
        return value
    if isinstance(value, list):
        return [_clean(item, needles, new) for item in value]
    if isinstance(value, dict):
        return {
            _clean(key, needles, new): _clean(item, needles, new) for key, item in value.items()
        }
    return value


def _is_other(match: re.Match[str]) -> bool:
    return "name" in match.re.groupindex and match["name"] is None


def _places() -> Iterator[tuple[type[models.Model], str, list[str]]]:
    """Yield each model that belongs to an event, how it leads there, and its free texts. A model
    that is new is found by itself."""
    for model in apps.get_app_config("tournaments").get_models():
        if model in (Tournament, Player):
            continue
        path = _way_to_event(model)
        texts = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, models.JSONField | models.TextField)
            or (isinstance(field, models.CharField) and not field.choices and not field.unique)
        ]
        if path and texts:
            yield model, path, texts


def _way_to_event(model: type[models.Model], depth: int = 3) -> str:
    """Return the shortest chain of foreign keys from a model to its event, "" if there is none."""
    keys = [f for f in model._meta.concrete_fields if isinstance(f, models.ForeignKey)]
    for key in keys:
        if key.related_model is Tournament:
            return key.name
    if depth:
        for key in keys:
            target = key.related_model
            if isinstance(target, type) and target._meta.app_label == "tournaments":
                rest = _way_to_event(target, depth - 1)
                if rest:
                    return f"{key.name}__{rest}"
    return ""


def _erase_in(event: Tournament, needles: list[Needle], new: str) -> None:
    for model, path, texts in _places():
        mine = model._default_manager.filter(**{path: event})
        found = [row.pk for row in mine.iterator() if _clean_row(row, texts, needles, new)]
        for part in range(0, len(found), CHUNK):
            # Read again under the lock: a job may just have written its result.
            rows = locked(model._default_manager.filter(pk__in=found[part : part + CHUNK]))
            changed = [row for row in rows if _clean_row(row, texts, needles, new)]
            if changed:
                model._default_manager.bulk_update(changed, texts)


def _clean_row(row: models.Model, texts: list[str], needles: list[Needle], new: str) -> bool:
    """Take the name out of the texts of a row; says whether it was there."""
    found = False
    for name in texts:
        old = getattr(row, name)
        value = _clean(old, needles, new)
        if value != old:
            found = True
            limit = getattr(row._meta.get_field(name), "max_length", None)
            setattr(row, name, value[:limit] if limit and isinstance(value, str) else value)
    return found
