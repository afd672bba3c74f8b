"""Personal data: told on request; erased everywhere, while results stay."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.core.serializers import serialize
from django.test import Client

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import AuditEntry, Job, Player
from tournaments.services import jobs, penalties, personal_data, personal_links, standings
from tournaments.services.errors import NotAllowed
from tournaments.services.events import give_role
from tournaments.services.tables import table_state

pytestmark = pytest.mark.django_db


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
