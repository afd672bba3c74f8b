"""Setting up an event and changing its settings."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rulesets import get_ruleset
from tests.club import ClubEvent, make_event, win
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubEvent:
    return make_event(4)


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def new_event(**changes: Any) -> dict[str, Any]:
    return {
        "name": "Spring open",
        "club_name": "Test club",
        "kind": "open",
        "starts_on": "2026-05-01",
        "venue": "",
        "planned_rounds": "6",
        "minutes": "90",
        "time_end": "cut",
        "scheme": "mcr_4210",
        "tie": "split",
        "standings_public": "on",
        "seat_change": "mcr2006",
        "ruleset_id": "guobiao",
        "shown": "guobiao",
        "option-profile": "chinese",
        **changes,
    }


def test_a_new_event_pins_every_option(desk: Client) -> None:
    response = desk.post(reverse("desk-new"), new_event())
    made = Tournament.objects.get(name="Spring open")
    assert response["Location"] == reverse("desk-people", kwargs={"event": made.slug})
    ruleset = get_ruleset("guobiao")
    assert set(made.ruleset_options) >= {option.id for option in ruleset.options}
    assert made.ruleset_options["min_fan"] == 8
    assert made.seat_change == "mcr2006"
    # The ruleset's own option follows what the event says.
    assert made.ruleset_options["seat_change"] == "every_round"
    assert (made.planned_rounds, made.minutes, made.standings_public) == (6, 90, True)


def test_options_set_by_hand_win_over_the_preset(desk: Client) -> None:
    desk.post(
        reverse("desk-new"),
        new_event(**{"option-profile": "wmo2006", "option-min_fan": "6", "option-knit_wait": "1"}),
    )
    options = Tournament.objects.get(name="Spring open").ruleset_options
    assert options["profile"] == "wmo2006"
    assert options["two_concealed_kongs"] == 8  # the preset's
    assert options["min_fan"] == 6
    assert options["knit_wait"] is True  # the preset says False


def test_everything_wrong_is_said_at_once_and_nothing_is_saved(desk: Client) -> None:
    response = desk.post(
        reverse("desk-new"),
        new_event(name="", minutes="0", starts_on="31 May", **{"option-min_fan": "-1"}),
    )
    assert response.status_code == 400
    wrong = set(response.context["form"].errors)
    assert wrong == {"name", "minutes", "starts_on", "option-min_fan"}
    assert not Tournament.objects.filter(minutes=0).exists()
    assert not Tournament.objects.filter(name="").exists()


def test_table_points_of_ones_own(desk: Client, club: ClubEvent) -> None:
    wrong = desk.post(reverse("desk-new"), new_event(scheme="own", own_scheme="1,2,3,4"))
    assert set(wrong.context["form"].errors) == {"own_scheme"}
    empty = desk.post(reverse("desk-new"), new_event(scheme="own", own_scheme=""))
    assert set(empty.context["form"].errors) == {"own_scheme"}
    desk.post(reverse("desk-new"), new_event(scheme="own", own_scheme="5，3, 2,1"))
    made = Tournament.objects.get(name="Spring open")
    assert made.scheme == "5,3,2,1"
    page = desk.get(reverse("desk-settings", kwargs={"event": made.slug}))
    assert page.context["form"]["scheme"].value() == "own"
    assert page.context["form"]["own_scheme"].value() == "5,3,2,1"


def test_a_ruleset_nobody_knows_is_refused(desk: Client) -> None:
    response = desk.post(reverse("desk-new"), new_event(ruleset_id="chess"))
    assert response.status_code == 400
    assert "ruleset_id" in response.context["form"].errors
    assert not Tournament.objects.filter(name="Spring open").exists()


def test_choosing_other_rules_shows_their_options_and_keeps_what_was_typed(desk: Client) -> None:
    response = desk.post(reverse("desk-new"), new_event(ruleset_id="nanchang", again="1"))
    form = response.context["form"]
    assert response.status_code == 200
    assert form.ruleset.id == "nanchang"
    names = {option.id for option in get_ruleset("nanchang").options}
    assert {f"option-{name}" for name in names} <= set(form.fields)
    assert form["name"].value() == "Spring open"
    assert form["seat_change"].value() == "none"
    assert not Tournament.objects.filter(name="Spring open").exists()


@pytest.mark.parametrize("ruleset", ["guobiao", "nanchang"])
def test_every_ruleset_can_be_chosen(desk: Client, ruleset: str) -> None:
    desk.post(reverse("desk-new"), new_event(ruleset_id=ruleset, shown=ruleset))
    assert Tournament.objects.get(name="Spring open").ruleset == ruleset


def test_an_event_called_new_has_an_address_of_its_own(desk: Client) -> None:
    desk.post(reverse("desk-new"), new_event(name="New"))
    made = Tournament.objects.get(name="New")
    assert made.slug != "new"
    assert desk.get(reverse("desk-now", kwargs={"event": made.slug})).status_code == 200


def settings_of(club: ClubEvent, desk: Client, **changes: Any) -> dict[str, Any]:
    """Return what the browser would post when ``changes`` are made on the settings page."""
    page = desk.get(reverse("desk-settings", kwargs={"event": club.tournament.slug}))
    values = {field.name: field.value() for field in page.context["form"]}
    posted = {k: v for k, v in values.items() if v is not None and v is not False}
    return {**posted, **changes}


def test_saving_without_a_change_changes_nothing(desk: Client, club: ClubEvent) -> None:
    address = reverse("desk-settings", kwargs={"event": club.tournament.slug})
    before = Tournament.objects.filter(pk=club.tournament.pk).values().get()
    for _ in range(3):
        response = desk.post(address, settings_of(club, desk))
        assert response.status_code == 302
    assert Tournament.objects.filter(pk=club.tournament.pk).values().get() == before


def test_a_date_saved_again_and_again_never_moves(desk: Client, club: ClubEvent) -> None:
    address = reverse("desk-settings", kwargs={"event": club.tournament.slug})
    desk.post(address, settings_of(club, desk, starts_on="2026-03-29"))
    for _ in range(5):
        desk.post(address, settings_of(club, desk))
    club.tournament.refresh_from_db()
    assert str(club.tournament.starts_on) == "2026-03-29"


def test_a_change_of_results_is_shown_before_it_is_saved(desk: Client, club: ClubEvent) -> None:
    address = reverse("desk-settings", kwargs={"event": club.tournament.slug})
    asked = desk.post(address, settings_of(club, desk, tie="high"))
    club.tournament.refresh_from_db()
    assert asked.status_code == 200
    assert [name for name, *_ in asked.context["differences"]] == ["tie"]
    assert asked.context["effects"]
    assert club.tournament.tie == "split"

    done = desk.post(address, settings_of(club, desk, tie="high", confirmed="1"))
    club.tournament.refresh_from_db()
    assert done.status_code == 302
    assert club.tournament.tie == "high"
    entry = AuditEntry.objects.filter(act="tournament.changed").latest("id")
    assert (entry.before, entry.after) == ({"tie": "split"}, {"tie": "high"})


def test_an_option_can_be_changed_until_the_first_hand(desk: Client, club: ClubEvent) -> None:
    address = reverse("desk-settings", kwargs={"event": club.tournament.slug})
    change = {"option-min_fan": "6", "confirmed": "1"}
    assert desk.post(address, settings_of(club, desk, **change)).status_code == 302
    club.tournament.refresh_from_db()
    assert club.tournament.ruleset_options["min_fan"] == 6

    club.seat_round()
    club.record(club.table(), win(8, 0))
    refused = desk.post(address, settings_of(club, desk, **{**change, "option-min_fan": "5"}))
    assert refused.status_code == 400
    assert refused.context["form"].errors
    club.tournament.refresh_from_db()
    assert club.tournament.ruleset_options["min_fan"] == 6
    # Everything else can still be changed.
    assert desk.post(address, settings_of(club, desk, venue="Hall 2")).status_code == 302
