"""Announcements and the projector: who may speak, what is shown when, how pages turn."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.club import ClubEvent, make_event
from tests.web.reading import get, play, text
from tournaments.models import Act, AuditEntry, Round
from tournaments.services import announcements, clock, hall
from tournaments.services.errors import Conflict, Invalid, NotAllowed
from tournaments.services.events import change_tournament
from tournaments.services.hall import Choice, Hall, Slide

pytestmark = pytest.mark.django_db
MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def event() -> ClubEvent:
    return play(make_event(8))


class TestAnnouncements:
    def test_from_then_until_then(self, event: ClubEvent) -> None:
        now = timezone.now()
        for words, start, end in (
            ("now", now - MINUTE, now + MINUTE),
            ("later", now + MINUTE, None),
            ("always", now - MINUTE, None),
        ):
            announcements.announce(
                event.as_organiser, event.tournament.pk, text_en=words, starts_at=start, ends_at=end
            )
        shown = [a.text_en for a in announcements.shown(event.tournament.pk, now)]
        assert sorted(shown) == ["always", "now"]
        late = [a.text_en for a in announcements.shown(event.tournament.pk, now + 2 * MINUTE)]
        assert sorted(late) == ["always", "later"]

    def test_taken_back_once_and_in_the_log(self, event: ClubEvent) -> None:
        made = announcements.announce(event.as_organiser, event.tournament.pk, text_zh="午餐")
        for _ in range(2):
            announcements.take_back(event.as_organiser, made.pk)
        assert announcements.shown(event.tournament.pk) == []
        acts = AuditEntry.objects.filter(target=f"announcement {made.pk}").values_list("act")
        assert sorted(a for (a,) in acts) == [Act.ANNOUNCED, Act.ANNOUNCEMENT_TAKEN]

    def test_the_other_language_stands_for_a_missing_one(self, event: ClubEvent) -> None:
        made = announcements.announce(event.as_organiser, event.tournament.pk, text_zh="午餐")
        assert announcements.text_of(made).en == "午餐"

    def test_everything_wrong_is_said_at_once(self, event: ClubEvent) -> None:
        now = timezone.now()
        with pytest.raises(Invalid) as refused:
            announcements.announce(
                event.as_organiser,
                event.tournament.pk,
                text_zh=" ",
                text_en="x" * 201,
                starts_at=now,
                ends_at=now - MINUTE,
            )
        assert {p.field for p in refused.value.problems} == {"text_en", "ends_at"}
        with pytest.raises(Invalid):
            announcements.announce(event.as_organiser, event.tournament.pk)

    def test_referees_and_others_do_not_announce(self, event: ClubEvent) -> None:
        with pytest.raises(NotAllowed):
            announcements.announce(event.as_referee, event.tournament.pk, text_en="x")
        made = announcements.announce(event.as_organiser, event.tournament.pk, text_en="x")
        with pytest.raises(NotAllowed):
            announcements.take_back(event.as_referee, made.pk)


class TestPages:
    def test_pages_turn_by_the_clock(self) -> None:
        start = timezone.now()
        shown = Hall(Choice(seconds=10), 2, start)
        found = [Slide("standings", n, 3) for n in range(3)]
        pages = [
            hall.slide_at(shown, found, start + dt.timedelta(seconds=s)).page
            for s in (0, 9, 10, 25, 30)
        ]
        assert pages == [2, 2, 0, 1, 2]

    def test_a_pause_keeps_the_page(self, event: ClubEvent) -> None:
        made = hall.choose(event.as_organiser, event.tournament.pk, scene="standings", seconds=3)
        later = made.since + dt.timedelta(seconds=100)
        paused = hall.choose(event.as_organiser, event.tournament.pk, paused=True)
        assert paused.step_at(later) == paused.step
        on = hall.turn(event.as_organiser, event.tournament.pk, 1)
        assert on.step == paused.step + 1
        assert hall.turn(event.as_organiser, event.tournament.pk, -100).step == 0

    def test_another_scene_begins_at_its_first_page(self, event: ClubEvent) -> None:
        hall.turn(event.as_organiser, event.tournament.pk, 5)
        assert hall.choose(event.as_organiser, event.tournament.pk, scene="tables").step == 0

    def test_scenes_without_anything_to_show_are_left_out(self) -> None:
        assert hall.slides("auto", {"standings": 2, "best": 0}, ["standings", "best"]) == [
            Slide("standings", 0, 2),
            Slide("standings", 1, 2),
        ]
        assert hall.slides("best", {"best": 0}, []) == [Slide("clock")]

    def test_what_cannot_be_chosen(self, event: ClubEvent) -> None:
        with pytest.raises(Invalid) as refused:
            hall.choose(
                event.as_organiser,
                event.tournament.pk,
                scene="x",
                look="y",
                language="z",
                seconds=1,
            )
        assert {p.field for p in refused.value.problems} == {"scene", "look", "language", "seconds"}
        with pytest.raises(NotAllowed):
            hall.choose(event.as_referee, event.tournament.pk, scene="clock")


class TestProjector:
    def scene(self, event: ClubEvent, scene: str) -> str:
        hall.choose(event.as_organiser, event.tournament.pk, scene=scene)
        return text(get("projector", event))

    def test_every_scene(self, event: ClubEvent) -> None:
        Round.objects.filter(tournament=event.tournament, number=3).update(seats_public=True)
        assert "Standings after round 2" in self.scene(event, "standings")
        assert "Seats of round 3" in self.scene(event, "seats")
        assert "Tables now" in self.scene(event, "tables")
        best = self.scene(event, "best")
        assert "Best hand of the day" in best
        assert "10 fan" in best or "24 fan" in best
        assert "nothing to show" in self.scene(event, "news")
        assert event.tournament.name in self.scene(event, "clock")

    def test_the_hall_sees_no_more_than_a_visitor(self, event: ClubEvent) -> None:
        """Also where an organiser has opened the page on the hall's computer."""
        change_tournament(event.as_organiser, event.tournament.pk, release="held")
        for scene in ("standings", "best"):
            hall.choose(event.as_organiser, event.tournament.pk, scene=scene)
            assert "nothing to show" in text(get("projector", event, event.organiser))
        hall.choose(event.as_organiser, event.tournament.pk, scene="tables")
        assert "+44" not in text(get("projector", event, event.organiser))

    def test_the_desk_chooses_the_language(self, event: ClubEvent) -> None:
        hall.choose(event.as_organiser, event.tournament.pk, scene="standings", language="zh-hans")
        assert "第2轮后排名" in text(get("projector", event))
        assert "第2轮后排名" in text(get("projector-part", event))

    def test_without_scripts_it_asks_for_itself(self, event: ClubEvent) -> None:
        hall.choose(event.as_organiser, event.tournament.pk, seconds=9)
        assert '<meta http-equiv="refresh" content="9">' in get("projector", event).content.decode()


class TestDesk:
    def post(self, event: ClubEvent, name: str, data: dict[str, str], **more: int) -> int:
        client = Client()
        client.force_login(event.organiser)
        kwargs = {"event": event.tournament.slug, **more}
        return client.post(reverse(name, kwargs=kwargs), data).status_code

    def test_buttons_do_one_thing_each(self, event: ClubEvent) -> None:
        for data in ({"scene": "tables"}, {"seconds": "20"}, {"look": "light"}, {"paused": "1"}):
            assert self.post(event, "desk-hall", data) == 302
        self.post(event, "desk-hall", {"language": "en"})
        choice = hall.hall_of(event.tournament).choice
        assert choice == Choice("tables", 20, "light", "en", paused=True)
        assert self.post(event, "desk-hall", {"language": "", "paused": "0"}) == 302
        assert hall.hall_of(event.tournament).choice.language == ""
        assert self.post(event, "desk-hall", {"scene": "nothing"}) == 400

    def test_announce_and_take_back(self, event: ClubEvent) -> None:
        assert self.post(event, "desk-announce", {"text_en": "Tea", "minutes": "15"}) == 302
        (made,) = announcements.shown(event.tournament.pk)
        assert made.ends_at is not None
        assert made.ends_at - made.starts_at == 15 * MINUTE
        assert self.post(event, "desk-announcement-take", {}, announcement_id=made.pk) == 302
        assert announcements.shown(event.tournament.pk) == []
        assert self.post(event, "desk-announce", {}) == 400

    def test_moments_are_those_of_the_club_s_clock(self, event: ClubEvent) -> None:
        round_ = Round.objects.get(tournament=event.tournament, number=3)
        data = {"planned_at": "2030-05-01T14:00"}
        assert self.post(event, "desk-plan-start", data, round_id=round_.pk) == 302
        round_.refresh_from_db()
        assert round_.planned_at == dt.datetime(2030, 5, 1, 6, tzinfo=dt.UTC)
        page = text(get("desk-hall", event, event.organiser))
        assert "Start of round 3" in page

    def test_a_running_round_has_no_planned_start(self, event: ClubEvent) -> None:
        with pytest.raises(Conflict):
            clock.plan_start(event.as_organiser, event.table(2).round_id, timezone.now())
