"""A player's own link, printed on the name card: whoever opens it is that player, and no more."""

import datetime as dt

from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, Entry, Membership, PersonalLink, Player
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import NotAllowed, NotThere
from tournaments.services.link_logins import bound
from tournaments.services.locks import locked_tournament

LIVES = dt.timedelta(days=400)
_signer = Signer(salt="personal-link")


def token_of(link: PersonalLink) -> str:
    """Return the text that stands in the link's address."""
    return _signer.sign(link.key).replace(":", "~")


def live_link(player: Player) -> PersonalLink | None:
    """Return the player's link that works, if there is one."""
    since = timezone.now() - LIVES
    return player.personal_links.filter(revoked_at=None, created_at__gt=since).first()


@transaction.atomic
def make_link(actor: Actor, entry_id: int, *, anew: bool = False) -> PersonalLink:
    """Return the personal link of a registered player, made now if there is none that works, or
    (``anew``) in the place of the old one, whose cards work no more; who came in by them is logged
    out."""
    entry = _entry(actor, entry_id)
    old = live_link(entry.player)
    if old is not None and not anew:
        return old
    entry.player.personal_links.filter(revoked_at=None).update(revoked_at=timezone.now())
    made = PersonalLink.objects.create(player=entry.player)
    change = Change(Act.PLAYER_LINK_MADE, f"entry {entry.number}")
    finish_act(actor, entry.tournament_id, change)
    return made


@transaction.atomic
def make_links(actor: Actor, tournament_id: int) -> dict[int, PersonalLink]:
    """Return the personal link of everybody in an event by entry, made where there is none."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    since = timezone.now() - LIVES
    entries = list(tournament.entries.select_related("player").order_by("number"))
    found = {
        link.player_id: link
        for link in PersonalLink.objects.filter(
            player__entries__tournament=tournament, revoked_at=None, created_at__gt=since
        )
    }
    bare = [entry for entry in entries if entry.player_id not in found]
    if bare:
        PersonalLink.objects.filter(
            player_id__in=[e.player_id for e in bare], revoked_at=None
        ).update(revoked_at=timezone.now())
        made = PersonalLink.objects.bulk_create(PersonalLink(player=e.player) for e in bare)
        found |= {link.player_id: link for link in made}
        changes = [Change(Act.PLAYER_LINK_MADE, f"entry {e.number}") for e in bare]
        finish_act(actor, tournament.pk, *changes)
    return {entry.pk: found[entry.player_id] for entry in entries}


@transaction.atomic
def revoke_link(actor: Actor, entry_id: int) -> None:
    """Stop a player's link and log out the phones it let in; nothing happens when there is none."""
    entry = _entry(actor, entry_id)
    live = entry.player.personal_links.filter(revoked_at=None)
    if live.update(revoked_at=timezone.now()):
        change = Change(Act.PLAYER_LINK_REVOKED, f"entry {entry.number}")
        finish_act(actor, entry.tournament_id, change)


def _entry(actor: Actor, entry_id: int) -> Entry:
    entry = Entry.objects.select_related("player", "tournament").filter(pk=entry_id).first()
    if entry is None:
        raise NotThere
    require_organiser(actor, locked_tournament(entry.tournament_id))
    return entry


def player_from(token: str) -> Player:
    """Return the player of a token; raise `NotAllowed` with why the link does not work."""
    return _link_from(token).player


def _link_from(token: str) -> PersonalLink:
    dead = NotAllowed(_("This link is not valid."), code="link_bad")
    try:
        key = _signer.unsign(token.replace("~", ":"))
    except BadSignature:
        raise dead from None
    link = PersonalLink.objects.select_related("player__user").filter(key=key).first()
    if link is None:
        raise dead
    if link.revoked_at is not None or timezone.now() - link.created_at >= LIVES:
        words = _("This link no longer works. Ask the organiser for a new card.")
        raise NotAllowed(words, code="link_dead")
    return link


@transaction.atomic
def account_of(token: str) -> User:
    """Return the account that a personal link opens, made now if the player has none, as somebody
    logged in by `link_logins.BACKEND`: as long as the link works. An account with rights beyond a
    player's is never opened by a card that others may see: it logs in with its password."""
    link = _link_from(token)
    player = Player.objects.select_for_update(no_key=True).get(pk=link.player_id)
    user = player.user
    if user is None:
        user = User(username=_free_name(f"player-{player.pk}"))
        user.set_unusable_password()
        user.save()
        player.user = user
        player.save(update_fields=["user"])
        return bound(user, link.key)
    if not user.is_active:
        raise NotAllowed(_("This account is closed."), code="link_dead")
    more = user.is_staff or user.is_superuser or user.user_permissions.exists()
    if more or Membership.objects.filter(user=user).exists():
        words = _("This person also works for an event and logs in with the password.")
        raise NotAllowed(words, code="password_needed")
    return bound(user, link.key)


def _free_name(wanted: str) -> str:
    taken = set(User.objects.filter(username__startswith=wanted).values_list("username", flat=True))
    return next(n for n in [wanted, *(f"{wanted}-{i}" for i in range(2, 999))] if n not in taken)
