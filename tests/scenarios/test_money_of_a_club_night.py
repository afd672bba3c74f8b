"""A stake that everybody pays into a pot is paid out once, and no more than was paid in."""

import pytest

from tests.club import SYSTEM, make_event, win
from tests.scenarios.doors import Doors
from tournaments.services import entries, seasons

pytestmark = pytest.mark.django_db
STAKE = 5000


def night(games: int = 1) -> Doors:
    event = make_event(4, kind="club_night", stake=STAKE)
    for _game in range(games):
        event.seat_round()
    return Doors(event)


def stakes(doors: Doors) -> dict[int, int]:
    """What the pots have moved, by player's number, as the page of the evening tells it."""
    page = doors.organiser.get(f"/t/{doors.slug}/settle-up/")
    assert page.status_code == 200
    evening = page.context["evening"]
    assert sum(balance.total for balance in evening.balances) == -evening.house == 0
    return {balance.entry.number: balance.stakes for balance in evening.balances}


def test_the_winner_of_the_pot_gains_what_the_three_others_paid() -> None:
    doors = night()
    doors.hand(win(24, 0, 1), 1)
    doors.by_link("finish")
    assert stakes(doors) == {1: 3 * STAKE, 2: -STAKE, 3: -STAKE, 4: -STAKE}


def test_two_who_share_the_first_place_share_the_pot() -> None:
    doors = night()
    # 8 by discard from the same player to each of two: they stand level.
    doors.hand(win(8, 0, 3), 1)
    doors.hand(win(8, 0, 2), 2)
    totals = doors.totals()
    first = [n for n, total in enumerate(totals, 1) if total == max(totals)]
    doors.by_link("finish")
    moved = stakes(doors)
    assert sum(moved.values()) == 0
    share = 4 * STAKE // len(first) - STAKE
    assert [moved[n] for n in first] == [share] * len(first)
    assert [moved[n] for n in range(1, 5) if n not in first] == [-STAKE] * (4 - len(first))
    assert len(first) == 2


def test_a_pot_is_paid_out_once_per_game_over_a_season() -> None:
    doors = night(games=3)
    for number, winner in enumerate((0, 0, 2), 1):
        doors.hand(win(24, winner, 1), 1, round=number)
        doors.by_link("finish", 1, number)
    assert stakes(doors) == {1: 2 * 3 * STAKE - STAKE, 2: -3 * STAKE,
                             3: 3 * STAKE - 2 * STAKE, 4: -3 * STAKE}  # fmt: skip


def test_the_money_of_a_season_of_nights_sums_to_zero() -> None:
    """Two evenings of the same four: the season's page shows what each of them comes to."""
    first = night(games=2)
    club = first.event.tournament.club_id
    season = seasons.create_season(SYSTEM, name="Nights", club_id=club)
    people = [entry.player for entry in first.event.entries]
    second = make_event(0, kind="club_night", stake=STAKE)
    for person in people:
        second.entries.append(
            entries.register(SYSTEM, second.tournament.pk, name="-", player_id=person.pk)
        )
    second.seat_round()
    expected = dict.fromkeys((person.pk for person in people), 0)
    for doors, rounds in ((first, 2), (Doors(second), 1)):
        seasons.add_event(SYSTEM, season.pk, doors.event.tournament.pk)
        for number in range(1, rounds + 1):
            doors.hand(win(24, number, 0), 1, round=number)
            doors.by_link("finish", 1, number)
        for number, entry in enumerate(doors.event.entries, 1):
            points = sum(doors.totals(round=n)[number - 1] for n in range(1, rounds + 1))
            expected[entry.player_id] += points + stakes(doors)[number]
    page = first.public.get(f"/seasons/{season.slug}/money/")
    shown = {person.pk: total for person, _nights, total in page.context["money"].people}
    assert shown == expected
    assert sum(shown.values()) == 0
    assert {nights for _person, nights, _total in page.context["money"].people} == {2}


def test_a_game_that_is_still_played_has_moved_no_pot() -> None:
    doors = night()
    doors.hand(win(24, 0, 1), 1)
    assert set(stakes(doors).values()) == {0}


def test_a_corrected_hand_moves_the_pot_with_the_first_place() -> None:
    doors = night()
    doors.hand(win(24, 0, 1), 1)
    doors.by_link("finish")
    answer = doors.change(win(24, 2, 1), 1, 1)
    assert answer.status_code in (200, 201), answer.json()
    assert stakes(doors) == {1: -STAKE, 2: -STAKE, 3: 3 * STAKE, 4: -STAKE}
