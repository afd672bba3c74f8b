"""What a change of settings does to an event that is under way: in words, and counted."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Bye, Entry, Forfeit, Hand, Penalty, Round, Table, Tournament
from tournaments.services import releases


@dataclass(frozen=True)
class Amounts:
    """What there is of an event; ``played`` tables have hands or typed totals. ``held``,
    ``public`` and ``finished`` are its settings as they are before the change."""

    players: int
    teams: int
    rounds: int
    running: int
    played: int
    playing: int
    unconfirmed: int
    hands: int
    byes: int
    forfeits: int
    penalties: int
    substitutes: int
    withdrawn: int
    release: int
    held: bool
    public: bool
    finished: bool


def amounts_of(tournament: Tournament) -> Amounts:
    """Count an event (a fixed number of queries)."""
    mine = {"round__tournament": tournament}
    tables = Table.objects.filter(**mine).aggregate(
        played=Count("pk", filter=~Q(status=Table.Status.OPEN) | Q(hands__undone_at=None)
                     & Q(hands__isnull=False), distinct=True),
        playing=Count(
            "pk",
            filter=Q(status=Table.Status.OPEN, round__status=Round.Status.RUNNING),
            distinct=True,
        ),
        unconfirmed=Count(
            "pk",
            filter=~Q(status=Table.Status.CONFIRMED) & ~Q(round__status=Round.Status.SEATED),
            distinct=True,
        ),
    )  # fmt: skip
    people = tournament.entries.aggregate(
        players=Count("pk"),
        substitutes=Count("pk", filter=Q(status=Entry.Status.SUBSTITUTE)),
        withdrawn=Count("pk", filter=Q(status=Entry.Status.WITHDRAWN)),
    )
    rounds = tournament.rounds.aggregate(
        rounds=Count("pk", filter=~Q(status=Round.Status.SEATED)),
        running=Count("pk", filter=Q(status=Round.Status.RUNNING)),
    )
    latest = releases.latest(tournament)
    return Amounts(
        **tables,
        **people,
        **rounds,
        teams=tournament.teams.count(),
        hands=Hand.objects.in_force().filter(table__round__tournament=tournament).count(),
        byes=Bye.objects.filter(**mine).count(),
        forfeits=Forfeit.objects.filter(**mine).count(),
        penalties=Penalty.objects.filter(tournament=tournament, cancelled_at=None).count(),
        release=latest.number if latest else 0,
        held=tournament.release == Tournament.ReleaseMode.HELD,
        public=tournament.standings_public,
        finished=tournament.status == Tournament.Status.FINISHED,
    )


def _tables(n: int) -> str:
    return ngettext("%(n)d table", "%(n)d tables", n) % {"n": n}


def _rounds(n: int) -> str:
    return ngettext("%(n)d round", "%(n)d rounds", n) % {"n": n}


def _players(n: int) -> str:
    return ngettext("%(n)d player", "%(n)d players", n) % {"n": n}


def _worth(found: Amounts) -> str:
    return _(
        "Places at every table are worth something else: %(tables)s in %(rounds)s and the ranks of "
        "%(players)s are computed anew."
    ) % {
        "tables": _tables(found.played),
        "rounds": _rounds(found.rounds),
        "players": _players(found.players),
    }


def _order(found: Amounts) -> str:
    words = _("The order of the standings changes: the ranks of %(players)s are computed anew.")
    return words % {"players": _players(found.players)}


def _confirmed(found: Amounts) -> str:
    return _("Results of %(tables)s that nobody has confirmed count, or no longer do.") % {
        "tables": _tables(found.unconfirmed)
    }


def _absent(found: Amounts) -> str:
    return _(
        "Byes (%(byes)d), forfeits (%(forfeits)d) or games with substitutes (%(substitutes)d) are "
        "worth something else: the standings of %(rounds)s are computed anew."
    ) % {
        "byes": found.byes,
        "forfeits": found.forfeits,
        "substitutes": found.substitutes,
        "rounds": _rounds(found.rounds),
    }


def _release(found: Amounts) -> str:
    if found.held:
        return _("Visitors see all results as they come, also those that are not published yet.")
    if found.release:
        return _("Visitors see release %(n)d, and nothing newer until you publish again.") % {
            "n": found.release
        }
    return _(
        "Visitors see no results, hands or money any more until you publish: nothing is published "
        "yet."
    )


def _public(found: Amounts) -> str:
    if found.public:
        return _("Only referees and organisers see the standings from now on; seats stay visible.")
    return _("Visitors see the standings from now on.")


def _status(found: Amounts) -> str:
    if found.finished:
        return _("The standings are no longer marked as final.")
    return _("“Finished” marks the standings as final; “running” as provisional.")


def _hands(found: Amounts) -> str:
    if found.hands:
        return _("%(hands)d hands at %(tables)s would be settled again.") % {
            "hands": found.hands,
            "tables": _tables(found.played),
        }
    return _("Hands are worth something else. This can only be changed before the first hand.")


def _clock(found: Amounts) -> str:
    return _("The clock of the running round changes at once, at %(tables)s.") % {
        "tables": _tables(found.playing)
    }


def _time_end(found: Amounts) -> str:
    return _("Holds for the hand in progress at %(tables)s and for all rounds to come.") % {
        "tables": _tables(found.playing)
    }


Effect = Callable[[Amounts], str]
# What each setting does; those not named change only what is shown.
EFFECTS: tuple[tuple[Effect, frozenset[str]], ...] = (
    (_worth, frozenset({"scheme", "tie"})),
    (_order, frozenset({"order_keys", "best_n"})),
    (_confirmed, frozenset({"confirmed_only"})),
    (_absent, frozenset({"bye_points", "bye_game_points", "forfeit_game_points",
                         "sub_consumes_place"})),
    (_release, frozenset({"release"})),
    (_hands, frozenset({"ruleset_options", "seat_change"})),
    (_public, frozenset({"standings_public"})),
    (_status, frozenset({"status"})),
    (lambda f: _("The sums of the teams (%(n)d) are made of other members.") % {"n": f.teams},
     frozenset({"team_best_k"})),
    (lambda f: _("Whoever has withdrawn (%(n)s) moves in the ranking.")
     % {"n": _players(f.withdrawn)}, frozenset({"withdrawn"})),
)  # fmt: skip
# These only matter while something is under way.
UNDER_WAY: tuple[tuple[Effect, frozenset[str]], ...] = (
    (_clock, frozenset({"minutes", "warn_minutes"})),
    (_time_end, frozenset({"time_end"})),
    (lambda f: _("Waiting for a confirmation, by the new rule from now on: %(tables)s.")
     % {"tables": _tables(f.unconfirmed)}, frozenset({"confirmation"})),
    (lambda f: _("Referees are offered other breaches; the penalties given (%(n)d) stay.")
     % {"n": f.penalties}, frozenset({"breaches"})),
    (lambda f: _("The points with the start points are shown otherwise; no place changes."),
     frozenset({"base_points"})),
    (lambda f: _("Rounds that are closed can be appealed against for a longer or shorter time."),
     frozenset({"appeal_minutes"})),
    (lambda f: _("Begun already: %(rounds)s. Rounds that are drawn stay.")
     % {"rounds": _rounds(f.rounds)}, frozenset({"planned_rounds"})),
    (lambda f: _("All games of the event are settled up with this stake, those played already "
                 "too: %(tables)s.") % {"tables": _tables(f.played)}, frozenset({"stake"})),
    (lambda f: _("Club nights and leagues show the page on which debts are settled; no result "
                 "changes."), frozenset({"kind"})),
)  # fmt: skip


def effects_of(tournament: Tournament, changed: Iterable[str]) -> list[str]:
    """Return what changing these settings does; nothing for what only changes words."""
    names = set(changed)
    if not names:
        return []
    found = amounts_of(tournament)
    told = EFFECTS + (UNDER_WAY if found.rounds else ())
    return [effect(found) for effect, fields in told if fields & names]
