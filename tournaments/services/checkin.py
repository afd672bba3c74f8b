"""Who is here: checked in at the desk, by one's own phone, taken back; and what becomes of those
who are missing when a round is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, CheckIn, Entry, PlaceOfOwn, Round, Tournament
from tournaments.services.access import Actor, require_organiser, require_referee
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotAllowed, NotThere, Problem
from tournaments.services.locks import locked_tournament
from tournaments.services.name_search import folded, found
from tournaments.services.seating_facts import next_number, plays

_signer = TimestampSigner(salt="check-in")
# How long the code on the wall works.
CODE_SECONDS = 18 * 3600


@dataclass(frozen=True)
class Presence:
    """Who is here for the next round that has not started; ``drawn``: it has seats already.
    ``begun``: somebody has been checked in, so that the others are missing; ``late`` play only from
    a later round (the round)."""

    next_round: int
    drawn: bool
    here: tuple[Entry, ...]
    missing: tuple[Entry, ...]
    late: tuple[tuple[Entry, int], ...]

    @property
    def begun(self) -> bool:
        return bool(self.here)

    @property
    def expected(self) -> int:
        return len(self.here) + len(self.missing)


def meant(tournament: Tournament, words: str) -> Entry:
    """Return whom somebody at the desk means: a number, or a name of those who are not here yet.

    Raises `Invalid` where nobody is meant, or several (who they are)."""
    if words.isdecimal() and len(words) < 6:
        entry = tournament.entries.select_related("player").filter(number=int(words)).first()
        if entry is None:
            refusal = _("Nobody has the number %(n)d.") % {"n": int(words)}
            raise Invalid(problems=[Problem("number", refusal)])
        return entry
    now = presence(tournament)
    away = {e.pk: e for e in (*now.missing, *(entry for entry, _n in now.late))}
    hits = [away[pk] for pk in found(((pk, e.player.name) for pk, e in away.items()), words)]
    whole = [e for e in hits if folded(e.player.name) == folded(words)]
    if len(whole) == 1 or len(hits) == 1:
        return (whole or hits)[0]
    if not hits:
        refusal = _("Nobody who is missing is called “%(words)s”.") % {"words": words}
    else:
        refusal = _("Who is it? %(people)s") % {"people": ", ".join(map(str, hits[:8]))}
    raise Invalid(problems=[Problem("number", refusal)])


def presence(tournament: Tournament) -> Presence:
    """Return who is here of those who play the next round (a fixed number of queries)."""
    seated = tournament.rounds.filter(status=Round.Status.SEATED).order_by("number").first()
    number = seated.number if seated else next_number(tournament)
    entries = tournament.entries.filter(reserve=False).select_related(
        "player__club", "team", "check_in", "place"
    )
    here, missing, late = [], [], []
    playing = (Entry.Status.ACTIVE, Entry.Status.SUBSTITUTE)
    for entry in entries.order_by("number"):
        if plays(entry, number) not in playing:
            continue
        place = getattr(entry, "place", None)
        if hasattr(entry, "check_in"):
            here.append(entry)
        elif place is not None and (place.from_round or 0) > number:
            late.append((entry, place.from_round))
        else:
            missing.append(entry)
    return Presence(number, seated is not None, tuple(here), tuple(missing), tuple(late))


def _entry(tournament: Tournament, entry_id: int) -> Entry:
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    if entry is None:
        raise NotThere
    return entry


@transaction.atomic
def check_in(actor: Actor, tournament_id: int, entry_id: int) -> CheckIn:
    """Note that somebody is here; twice is harmless. Who was to come later plays the next round."""
    tournament = locked_tournament(tournament_id)
    require_referee(actor, tournament)
    return _check_in(actor, tournament, _entry(tournament, entry_id))


def _check_in(actor: Actor, tournament: Tournament, entry: Entry) -> CheckIn:
    found, made = CheckIn.objects.get_or_create(entry=entry, defaults={"by": actor.label[:80]})
    if made:
        _not_late(tournament, entry)
        finish_act(actor, tournament.pk, Change(Act.CHECKED_IN, f"entry {entry.number}"))
    return found


def _not_late(tournament: Tournament, entry: Entry) -> None:
    place = PlaceOfOwn.objects.filter(entry=entry, from_round__gt=next_number(tournament)).first()
    if place is None:
        return
    if place.table is None and place.wind is None:
        place.delete()
    else:
        place.from_round = None
        place.save(update_fields=["from_round"])


@transaction.atomic
def check_out(actor: Actor, tournament_id: int, entry_id: int) -> None:
    """Take a check-in back; nothing happens when there is none."""
    tournament = locked_tournament(tournament_id)
    require_referee(actor, tournament)
    entry = _entry(tournament, entry_id)
    if CheckIn.objects.filter(entry=entry).delete()[0]:
        finish_act(actor, tournament.pk, Change(Act.CHECKED_OUT, f"entry {entry.number}"))


@transaction.atomic
def start_again(actor: Actor, tournament_id: int) -> int:
    """Take all check-ins back, as on the morning of a second day; returns how many there were."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    gone, _rows = CheckIn.objects.filter(entry__tournament=tournament).delete()
    if gone:
        finish_act(actor, tournament.pk, Change(Act.CHECKED_OUT, _("everybody")))
    return gone


@transaction.atomic
def come_later(actor: Actor, tournament_id: int, entry_ids: Sequence[int]) -> int:
    """Let people who are missing sit the next round out: they play from the one after it on.
    Returns how many; whoever has come meanwhile is left alone."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    found = presence(tournament)
    if found.drawn:
        raise Conflict(
            _(
                "Round %(n)d is drawn with them: let somebody else take the number, or take the "
                "draw back."
            )
            % {"n": found.next_round}
        )
    missing = {entry.pk: entry for entry in found.missing}
    unknown = set(entry_ids) - set(tournament.entries.values_list("pk", flat=True))
    if unknown:
        raise Invalid(problems=[Problem("entry", _("This player is not in this event."))])
    number = next_number(tournament) + 1
    chosen = [missing[pk] for pk in entry_ids if pk in missing]
    for entry in chosen:
        PlaceOfOwn.objects.update_or_create(entry=entry, defaults={"from_round": number})
    if chosen:
        finish_act(
            actor,
            tournament.pk,
            *(
                Change(Act.PLACE_GIVEN, f"entry {e.number}", after={"from_round": number})
                for e in chosen
            ),
        )
    return len(chosen)


def code_of(tournament: Tournament) -> str:
    """Return the text of the address under which people say themselves that they are here."""
    return _signer.sign(str(tournament.pk)).replace(":", "~")


def require_code(tournament: Tournament, code: str) -> None:
    """Raise `NotAllowed` for a code of another event, a forged or an old one."""
    try:
        named = _signer.unsign(code.replace("~", ":"), max_age=CODE_SECONDS)
    except BadSignature:
        named = ""
    if named != str(tournament.pk):
        raise NotAllowed(_("This code does not work any more: scan the one in the hall."))


@transaction.atomic
def say_here(tournament_id: int, code: str, number: int) -> Entry:
    """Check oneself in by the number, with the code that hangs in the hall."""
    tournament = locked_tournament(tournament_id)
    require_code(tournament, code)
    entry = tournament.entries.select_related("player__club").filter(number=number).first()
    if entry is None:
        words = _("Nobody has the number %(n)d; ask at the desk.") % {"n": number}
        raise Invalid(problems=[Problem("number", words)])
    if plays(entry, next_number(tournament)) not in (
        Entry.Status.ACTIVE,
        Entry.Status.SUBSTITUTE,
    ):
        words = _("%(name)s does not play any more; ask at the desk.")
        raise Invalid(problems=[Problem("number", words % {"name": entry.player.name})])
    _check_in(Actor(label=f"phone {number}"), tournament, entry)
    return entry
