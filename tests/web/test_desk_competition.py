"""The settings that decide ranking, absence, time and publishing, on the pages of the desk."""

from fractions import Fraction
from typing import Any

import pytest
from django import forms
from django.test import Client
from django.urls import reverse

from scoring.table_points import UNIT
from tests.club import ClubEvent, make_event
from tests.web.test_desk_events import new_event, settings_of
from tournaments.forms.fields import OrderField, PointsField, read_points
from tournaments.models import AuditEntry, Tournament
from tournaments.standings import DEFAULT_ORDER, METRICS


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("7/4", Fraction(7, 4)),
        (" 1 3/4 ", Fraction(7, 4)),
        ("1¾", Fraction(7, 4)),
        ("1.75", Fraction(7, 4)),
        ("½", Fraction(1, 2)),
        ("−1/2", Fraction(-1, 2)),
        ("-1½", Fraction(-3, 2)),
        ("３", Fraction(3)),
        ("5 / 2", Fraction(5, 2)),
        ("+2", Fraction(2)),
    ],
)
def test_points_are_read_as_people_write_them(text: str, points: Fraction) -> None:
    assert read_points(text) == points


@pytest.mark.parametrize("text", ["", "-", "a", "1/0", "1//2", "1 2", "1/2 3", "1/2/3", "--1"])
def test_what_is_no_number_of_points(text: str) -> None:
    with pytest.raises(ValueError, match=r"^"):
        read_points(text)


@pytest.mark.parametrize("text", ["1/11", "1001", "-1", "x", "0.333"])
def test_a_field_of_points_refuses(text: str) -> None:
    with pytest.raises(forms.ValidationError):
        PointsField().clean(text)


def test_points_come_back_as_they_were_stored() -> None:
    field = PointsField(negative=True, required=False)
    for units in (0, 1, UNIT, -UNIT // 2, 7 * UNIT // 4, 7 * UNIT // 3):
        assert field.clean(field.prepare_value(units)) == units
    assert field.clean("") is None


def test_an_order_has_known_keys_once() -> None:
    field = OrderField(required=False)
    assert field.clean(["lot", "", "table_points"]) == ["lot", "table_points"]
    for wrong in (["luck"], ["lot", "lot"]):
        with pytest.raises(forms.ValidationError):
            field.clean(wrong)


@pytest.fixture
def club(db: None) -> ClubEvent:
    return make_event(4)


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def address(club: ClubEvent) -> str:
    return reverse("desk-settings", kwargs={"event": club.tournament.slug})


EVERYTHING: dict[str, tuple[Any, Any]] = {
    "base_points": ("500", 500),
    "order_keys": (["game_points", "", "lot"], ["game_points", "lot"]),
    "best_n": ("5", 5),
    "team_best_k": ("3", 3),
    "confirmed_only": ("on", True),
    "bye_points": ("2", 2 * UNIT),
    "bye_game_points": ("-8", -8),
    "forfeit_game_points": ("-30", -30),
    "sub_consumes_place": ("no", False),
    "withdrawn": ("bottom", "bottom"),
    "release": ("held", "held"),
    "break_minutes": ("20", 20),
    "warn_minutes": ("10", 10),
    "appeal_minutes": ("45", 45),
    "breaches": ("ema", "ema"),
    "time_end": ("finish_hand", "finish_hand"),
}


def test_every_setting_can_be_changed_and_stays(desk: Client, club: ClubEvent) -> None:
    posted = {name: typed for name, (typed, _stored) in EVERYTHING.items()}
    asked = desk.post(address(club), settings_of(club, desk, **posted))
    assert asked.status_code == 200
    assert {name for name, *_ in asked.context["differences"]} == set(EVERYTHING)
    done = desk.post(address(club), settings_of(club, desk, **posted, confirmed="1"))
    assert done.status_code == 302
    stored = {name: value for name, (_typed, value) in EVERYTHING.items()}
    assert Tournament.objects.filter(pk=club.tournament.pk).values(*stored).get() == stored
    # Saved again as it is shown, nothing moves.
    before = AuditEntry.objects.count()
    assert desk.post(address(club), settings_of(club, desk)).status_code == 302
    assert AuditEntry.objects.count() == before


def test_the_question_before_saving_keeps_the_order(desk: Client, club: ClubEvent) -> None:
    asked = desk.post(address(club), settings_of(club, desk, order_keys=["lot", "hands_won"]))
    page = asked.content.decode()
    first = page.index('name="order_keys" value="lot"')
    assert first < page.index('name="order_keys" value="hands_won"')
    assert "Lot → Hands won" in page


def test_what_is_wrong_is_said_at_its_field(desk: Client, club: ClubEvent) -> None:
    wrong = {
        "bye_points": "1/11",
        "order_keys": ["lot", "lot"],
        "best_n": "0",
        "warn_minutes": "200",
        "breaches": "none",
    }
    refused = desk.post(address(club), settings_of(club, desk, **wrong, confirmed="1"))
    assert refused.status_code == 400
    assert set(refused.context["form"].errors) == set(wrong)
    tournament = Tournament.objects.get(pk=club.tournament.pk)
    assert (tournament.best_n, tournament.order_keys) == (None, [])


def test_the_warning_comes_before_the_end(desk: Client, club: ClubEvent) -> None:
    refused = desk.post(address(club), settings_of(club, desk, minutes="60", warn_minutes="60"))
    assert set(refused.context["form"].errors) == {"warn_minutes"}


def test_the_keys_are_offered_with_what_they_compare(desk: Client, club: ClubEvent) -> None:
    page = desk.get(address(club)).content.decode()
    for metric in METRICS.values():
        assert page.count(f">{metric.name.en}: {metric.description.en}</option>") == len(METRICS)
    for place, key in enumerate(DEFAULT_ORDER):
        start = page.split('<select name="order_keys"')[place + 1]
        assert f'value="{key}" selected' in start.split("</select>")[0]


def test_a_new_event_has_them_too(desk: Client) -> None:
    assert desk.post(reverse("desk-new"), new_event()).status_code == 302
    plain = Tournament.objects.get(name="Spring open")
    assert (plain.order_keys, plain.sub_consumes_place, plain.bye_points) == ([], True, None)
    assert (plain.forfeit_game_points, plain.appeal_minutes, plain.time_end) == (-500, 30, "cut")
    chosen = {"order_keys": ["table_points", "lot"], "best_n": "4", "breaches": "ema"}
    desk.post(reverse("desk-new"), new_event(name="Other", time_end="", **chosen))
    other = Tournament.objects.get(name="Other")
    assert (other.order_keys, other.best_n) == (["table_points", "lot"], 4)
    assert other.time_end == "finish_hand"


def test_other_rules_keep_what_was_typed(desk: Client) -> None:
    posted = new_event(order_keys=["lot", "game_points"], best_n="4", ruleset_id="nanchang")
    form = desk.post(reverse("desk-new"), {**posted, "again": "1"}).context["form"]
    assert form["order_keys"].value() == ["lot", "game_points"]
    assert form["best_n"].value() == "4"
