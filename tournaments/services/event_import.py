"""Reading an event document back: everything or nothing, every problem at once."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rulesets import ENGINE_VERSION, get_ruleset
from scoring.table_points import get_scheme
from tournaments.importing.event_checks import check_document
from tournaments.importing.event_form import read_document
from tournaments.models import (
    Act,
    Adjustment,
    Bye,
    Club,
    Entry,
    Forfeit,
    Hand,
    KeepApart,
    Membership,
    Penalty,
    PlaceOfOwn,
    Player,
    Round,
    Seat,
    Signature,
    Stage,
    StageEntry,
    Table,
    Team,
    Tournament,
)
from tournaments.services.access import Actor, may_create_tournaments
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Invalid, NotAllowed, Problem
from tournaments.services.event_document import SETTINGS, STAGE_SETTINGS
from tournaments.services.event_settling import Settler
from tournaments.services.events import free_slug, resolved_options, slug_taken
from tournaments.services.locks import locked
from tournaments.standings import METRICS

# The largest document that is read while somebody waits; `manage.py` reads larger ones.
MAX_BYTES = 2_500_000

Part = dict[str, Any]
PLAIN = (
    "name",
    "kind",
    "status",
    "practice",
    "venue",
    "starts_on",
    "ruleset",
    "seat_change",
    "scheme",
    "tie",
    "order_keys",
    "time_end",
    "minutes",
    "planned_rounds",
    "standings_public",
    *SETTINGS,
)


def import_event(
    actor: Actor, content: object, *, slug: str = "", rescore: bool = False
) -> Tournament:
    """Make the event of a document (a JSON object, docs/event-document.md) and return it.

    ``slug`` is its address; without it the document's own, or a free one like it. A hand that is
    worth something else now than the document says is a problem, unless ``rescore``. Raises
    `NotAllowed`, or `Invalid` with every problem; then nothing was written.
    """
    if not may_create_tournaments(actor):
        raise NotAllowed(_("Only organisers may set up an event."))
    document, problems = read_document(content)
    problems = problems or check_document(document)
    if problems:
        raise Invalid(problems=problems)
    with transaction.atomic():
        return _Import(actor, document, slug, rescore).run()


class _Import:
    """One import, inside its transaction."""

    def __init__(self, actor: Actor, document: Part, slug: str, rescore: bool) -> None:
        self.actor = actor
        self.document = document
        self.slug = slug
        self.rescore = rescore
        self.problems: list[Problem] = []
        self.clubs: dict[str, Club] = {}
        self.entries: dict[int, Entry] = {}
        self.stages: dict[int, Stage] = {}
        self.hands: list[Hand] = []

    def run(self) -> Tournament:
        for part in self.document["clubs"]:
            # A club that is here already keeps its own time zone.
            self.clubs[part["name"]] = Club.objects.get_or_create(
                name=part["name"], defaults={"time_zone": part["time_zone"]}
            )[0]
        tournament = self._tournament()
        settler = Settler(
            get_ruleset(tournament.ruleset),
            tournament.ruleset_options,
            tournament.seat_change,
            self.rescore,
        )
        self._people(tournament)
        for part in self.document["stages"]:
            self._stage(tournament, part)
        for part in self.document["rounds"]:
            self._round(tournament, part, settler)
        if self.problems:
            raise Invalid(problems=self.problems)
        self._save_hands()
        self._penalties(tournament)
        self._adjustments(tournament)
        self._seating(tournament)
        self._finish(tournament)
        return tournament

    def _tournament(self) -> Tournament:
        part = self.document["event"]
        options = resolved_options(part["ruleset"], part["options"])
        tournament = Tournament(
            **{key: part[key] for key in PLAIN},
            slug=self._address(part["slug"]),
            club=self.clubs[part["club"]],
            ruleset_options=options,
            engine_version=ENGINE_VERSION if self.rescore else part["engine_version"],
        )
        try:
            tournament.full_clean(exclude=["club"])
            _check_standings(tournament)
        except ValidationError as error:
            raise Invalid(
                problems=[
                    Problem(f"event.{name}", message)
                    for name, messages in error.message_dict.items()
                    for message in messages
                ]
            ) from error
        tournament.save()
        # The field writes the clock when a row is made; the document's moment is put back.
        tournament.created_at = part["created_at"]
        tournament.save(update_fields=["created_at"])
        return tournament

    def _address(self, own: str) -> str:
        if self.slug:
            return self.slug
        return free_slug(own) if slug_taken(own) else own

    def _people(self, tournament: Tournament) -> None:
        teams = {
            name: Team.objects.create(tournament=tournament, name=name)
            for name in self.document["teams"]
        }
        # Before they are looked up: nobody of them is made one with another, or erased, meanwhile.
        names = {part["name"] for part in self.document["entries"]}
        locked(Player.objects.filter(name__in=names))
        taken: set[int] = set()
        for part in self.document["entries"]:
            player = self._player(part, taken)
            if player is None:
                continue
            taken.add(player.pk)
            self.entries[part["number"]] = Entry.objects.create(
                tournament=tournament,
                player=player,
                number=part["number"],
                team=teams[part["team"]] if part["team"] is not None else None,
                **{key: part[key] for key in ("status", "status_from", "reserve", "lot")},
            )

    def _stage(self, tournament: Tournament, part: Part) -> None:
        stage = Stage.objects.create(
            tournament=tournament, **{key: part[key] for key in STAGE_SETTINGS}
        )
        self.stages[stage.number] = stage
        StageEntry.objects.bulk_create(
            StageEntry(stage=stage, entry=self.entries[m["entry"]], decided=m["decided"])
            for m in part["members"]
            if m["entry"] in self.entries
        )

    def _seating(self, tournament: Tournament) -> None:
        """Write what the draws of the event keep to."""
        PlaceOfOwn.objects.bulk_create(
            PlaceOfOwn(**{**part, "entry": self.entries[part["entry"]]})
            for part in self.document["places"]
        )
        for part in self.document["kept_apart"]:
            pair = (self.entries[part["one"]].player_id, self.entries[part["other"]].player_id)
            KeepApart.objects.create(
                tournament=tournament, one_id=min(pair), other_id=max(pair), reason=part["reason"]
            )

    def _player(self, part: Part, taken: set[int]) -> Player | None:
        """Return the person of an entry: one of the same name, club and member number, or a new
        one. A member number that is another person's is a problem."""
        club = self.clubs[part["club"]] if part["club"] is not None else None
        same = {"name": part["name"], "club": club, "member_number": part["member_number"]}
        found = Player.objects.filter(**same).exclude(pk__in=taken).first()
        if found is not None:
            if part["name_hidden"] and not found.name_hidden:
                found.name_hidden = True
                found.save(update_fields=["name_hidden"])
            return found
        if club is not None and part["member_number"]:
            holder = Player.objects.filter(club=club, member_number=part["member_number"]).first()
            if holder is not None:
                self.problems.append(
                    Problem(
                        f"entry {part['number']}",
                        _("Member number %(n)s belongs to %(name)s here.")
                        % {"n": part["member_number"], "name": holder.name},
                    )
                )
                return None
        return Player.objects.create(**same, name_hidden=part["name_hidden"])

    def _round(self, tournament: Tournament, part: Part, settler: Settler) -> None:
        round_ = Round.objects.create(
            tournament=tournament,
            stage=self.stages[part["stage"]],
            **{
                key: part[key]
                for key in (
                    "number",
                    "status",
                    "seats_public",
                    "method",
                    "started_at",
                    "closed_at",
                    "extra_minutes",
                    "time_called_at",
                    "confirmed_at",
                    "planned_at",
                )
            },
            drawn_from=part["drawn_from"] or {},
        )
        if self.problems:
            # Entries may be missing: settle for what more is wrong, write no seats.
            for table in part["tables"]:
                self._settle(part["number"], table, settler)
            return
        Bye.objects.bulk_create(
            Bye(round=round_, entry=self.entries[number]) for number in part["byes"]
        )
        Forfeit.objects.bulk_create(
            Forfeit(round=round_, entry=self.entries[f["entry"]], reason=f["reason"])
            for f in part["forfeits"]
        )
        for table in part["tables"]:
            self._table(round_, table, settler)

    def _table(self, round_: Round, part: Part, settler: Settler) -> None:
        keys = (
            "number",
            "status",
            "source",
            "revision",
            "extra_minutes",
            "imbalance_reason",
            "paper_totals",
            "paper_reason",
        )
        out = part["sitting_out"]
        table = Table.objects.create(
            round=round_,
            sitting_out=self.entries[out] if out is not None else None,
            **{key: part[key] for key in keys},
        )
        Seat.objects.bulk_create(
            Seat(
                table=table,
                round=round_,
                entry=self.entries[seat["entry"]],
                wind=seat["wind"],
                typed_points=seat["typed_points"],
            )
            for seat in part["seats"]
        )
        for signed in part["signatures"]:
            moment = signed.pop("created_at")
            signature = Signature.objects.create(table=table, actor=signed.pop("by"), **signed)
            signature.created_at = moment
            signature.save(update_fields=["created_at"])
        for hand in self._settle(round_.number, part, settler):
            hand.table = table
            self.hands.append(hand)

    def _settle(self, round_number: int, part: Part, settler: Settler) -> list[Hand]:
        sheet = settler.sheet(part)
        where = f"round {round_number} table {part['number']}"
        self.problems += [Problem(where, problem) for problem in sheet.problems]
        return sheet.hands

    def _save_hands(self) -> None:
        moments = [(hand.created_at, hand.changed_at) for hand in self.hands]
        made = Hand.objects.bulk_create(self.hands, batch_size=500)
        # The database's own clock has been at work; the moments of the document are put back.
        for hand, (created_at, changed_at) in zip(made, moments, strict=True):
            hand.created_at, hand.changed_at = created_at, changed_at
        Hand.objects.bulk_update(made, ["created_at", "changed_at"], batch_size=200)

    def _penalties(self, tournament: Tournament) -> None:
        for part in self.document["penalties"]:
            values = {key: part[key] for key in ("scope", "mode", "points", "code", "reason")}
            receiver = part["beneficiary"]
            penalty = Penalty.objects.create(
                tournament=tournament,
                entry=self.entries[part["entry"]],
                beneficiary=self.entries[receiver] if receiver is not None else None,
                round_number=part["round"],
                cancelled_at=part["cancelled_at"],
                cancel_reason=part["cancel_reason"],
                **values,
            )
            penalty.created_at = part["created_at"]
            penalty.save(update_fields=["created_at"])

    def _adjustments(self, tournament: Tournament) -> None:
        teams = {team.name: team for team in tournament.teams.all()}
        for part in self.document["adjustments"]:
            number, team = part["entry"], part["team"]
            adjustment = Adjustment.objects.create(
                tournament=tournament,
                entry=self.entries[number] if number is not None else None,
                team=teams[team] if team is not None else None,
                **{
                    key: part[key]
                    for key in (
                        "table_points",
                        "game_points",
                        "reason",
                        "cancelled_at",
                        "cancel_reason",
                    )
                },
            )
            adjustment.created_at = part["created_at"]
            adjustment.save(update_fields=["created_at"])

    def _finish(self, tournament: Tournament) -> None:
        if self.actor.user is not None:
            Membership.objects.create(
                tournament=tournament, user=self.actor.user, role=Membership.Role.ORGANISER
            )
        counts = {
            "entries": len(self.entries),
            "rounds": len(self.document["rounds"]),
            "hands": len(self.hands),
            "rescore": self.rescore,
        }
        finish_act(
            self.actor,
            tournament.pk,
            Change(Act.TOURNAMENT_IMPORTED, f"event {tournament.slug}", after=counts),
        )


def _check_standings(tournament: Tournament) -> None:
    """Refuse a scheme or a key of the order that this version does not know."""
    wrong: dict[str, list[str]] = {}
    try:
        get_scheme(tournament.scheme)
    except ValueError:
        wrong["scheme"] = [_("There is no such scheme.")]
    for key in tournament.order_keys:
        if key not in METRICS:
            wrong.setdefault("order_keys", []).append(_("There is no key “%(k)s”.") % {"k": key})
    if wrong:
        raise ValidationError(wrong)
