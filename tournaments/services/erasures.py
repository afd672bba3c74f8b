"""What was begun before a person was erased is not kept afterwards: it may still hold the name."""

from tournaments.models import Act, AuditEntry, Tournament
from tournaments.services.locks import locked


class ErasedMeanwhile(Exception):
    """Somebody was erased while something was made of the event."""


def hold(tournament_id: int, revision: int) -> None:
    """Lock the event; raise `ErasedMeanwhile` where somebody was erased after ``revision``. Until
    the transaction ends nobody can be: an erasure sees what is kept in it."""
    locked(Tournament.objects.filter(pk=tournament_id))
    erased = AuditEntry.objects.filter(tournament_id=tournament_id, act=Act.PERSON_ERASED)
    if erased.filter(revision__gt=revision).exists():
        raise ErasedMeanwhile
