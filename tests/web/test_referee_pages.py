"""The pages of referees: the hand form of a table and its acts, the sheet, my tables."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.rulesets import get_ruleset
from tests.club import DRAW, ClubEvent, key, make_event, win
from tournaments.models import AuditEntry, Hand, Penalty, Table
from tournaments.services import tables
from tournaments.services.rounds import close_round
from tournaments.services.tables import table_state

pytestmark = pytest.mark.django_db


class Door:
    """One of the two ways to a table: by its link, or by a referee's account."""

    def __init__(self, base: str, client: Client) -> None:
        self.base = base
        self.client = client

    def get(self, path: str = "", **headers: str) -> Any:
        return self.client.get(self.base + path, headers=headers)

    def post(self, path: str, **content: Any) -> Any:
        return self.client.post(
            self.base + path, json.dumps(content), content_type="application/json"
        )

    def data(self) -> dict[str, Any]:
        """Return what the page hands to its scripts."""
        found = re.search(
            r'<script id="hand-form-data" type="application/json">(.*?)</script>',
            self.get().content.decode(),
            re.DOTALL,
        )
        assert found
        content: dict[str, Any] = json.loads(found[1])
        return content


def by_link(event: ClubEvent, table: Table) -> Door:
    return Door(f"/r/{event.link(table)[1]}/", Client())


def by_account(event: ClubEvent, table: Table) -> Door:
    client = Client()
    client.force_login(event.referee)
    return Door(f"/referee/table/{table.pk}/", client)


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    return made


@pytest.fixture(params=[by_link, by_account], ids=["link", "account"])
def door(request: pytest.FixtureRequest, event: ClubEvent) -> Door:
    made: Door = request.param(event, event.table())
    return made


@pytest.fixture
def referee(event: ClubEvent) -> Door:
    return by_account(event, event.table())


# ---- the form ----


def test_the_form_is_built_from_the_declaration(door: Door) -> None:
    data = door.data()
    ruleset = get_ruleset("guobiao")
    assert data["declaration"] == json.loads(json.dumps(ruleset.declaration(helps=False)))
    assert data["options"] == ruleset.resolve_options({})
    assert [seat["name"] for seat in data["state"]["seats"]] == [
        seat.name for seat in table_state(Table.objects.get(pk=_table_of(data))).seats
    ]
    assert data["state"]["next"]["number"] == 1
    assert data["state"]["next"]["position"]["winds"] == [0, 1, 2, 3]


def _table_of(data: dict[str, Any]) -> int:
    return Table.objects.get(number=data["state"]["table"], round__number=data["state"]["round"]).pk


def test_another_ruleset_gives_another_form() -> None:
    event = make_event(4, ruleset="nanchang")
    event.seat_round()
    form = by_link(event, event.table()).data()["declaration"]["form"]
    assert form["ways"][0] == "patterns"
    assert "wild" in [event["id"] for event in form["events"]]
    assert not form["flowers"]


def test_the_words_are_those_of_the_language(door: Door) -> None:
    assert door.data()["words"]["who_won"] == "Who won?"
    page = door.get(**{"Accept-Language": "zh-CN"}).content.decode()
    assert "谁和了" in json.loads(_json_of(page))["words"]["who_won"]


def _json_of(page: str) -> str:
    return page.split('type="application/json">')[1].split("</script>")[0]


def test_no_word_of_the_form_is_empty(door: Door) -> None:
    for name, word in door.data()["words"].items():
        assert all(word.values()) if isinstance(word, dict) else word, name


def test_pages_hold_no_script_and_no_style_of_their_own(event: ClubEvent, door: Door) -> None:
    event.record(event.table(), win(8, 0, 1), DRAW)
    for path in ("", "sheet/"):
        page = door.get(path).content.decode()
        assert " style=" not in page
        assert " onclick=" not in page
        assert not re.findall(r"<script(?![^>]*(?:src=|application/json))", page)


def test_every_word_a_script_asks_for_is_there(door: Door) -> None:
    words = set(door.data()["words"])
    asked: set[str] = set()
    quoted: set[str] = set()
    folder = Path(str(finders.find("mjclub/hand_form/form.js"))).parent
    for path in folder.glob("*.js"):
        script = path.read_text("utf-8")
        asked |= set(re.findall(r"(?<!/)\bwords\.(\w+)", script))
        quoted |= set(re.findall(r'"(\w+)"', script))
    assert asked <= words
    assert words <= asked | quoted, "no script asks for these"


def test_penalties_and_breaches_are_offered_to_accounts_alone(event: ClubEvent) -> None:
    table = event.table()
    link, account = by_link(event, table).data(), by_account(event, table).data()
    assert "penalty" not in link["urls"]
    assert link["breaches"] == []
    assert account["urls"]["penalty"] == f"/referee/table/{table.pk}/penalties/"
    assert account["breaches"]


def test_a_dead_link_says_why(event: ClubEvent) -> None:
    door = by_link(event, event.table())
    close_round(event.as_organiser, event.table().round_id, force=True)
    page = door.get()
    assert page.status_code == 403
    assert "closed" in page.content.decode()
    assert Door("/r/nonsense/", Client()).get().status_code == 403


# ---- preview and saving ----


HANDS = {
    "discard": win(8, 0, 1),
    "self-draw": win(24, 2),
    "flowers": win(11, 3, 0, flowers=1),
    "draw": DRAW,
    "annulled": [{"type": "abort", "reason": "timeout"}],
    "false win": [{"type": "penalty", "seat": 2, "kind": "false_win", "amount": 10}, *DRAW],
    "ticked": [
        {
            "type": "win",
            "by": "self_draw",
            "winners": [{"seat": 1, "declared": {"patterns": ["qing_yi_se"]}}],
        }
    ],
}


@pytest.mark.parametrize("case", sorted(HANDS))
def test_the_preview_is_what_saving_gives(case: str, door: Door) -> None:
    events = HANDS[case]
    preview = door.post("preview/", events=events, number=1)
    assert preview.status_code == 200, preview.content
    assert not Hand.objects.exists()
    saved = door.post("hands/", events=events, number=1, client_key=key())
    assert saved.status_code == 201
    hand = saved.json()["state"]["hands"][0]
    assert hand["deltas"] == preview.json()["deltas"]
    assert preview.json()["sum"] == sum(hand["deltas"]) == 0
    assert hand["events"] == events
    moved = [0, 0, 0, 0]
    for line in preview.json()["lines"]:
        assert line["reason"]
        moved[line["from"]] -= line["amount"]
        moved[line["to"]] += line["amount"]
    assert moved == hand["deltas"]


def test_eleven_fan_and_a_flower(door: Door) -> None:
    deltas = door.post("preview/", events=win(11, 0, 1, flowers=1), number=1).json()["deltas"]
    assert deltas == [36, -20, -8, -8]


def test_a_wrong_preview_is_refused_in_words(door: Door) -> None:
    body = door.post("preview/", events=win(7, 0, 1, flowers=2), number=1).json()
    assert "7 fan" in " ".join(p["message"] for p in body["problems"])
    chinese = door.client.post(
        door.base + "preview/",
        json.dumps({"events": win(7, 0, 1), "number": 1}),
        content_type="application/json",
        headers={"Accept-Language": "zh-CN"},
    ).json()
    assert "7番" in chinese["problems"][0]["message"].replace(" ", "")


def test_an_earlier_hand_is_previewed_where_it_stands(event: ClubEvent, door: Door) -> None:
    event.record(event.table(), DRAW, win(8, 0, 1), DRAW)
    body = door.post("preview/", events=win(10, 0), number=2, amend=True).json()
    # Hand 2 is dealt by the chair that began as South.
    assert body["number"] == 2
    assert body["deltas"] == [-18, 54, -18, -18]


def test_undo_takes_the_last_hand_back(event: ClubEvent, door: Door) -> None:
    event.record(event.table(), win(8, 0, 1), win(20, 1))
    before = door.get("state/").json()["state"]
    body = door.post("undo/", number=2, revision=1, client_key=key())
    assert body.status_code == 200
    after = body.json()["state"]
    assert [hand["number"] for hand in after["hands"]] == [1]
    assert after["hands"][0] == before["hands"][0]
    assert after["next"]["number"] == 2
    assert after["next"]["position"] == before["hands"][1]["position"]
    assert [seat["total"] for seat in after["seats"]] == before["hands"][0]["deltas"]


def test_only_the_last_hand_can_be_undone(event: ClubEvent, door: Door) -> None:
    event.record(event.table(), win(8, 0, 1), DRAW)
    refused = door.post("undo/", number=1, revision=1, client_key=key())
    assert refused.status_code == 409
    assert Hand.objects.in_force().count() == 2


def test_a_stale_edit_says_who_saved_what(event: ClubEvent, door: Door) -> None:
    table = event.table()
    event.record(table, DRAW, DRAW)
    link = by_link(event, table)
    first = link.post("hands/", events=win(9, 0, 1), number=2, revision=1, client_key=key())
    assert first.status_code == 201
    body = door.post("hands/", events=win(8, 0, 1), number=2, revision=1, client_key=key())
    assert body.status_code == 409
    current = body.json()["current"]
    assert current["events"] == win(9, 0, 1)
    assert current["changed_by"] == "the link of table 1/1"
    assert re.fullmatch(r"\d\d:\d\d", current["changed"])
    # The seats of the record are told by the chairs of that hand.
    assert current["position"]["chairs"] == [1, 2, 3, 0]


def test_the_numbers_of_a_hand_come_from_this_table_alone(event: ClubEvent, door: Door) -> None:
    event.record(event.table(number=2), win(88, 0))
    assert door.get("state/").json()["state"]["hands"] == []
    door.post("hands/", events=win(8, 0, 1), number=1, client_key=key())
    assert table_state(event.table(number=2)).hands[0].fan == 88


def test_a_table_is_finished_early(event: ClubEvent, door: Door) -> None:
    empty = door.post("finish/")
    assert empty.status_code == 400
    assert "Nothing is recorded" in empty.json()["message"]
    event.record(event.table(), win(8, 0, 1))
    assert door.post("finish/").json()["state"]["status"] == "finished"
    assert door.post("hands/", events=DRAW, number=2, client_key=key()).status_code == 409


# ---- totals ----


def test_totals_are_typed_and_corrected(event: ClubEvent, door: Door) -> None:
    assert 'id="totals-form"' in door.get().content.decode()
    first = {"0": 100, "1": -20, "2": -30, "3": -50}
    assert door.post("totals/", totals=first).json()["state"]["typed"] is True
    page = door.get().content.decode()
    assert 'value="-50"' in page
    second = {"0": 50, "1": 30, "2": -30, "3": -50}
    state = door.post("totals/", totals=second).json()["state"]
    assert [seat["total"] for seat in state["seats"]] == [50, 30, -30, -50]
    assert AuditEntry.objects.filter(act="totals.typed").count() == 2


def test_totals_are_not_for_a_table_with_hands(event: ClubEvent, door: Door) -> None:
    event.record(event.table(), win(8, 0, 1))
    assert 'id="totals-form"' not in door.get().content.decode()
    refused = door.post("totals/", totals={"0": 0, "1": 0, "2": 0, "3": 0})
    assert refused.status_code == 400
    assert table_state(event.table()).totals == (32, -16, -8, -8)


@pytest.mark.parametrize("totals", [None, [1, 2], {"0": 1}, {"0": "a", "1": 0, "2": 0, "3": 0}])
def test_totals_that_are_none(totals: Any, door: Door) -> None:
    refused = door.post("totals/", totals=totals)
    assert refused.status_code == 400
    assert refused.json()["message"]
    assert not table_state(Table.objects.earliest("pk")).has_result


# ---- penalties outside a hand ----


def _penalty(**other: Any) -> dict[str, Any]:
    return {"chair": 1, "mode": "deduct", "points": 20, "reason": "late", **other}


def test_a_penalty_counts_once_at_the_table(event: ClubEvent, referee: Door) -> None:
    event.record(event.table(), win(8, 0, 1))
    state = referee.post("penalties/", **_penalty()).json()["state"]
    assert [seat["total"] for seat in state["seats"]] == [32, -36, -8, -8]
    assert [p["points"] for p in state["penalties"]] == [20]
    penalty = Penalty.objects.get()
    assert (penalty.scope, penalty.round_number) == ("session", 1)

    again = referee.post("penalties/cancel/", penalty=penalty.pk, reason="mistaken").json()
    assert [seat["total"] for seat in again["state"]["seats"]] == [32, -16, -8, -8]
    assert again["state"]["penalties"][0]["cancelled"] == "mistaken"


def test_a_penalty_is_paid_to_somebody(event: ClubEvent, referee: Door) -> None:
    event.record(event.table(), win(8, 0, 1))
    state = referee.post("penalties/", **_penalty(mode="pay_to", to=3)).json()["state"]
    assert [seat["total"] for seat in state["seats"]] == [32, -36, -8, 12]
    state = referee.post("penalties/", **_penalty(mode="pay_each", points=5)).json()["state"]
    assert [seat["total"] for seat in state["seats"]] == [37, -51, -3, 17]


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"chair": 7}, "not in this event"),
        ({"chair": "x"}, "not in this event"),
        ({"points": "many"}, "whole number"),
        ({"points": -1}, "whole number"),
        ({"mode": "twice"}, "how the penalty is paid"),
        ({"mode": "pay_to", "to": 1}, "who is paid"),
        ({"reason": " "}, "reason"),
    ],
)
def test_a_wrong_penalty_is_refused(wrong: dict[str, Any], word: str, referee: Door) -> None:
    refused = referee.post("penalties/", **_penalty(**wrong))
    assert refused.status_code == 400
    assert word in " ".join(p["message"] for p in refused.json()["problems"])
    assert not Penalty.objects.exists()


def test_a_penalty_of_another_table_is_not_there(event: ClubEvent, referee: Door) -> None:
    other = by_account(event, event.table(number=2))
    other.post("penalties/", **_penalty())
    penalty = Penalty.objects.get()
    refused = referee.post("penalties/cancel/", penalty=penalty.pk, reason="mistaken")
    assert refused.status_code == 404
    penalty.refresh_from_db()
    assert penalty.cancelled_at is None


def test_a_link_gives_no_penalty_outside_a_hand(event: ClubEvent) -> None:
    door = by_link(event, event.table())
    assert door.post("penalties/", **_penalty()).status_code == 404
    anonymous = Door(f"/referee/table/{event.table().pk}/", Client())
    assert anonymous.post("penalties/", **_penalty()).status_code == 403
    assert not Penalty.objects.exists()


# ---- the sheet ----


def test_the_sheet_shows_every_hand(event: ClubEvent, door: Door) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1), DRAW, win(24, 2))
    page = door.get("sheet/").content.decode()
    state = table_state(table)
    for hand in state.hands:
        row = page.split(f'id="hand-{hand.number}"')[1].split("</tbody>")[0]
        for delta, running in zip(hand.deltas, hand.running, strict=True):
            for figure in (delta, running):
                assert f">{figure:+d}<".replace("-", "−").replace("+0", "0") in row
    assert page.count('<th scope="row">') >= 13 + 3  # the hands to come, and three lines of totals
    assert "/tables/1-1/sheet.pdf" in page


def test_the_sheet_of_typed_totals(event: ClubEvent, door: Door) -> None:
    tables.type_totals(
        event.as_referee, event.table().pk, {0: 100, 1: -40, 2: -40, 3: -10}, reason="fine of 10"
    )
    page = door.get("sheet/").content.decode()
    assert "+100" in page
    assert "fine of 10" in page


def test_a_form_asks_the_database_the_same_with_hands(
    event: ClubEvent, referee: Door, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event.record(event.table(), *([win(8, 0, 1)] * 8))
    # Three of them read what breaches are on record, two what else this referee may do.
    with django_assert_num_queries(13):
        referee.get()


# ---- for phones that lose the network ----


def test_the_state_is_told_once_until_something_happens(door: Door, event: ClubEvent) -> None:
    first = door.get("state/")
    tag = first["ETag"]
    assert door.get("state/", if_none_match=tag).status_code == 304
    event.record(event.table(), DRAW)
    second = door.get("state/", if_none_match=tag)
    assert second.status_code == 200
    assert second["ETag"] != tag


def test_the_state_tells_the_deals_of_a_chart(door: Door, event: ClubEvent) -> None:
    state = door.get("state/").json()["state"]
    assert [position["deal"] for position in state["ahead"]] == list(range(2, 17))
    event.record(event.table(), DRAW)
    after = door.get("state/").json()["state"]
    assert after["next"]["position"] == state["ahead"][0]


def test_plain_results_are_what_saving_makes(door: Door, event: ClubEvent) -> None:
    plain = door.get("plain/").json()
    assert plain["number"] is None
    for number, (fan, winner, giver) in enumerate([(8, 0, 1), (24, 2, None), (88, 3, 0)], 1):
        event.record(event.table(), win(fan, winner, giver))
        hand = table_state(event.table()).hands[number - 1]
        told = plain["wins"][str(fan)][f"{winner}{'-' if giver is None else giver}"]
        assert list(hand.position.by_chair(told)) == list(hand.deltas)
    assert "7" not in plain["wins"]
    assert plain["draw"] == [0, 0, 0, 0]


def test_a_hand_for_other_seats_is_read_for_the_same_people(door: Door, event: ClubEvent) -> None:
    """The second hand is entered as if it still were the first deal."""
    event.record(event.table(), DRAW)
    answer = door.post(
        "hands/", number=2, events=win(12, 0, 2), client_key=key(), winds=[0, 1, 2, 3]
    )
    assert answer.status_code == 201
    hand = table_state(event.table()).hands[1]
    assert hand.winners == (0,)
    assert hand.giver == 2
    assert hand.position.winds != (0, 1, 2, 3)


@pytest.mark.parametrize(
    "winds", ["0123", [0, 1, 2], [0, 1, 2, 2], [0, 1, 2, "3"], [True, 0, 2, 3]]
)
def test_winds_that_are_none_are_refused(door: Door, winds: object) -> None:
    answer = door.post("hands/", number=1, events=DRAW, client_key=key(), winds=winds)
    assert answer.status_code == 400
    assert not Hand.objects.exists()


def test_wrong_seats_are_refused_before_they_are_moved(door: Door, event: ClubEvent) -> None:
    event.record(event.table(), DRAW)
    for seat in (-1, 4, "0", None):
        wrong = [{**win(8, 0, 1)[0], "winners": [{"seat": seat, "declared": {"fan": 8}}]}]
        answer = door.post("hands/", number=2, events=wrong, client_key=key(), winds=[0, 1, 2, 3])
        assert answer.status_code == 400, seat


def test_the_worker_and_the_manifest(client: Client, event: ClubEvent) -> None:
    worker = client.get("/worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "default-src 'self'" in worker["Content-Security-Policy"]
    shell = worker.content.decode()
    for script in Path("static/mjclub/hand_form").glob("*.js"):
        assert f"mjclub/hand_form/{script.name}" in shell
    assert client.get("/manifest.webmanifest").json()["scope"] == "/"
