"""Personal data: told on request; erased everywhere, while results stay."""

import json
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.core.serializers import serialize
from django.test import Client
from rest_framework.test import APIClient

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.exporting import making
from tournaments.models import AuditEntry, Job, KeptAnswer, Player
from tournaments.services import (
    entries,
    exports,
    jobs,
    merging,
    penalties,
    personal_data,
    personal_links,
    seasons,
    standings,
)
from tournaments.services.access import Actor
from tournaments.services.errors import Invalid, NotAllowed
from tournaments.services.events import give_role, take_role
from tournaments.services.tables import table_state

pytestmark = pytest.mark.django_db
MEMORY = {"BACKEND": "django.core.files.storage.InMemoryStorage"}


def rename(event: ClubEvent, at: int, name: str) -> Player:
    player: Player = event.entries[at].player
    Player.objects.filter(pk=player.pk).update(name=name, member_number=f"M{at}")
    player.refresh_from_db()
    return player


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(4)
    rename(made, 0, "欧阳测试")
    rename(made, 1, "欧阳测试二")
    rename(made, 2, "Ann")
    made.seat_round()
    made.record(made.table(), win(8, 0, 1), win(24, 2))
    penalties.give_penalty(
        made.as_organiser,
        made.tournament.pk,
        entry_id=made.entries[0].pk,
        scope="overall",
        mode="deduct",
        points=10,
        reason="欧阳测试迟到, said Ann (Anna saw it)",
    )
    Job.objects.create(
        tournament=made.tournament, kind="people", key="x", arguments={"rows": [["欧阳测试", 1]]}
    )
    jobs.run(standings.request(made.tournament.pk).pk)
    return made


def everything() -> str:
    """Every row of the project, as text."""
    found = []
    for model in apps.get_app_config("tournaments").get_models():
        found.append(serialize("json", model._default_manager.all(), ensure_ascii=False))
    return "".join(found)


def test_the_name_goes_everywhere_and_results_stay(event: ClubEvent) -> None:
    player = event.entries[0].player
    before = list(table_state(event.table()).totals)
    link = personal_links.make_link(event.as_organiser, event.entries[0].pk)
    user = personal_links.account_of(personal_links.token_of(link))
    text = everything()
    assert text.count("欧阳测试") > text.count("欧阳测试二") > 0
    personal_data.erase(event.as_organiser, player.pk)
    after = everything()
    # What is left of it is the longer name of somebody else.
    assert after.count("欧阳测试") == after.count("欧阳测试二") == text.count("欧阳测试二")
    assert user.username not in after
    player.refresh_from_db()
    user.refresh_from_db()
    assert (player.name, player.member_number) == (f"已删除 Erased {player.pk}", "")
    assert not user.is_active
    assert list(table_state(event.table()).totals) == before
    page = Client().get(f"/t/{event.tournament.slug}/").content.decode()
    assert f"Erased {player.pk}" in page
    assert AuditEntry.objects.filter(act="person.erased").count() == 1


def test_longer_names_of_those_who_left_stay_too(event: ClubEvent) -> None:
    """Somebody who was taken off the list, and somebody who was held for the same person."""
    actor, pk = event.as_organiser, event.tournament.pk
    removed = entries.register(actor, pk, name="欧阳测试三")
    entries.remove_entry(actor, removed.pk)
    Player.objects.get_or_create(name="欧阳测试三")
    twin = Player.objects.create(name="欧阳测试四")
    record = merging.merge(actor, event.entries[0].player_id, twin.pk, chosen={"name": "kept"})
    merging.undo(actor, record.pk)
    left = [everything().count(name) for name in ("欧阳测试三", "欧阳测试四")]
    personal_data.erase(actor, event.entries[0].player_id)
    after = everything()
    told = AuditEntry.objects.filter(tournament=pk)
    log = serialize("json", told, ensure_ascii=False)
    assert "欧阳测试三" in log
    assert "欧阳测试四" in log
    assert "Erased" in log
    assert after.count("欧阳测试三") == left[0]
    assert sum(after.count(f"欧阳测试{n}") for n in "二三四") == after.count("欧阳测试")


def test_a_name_inside_a_longer_word_is_no_name(event: ClubEvent) -> None:
    personal_data.erase(event.as_organiser, event.entries[2].player_id)
    text = everything()
    assert "Anna saw it" in text
    assert "said Ann " not in text
    assert f"said 已删除 Erased {event.entries[2].player_id} " in text


def test_only_who_organises_all_events_of_the_person(event: ClubEvent) -> None:
    other = make_event(4)
    player = event.entries[0].player
    entry = other.entries[0]
    entry.player = player
    entry.save()
    with pytest.raises(NotAllowed) as refused:
        personal_data.erase(event.as_organiser, player.pk)
    assert other.tournament.name in str(refused.value)
    assert Player.objects.get(pk=player.pk).name == "欧阳测试"
    name = event.organiser.username
    give_role(SYSTEM, other.tournament.pk, username=name, role="organiser")
    personal_data.erase(event.as_organiser, player.pk)
    assert "欧阳测试" not in everything().replace("欧阳测试二", "")
    with pytest.raises(NotAllowed):
        personal_data.erase(event.as_referee, event.entries[1].player_id)


def with_account(event: ClubEvent, name: str) -> User:
    """Give the first player an account."""
    user = User.objects.create_user(name)
    Player.objects.filter(pk=event.entries[0].player_id).update(user=user)
    return user


@pytest.mark.parametrize("more", ["role", "superuser"])
def test_nobody_closes_an_account_with_rights_elsewhere(event: ClubEvent, more: str) -> None:
    """The person plays in this event alone; the account works for another, or runs the site."""
    user, other = with_account(event, "helper-of-two"), make_event(4)
    if more == "role":
        give_role(SYSTEM, other.tournament.pk, username=user.username, role="organiser")
    else:
        User.objects.filter(pk=user.pk).update(is_superuser=True)
    with pytest.raises(NotAllowed):
        personal_data.erase(event.as_organiser, event.entries[0].player_id)
    user.refresh_from_db()
    assert (user.is_active, user.username) == (True, "helper-of-two")


def test_the_account_s_name_goes_from_events_where_it_only_worked(event: ClubEvent) -> None:
    """A referee of another event whose role was taken away again, and who has made a season."""
    user, other = with_account(event, "helper-of-old"), make_event(4)
    give_role(SYSTEM, other.tournament.pk, username=user.username, role="organiser")
    helper = Actor.of(user)
    entries.register(helper, other.tournament.pk, name="Plum")
    seasons.create_season(helper, name="2031", club_id=other.tournament.club_id)
    take_role(SYSTEM, other.tournament.memberships.get(user=user).pk)
    assert everything().count("helper-of-old") > 2
    personal_data.erase(event.as_organiser, event.entries[0].player_id)
    assert "helper-of-old" not in everything()
    assert f"Erased {event.entries[0].player_id}" in serialize("json", other.tournament.audit.all())


def test_kept_answers_made_files_and_earlier_names_are_cleaned_too(
    event: ClubEvent, django_capture_on_commit_callbacks: Any
) -> None:
    entry = event.entries[0]
    entries.change_entry(event.as_organiser, entry.pk, name="欧阳试测")
    gone = Player.objects.create(name="欧阳式测")
    merging.merge(event.as_organiser, entry.player_id, gone.pk)
    client = APIClient(headers={"Idempotency-Key": "one-key-for-all"})
    client.force_login(event.organiser)
    address = f"/api/tournaments/{event.tournament.slug}/entries/1/"
    changed = client.patch(address, {"team": "欧阳试测的队"}, format="json")
    assert changed.json()["name"] == "欧阳试测"
    made = exports.keep(event.tournament, "csv", "en", name="x.csv", content="欧阳试测".encode())
    file = made.file
    assert KeptAnswer.objects.count() == 1
    with django_capture_on_commit_callbacks(execute=True):
        personal_data.erase(event.as_organiser, entry.player_id)
    left = everything().replace("欧阳测试二", "")
    for name in ("欧阳测试", "欧阳试测", "欧阳式测"):
        assert name not in left
    assert not file.storage.exists(file.name)
    again = client.patch(address, {"team": "欧阳试测的队"}, format="json")
    assert again["Idempotency-Replayed"] == "true"
    assert "Erased" in again.json()["name"]
    assert not event.tournament.exports.exists()


def test_a_file_that_was_begun_before_is_made_anew(
    event: ClubEvent, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.STORAGES = {**settings.STORAGES, "default": MEMORY}
    job = exports.ask(event.as_organiser, event.tournament, "csv", "en")
    assert isinstance(job, Job)
    make, player = making.make, event.entries[0].player
    made: list[bytes] = []

    def erases_meanwhile(*args: Any) -> Any:
        found = make(*args)
        made.append(found.content)
        if len(made) == 1:
            personal_data.erase(event.as_organiser, player.pk)
        return found

    monkeypatch.setattr(making, "make", erases_meanwhile)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert "欧阳测试," in made[0].decode()
    assert not event.tournament.exports.exists()
    assert not default_storage.listdir("exports")[1]
    assert (job.status, job.error) == (Job.Status.QUEUED, "somebody was erased meanwhile")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    content = event.tournament.exports.get().file.read().decode()
    assert f"Erased {player.pk}" in content
    assert "欧阳测试," not in content


@pytest.mark.parametrize("fails", [False, True])
def test_what_came_of_a_job_does_not_bring_the_name_back(
    event: ClubEvent, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    player = event.entries[0].player
    job = jobs.request(Job.Kind.RESCORE, event.tournament.pk, key="again")

    def tells_the_name(_run: jobs.Run) -> dict[str, Any]:
        name = Player.objects.get(pk=player.pk).name
        if not name.startswith("已删除"):
            personal_data.erase(event.as_organiser, player.pk)
        if fails:
            raise Invalid(f"{name} stands in the way")
        return {"first": name}

    monkeypatch.setitem(jobs._handlers, Job.Kind.RESCORE, tells_the_name)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.result) == (Job.Status.QUEUED, None)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == (Job.Status.FAILED if fails else Job.Status.DONE)
    assert "Erased" in json.dumps([job.result, job.error])
    assert "欧阳测试" not in everything().replace("欧阳测试二", "")


def test_an_earlier_name_that_is_somebody_else_s_now_stays_theirs(event: ClubEvent) -> None:
    first, third = event.entries[0], event.entries[3]
    entries.change_entry(event.as_organiser, first.pk, name="甲乙丙")
    entries.change_entry(event.as_organiser, third.pk, name="欧阳测试")
    personal_data.erase(event.as_organiser, first.player_id)
    third.player.refresh_from_db()
    assert third.player.name == "欧阳测试"
    assert "甲乙丙" not in everything()


def test_what_the_log_in_noted_under_the_name_goes(event: ClubEvent) -> None:
    link = personal_links.make_link(event.as_organiser, event.entries[0].pk)
    user = personal_links.account_of(personal_links.token_of(link))
    AccessAttempt.objects.create(username=user.username, failures_since_start=1)
    personal_data.erase(event.as_organiser, event.entries[0].player_id)
    assert not AccessAttempt.objects.exists()


def test_a_player_takes_the_own_data_along(event: ClubEvent) -> None:
    Player.objects.filter(pk=event.entries[0].player_id).update(user=event.outsider)
    client = Client()
    client.force_login(event.outsider)
    answer = client.get("/account/data/")
    assert "attachment" in answer["Content-Disposition"]
    told: dict[str, Any] = json.loads(answer.content)
    assert told["player"]["name"] == "欧阳测试"
    (entry,) = told["entries"]
    assert entry["seats"][0]["hands"] == 2
    assert entry["penalties"][0]["points"] == 10
    client.force_login(event.referee)
    assert client.get("/account/data/").status_code == 404


def test_the_desk_asks_with_the_consequences(event: ClubEvent) -> None:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(event.organiser)
    address = f"/desk/{event.tournament.slug}/people/{event.entries[0].pk}/erase/"
    page = client.get(address).content.decode()
    assert "There is no way back." in page
    assert "欧阳测试" in page
    assert client.post(address).status_code == 302
    assert "欧阳测试<" not in client.get(f"/desk/{event.tournament.slug}/people/").content.decode()
