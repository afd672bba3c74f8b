"""One of everything that has an address, for the matrices of pages and roles."""

from tests.club import ClubEvent
from tournaments.models import Job, Membership, PeopleFile, Player
from tournaments.services import (
    absences,
    adjustments,
    announcements,
    checkin,
    exports,
    invitations,
    links,
    merging,
    penalties,
    personal_links,
    seasons,
    seating_rules,
)


def things_of(event: ClubEvent) -> dict[str, object]:
    """Give an event one of everything that has an address; name each as addresses do."""
    round_ = event.seat_round()
    table = event.table()
    penalty = penalties.give_penalty(
        event.as_organiser,
        event.tournament.pk,
        entry_id=event.entries[0].pk,
        scope="overall",
        mode="deduct",
        points=10,
        reason="late",
    )
    adjustment = adjustments.give_adjustment(
        event.as_organiser,
        event.tournament.pk,
        entry_id=event.entries[0].pk,
        game_points=5,
        reason="appeal",
    )
    forfeit = absences.give_forfeit(
        event.as_organiser, round_.pk, event.entries[0].pk, "has left the hall"
    )
    job = Job.objects.create(tournament=event.tournament, kind="seat_plan", key=f"k{round_.pk}")
    member = Membership.objects.get(tournament=event.tournament, role="referee")
    invitation = invitations.invite(event.as_organiser, event.tournament.pk, role="referee")
    reset = invitations.make_password_link(event.as_organiser, member.pk)
    card = personal_links.make_link(event.as_organiser, event.entries[1].pk)
    return {
        "invitation_id": invitation.pk,
        "invitation_token": invitations.token_of(invitation),
        "password_token": invitations.token_of(reset),
        "player_token": personal_links.token_of(card),
        "uidb64": "MQ",
        "mail_token": "a-b",
        "event": event.tournament.slug,
        "round_id": round_.pk,
        "table_id": table.pk,
        "token": links.token_of(links.live_link(event.as_organiser, table.pk)),
        "entry_id": event.entries[0].pk,
        "penalty_id": penalty.pk,
        "adjustment_id": adjustment.pk,
        "forfeit_id": forfeit.pk,
        "stage_id": round_.stage_id,
        "membership_id": member.pk,
        "job_id": job.pk,
        "export_id": exports.keep(
            event.tournament, "csv", "en", name="results.csv", content=b"1"
        ).pk,
        "kind": "csv",
        "preset": "guobiao-open",
        "code": checkin.code_of(event.tournament),
        "merge_id": merging.merge(
            event.as_organiser, event.entries[3].player_id, Player.objects.create(name="Twin").pk
        ).pk,
        "file_id": PeopleFile.objects.create(
            tournament=event.tournament,
            name="list",
            encoding="utf-8",
            table=[[1, ["Name"]]],
            columns=["name"],
        ).pk,
        "pair_id": seating_rules.keep_apart(
            event.as_organiser, event.tournament.pk, event.entries[0].pk, event.entries[1].pk
        ).pk,
        "announcement_id": announcements.announce(
            event.as_organiser, event.tournament.pk, text_en="Lunch"
        ).pk,
        "number": 1,
        "club_id": event.tournament.club_id,
        "player_id": event.entries[0].player_id,
        "revision": 3,
        "season": seasons.create_season(
            event.as_organiser, name=f"Season {round_.pk}", club_id=event.tournament.club_id
        ).slug,
        "key": "nothing",
        "round": 1,
        "table": 1,
        "ruleset": "guobiao",
        "option": "two_concealed_kongs",
    }
