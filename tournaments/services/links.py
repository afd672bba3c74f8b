"""Table links: a signed address that lets a phone record at one table, until it is revoked."""

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Act, Round, Table, TableLink
from tournaments.services.access import Actor, link_is_old, require_referee
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import NotAllowed
from tournaments.services.locks import locked_table

_signer = Signer(salt="table-link")


def token_of(link: TableLink) -> str:
    """Return the text that stands in the link's address."""
    return _signer.sign(link.key).replace(":", "~")


def link_from_token(token: str) -> TableLink:
    """Return the live link of a token; raise `NotAllowed` with the reason why it is dead."""
    try:
        key = _signer.unsign(token.replace("~", ":"))
    except BadSignature:
        raise NotAllowed(_("This table link is not valid."), code="link_bad") from None
    link = (
        TableLink.objects.select_related("table__round__tournament__club").filter(key=key).first()
    )
    if link is None:
        raise NotAllowed(_("This table link is not valid."), code="link_bad")
    if link.revoked_at is not None:
        raise NotAllowed(
            _("This table link was revoked. Ask the organiser for the new one."), code="link_dead"
        )
    if link.table.round.status == Round.Status.CLOSED:
        raise NotAllowed(
            _("The round is closed; its table links no longer work."), code="link_dead"
        )
    if link_is_old(link):
        raise NotAllowed(
            _("The round began over a week ago; its table links no longer work."), code="link_dead"
        )
    return link


@transaction.atomic
def make_link(actor: Actor, table_id: int) -> TableLink:
    """Give the table a new link; the old one, if any, stops working."""
    table = locked_table(table_id)
    require_referee(actor, table.round.tournament)
    _revoke_live(table)
    link = TableLink.objects.create(table=table, created_by=actor.user)
    finish_act(actor, table.round.tournament_id, Change(Act.LINK_MADE, "link", table=table))
    return link


@transaction.atomic
def live_link(actor: Actor, table_id: int) -> TableLink:
    """Return the table's live link, made now if there is none (for cards and QR codes)."""
    table = locked_table(table_id)
    require_referee(actor, table.round.tournament)
    link = table.links.filter(revoked_at=None).first()
    return link or make_link(actor, table_id)


@transaction.atomic
def revoke_link(actor: Actor, table_id: int) -> None:
    """Stop the table's link; nothing happens when there is none."""
    table = locked_table(table_id)
    require_referee(actor, table.round.tournament)
    if _revoke_live(table):
        finish_act(actor, table.round.tournament_id, Change(Act.LINK_REVOKED, "link", table=table))


def _revoke_live(table: Table) -> int:
    revoked = 0
    for link in table.links.filter(revoked_at=None):
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        revoked += 1
    return revoked
