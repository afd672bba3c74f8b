"""A walk through every operation of the API: an event from its first setting to its last file. What
is asked and answered on the way are the examples of the schema."""

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rest_framework.test import APIClient

import tournaments.api
from tests.club import PASSWORD, SYSTEM, make_event, win
from tests.tournaments.api.openapi import answer_part, operations, problems_of
from tournaments.models import (
    Club,
    Job,
    StandingsSnapshot,
    TableLink,
    Tournament,
    WebhookDelivery,
)
from tournaments.services import events, jobs, ratings

Body = dict[str, Any]
EXAMPLES = Path(tournaments.api.__file__).parent / "examples"
# A hand whose rows were ticked, so that a called total can be counted.
PATTERNS = ["san_se_san_tong_shun", "ping_hu"]
CALLED = [
    {
        "type": "win",
        "by": "self_draw",
        "tile": "8s",
        "winners": [{"seat": 0, "declared": {"patterns": PATTERNS}}],
    }
]
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)")


class Walk:
    """Calls operations by name and keeps what was asked and answered."""

    def __init__(self, client: APIClient) -> None:
        self.client = client
        self.seen: dict[str, Body] = {}
        self.parts: dict[str, Any] = {}
        self.problems: list[str] = []

    def __call__(
        self,
        name: str,
        body: Any = None,
        *,
        status: int = 200,
        client: APIClient | None = None,
        query: dict[str, Any] | None = None,
        **parts: Any,
    ) -> Any:
        """Call an operation and return its answer; it must be as the schema says."""
        operation = operations()[name]
        address = operation.path.format(**{**self.parts, **parts})
        caller = client or self.client
        response: Any = caller.generic(
            operation.method.upper(),
            address,
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            QUERY_STRING="&".join(f"{k}={v}" for k, v in (query or {}).items()),
        )
        assert response.status_code == status, f"{name}: {response.content[:600]!r}"
        if "application/json" not in response.headers.get("Content-Type", ""):
            told: Body = {"status": status}
            self.seen.setdefault(name, told if body is None else {**told, "request": body})
            return response
        answer = response.json()
        part = answer_part(name, status)
        assert part is not None, f"{name} says nothing of its answer"
        self.problems += [f"{name}: {problem}" for problem in problems_of(part, answer)]
        example = {"status": status, "response": answer}
        if body is not None:
            example["request"] = body
        self.seen.setdefault(name, example)
        return answer


def walk() -> Walk:
    """Walk through every operation, in the order of an event."""
    founder = make_event(0)
    go = Walk(APIClient())
    go.client.force_login(founder.organiser)
    for part in (
        _outside,
        _settings,
        _people,
        _seating,
        _playing,
        _results,
        _penalties,
        _stages,
        _anew,
        _files,
        _nights,
        _same_person,
        _seasons,
        _webhooks,
        _last,
    ):
        part(go, founder)
    return go


def run_jobs() -> None:
    for job in Job.objects.filter(status=Job.Status.QUEUED).order_by("id"):
        jobs.run(job.pk)


def _outside(go: Walk, founder: Any) -> None:
    go("root")
    go("rulesets")
    go("ruleset", ruleset="gangu")
    go("compare_rulesets", query={"a": "guobiao", "b": "gangu"})
    go("presets")
    go("settle", {"ruleset": "guobiao", "events": win(10, 0, 2)})
    go("score", {"text": "123456789m23s55p4s"})
    go("waits", {"text": "123456789m23s55p"})
    somebody = APIClient()
    log_in = {"username": founder.organiser.username, "password": PASSWORD}
    go("log_in", log_in, client=somebody)
    go("log_out", status=204, client=somebody)
    made = go(
        "make_token",
        {"name": "results screen", "level": "organiser", "days": 30, **log_in},
        status=201,
        client=somebody,
    )
    go.client = APIClient()
    go.client.credentials(HTTP_AUTHORIZATION=f"Token {made['token']}")
    go("me")
    other = go("make_token", {"name": "for a day", "days": 1}, status=201)
    go("tokens")
    go("revoke_token", status=204, key=other["key"])


def _settings(go: Walk, founder: Any) -> None:
    asked = {
        "name": "Spring Open",
        "club": "Lotus Club",
        "ruleset": "guobiao",
        "slug": "spring-open",
        "minutes": 120,
        "planned_rounds": 3,
        "bye_points": "7/4",
    }
    made = go("create_tournament", asked, status=201)
    go.parts["event"] = made["slug"]
    go("tournaments", query={"name": "Spring"})
    go("tournament")
    go("change_tournament", {"venue": "Town hall", "confirmation": "any"})
    go("give_role", {"username": founder.referee.username, "role": "referee"}, status=201)
    go("roles")
    go("take_role", status=204, username=founder.referee.username)
    events.give_role(
        SYSTEM,
        Tournament.objects.get(slug=made["slug"]).pk,
        username=founder.referee.username,
        role="referee",
    )
    go("desk")
    practice = go("make_practice", status=201)
    go("delete_practice", status=204, event=practice["slug"])


def _people(go: Walk, founder: Any) -> None:
    person = {"name": "Plum Blossom", "club": "Lotus Club", "team": "Bamboo"}
    go("register", person, status=201)
    names = ["Orchid", "Chrysanthemum", "Spring", "Summer", "Autumn", "Winter", "East Wind"]
    rows = [{"name": name, "club": "Lotus Club"} for name in names]
    go("register_list", {"entries": [*rows, person], "only_new": True}, status=201)
    go("register", {"name": "A Mistake"}, status=201)
    go("entries", query={"club": "Lotus%20Club"})
    go("entry", number=1)
    go("change_entry", {"team": "Bamboo"}, number=2)
    go("remove_entry", status=204, number=9)
    go("link_player", {"anew": False}, number=1)
    go("unlink_player", status=204, number=1)
    invited = go("invite", {"role": "referee", "note": "hall two"}, status=201)
    go("invitations")
    go("withdraw_invitation", status=204, invitation=invited["id"])
    go("draw_lots", {"entries": [1, 2]})
    go("link_players")
    go("hide_name", {"hidden": True}, number=2)
    go("hide_name", {"hidden": False}, number=2)
    go("check_in", number=1)
    here = go("presence")
    go("say_here", {"code": here["code"], "number": 2}, client=APIClient())
    go("come_later", {"entries": [3]})
    go("check_in", number=3)
    go("check_out", number=1)
    go("start_check_in_again")


def _seating(go: Walk, founder: Any) -> None:
    pair = go("keep_apart", {"one": 1, "other": 8, "reason": "a family"}, status=201)
    go("pairs_apart")
    go("let_meet", status=204, pair=pair["id"])
    go("give_place", {"table": 1, "reason": "near the door"}, number=3)
    go("own_places")
    go("take_place", status=204, number=3)
    tables = [[1, 2, 3, 4], [5, 6, 7, 8]]
    go("judge_seats", {"tables": tables})
    go("seat_round", {"tables": tables, "keep": False}, status=201)
    go("rounds")
    go("round", round=1)
    go("swap_seats", {"a": 4, "b": 8}, round=1)
    go("swap_seats", {"a": 8, "b": 4}, round=1)
    go("reset_round", status=204, round=1)
    go("seat_round", {"tables": tables, "keep": False}, status=201)
    go("publish_seats", {"public": True}, round=1)
    drawn = go("draw_seats", {"rounds": 1, "seed": 7}, status=202)
    run_jobs()
    go("job", job=drawn["id"])
    go("jobs", query={"kind": "seat_plan"})
    more = go("draw_seats", {"rounds": 1, "seed": 8}, status=202)
    go("enough_of_job", job=more["id"])
    go("cancel_job", job=more["id"])
    Job.objects.filter(pk=drawn["id"]).update(status=Job.Status.FAILED)
    go("try_job_again", job=drawn["id"])
    run_jobs()
    go("seat_quality")
    newcomer = go("replace_entry", {"name": "West Wind"}, number=8)
    assert newcomer["number"] == 8


def _playing(go: Walk, founder: Any) -> None:
    go("plan_start", {"planned_at": "2030-05-01T09:30:00+08:00"}, round=1)
    go("hall_screen")
    go("choose_screen", {"scene": "seats", "seconds": 15})
    go("turn_screen", {"pages": 1})
    said = go("announce", {"text_en": "Lunch is served", "text_zh": "午餐已备好"}, status=201)
    go("announcements")
    go("start_round", round=1)
    go("take_announcement_back", status=204, announcement=said["id"])
    go("round_clock", round=1)
    go("give_round_time", {"minutes": 10, "reason": "fire alarm"}, round=1)
    go("call_time", {"called": True}, round=1)
    go("call_time", {"called": False, "reason": "by mistake"}, round=1)
    go("link_round", round=1)
    go("look_after", {"tables": "1-2"})
    at = {"round": 1, "table": 1}
    go("link", **at)
    go("ensure_link", **at)
    go("revoke_link", status=204, **at)
    linked = go("renew_link", status=201, **at)
    holder = APIClient()
    holder.credentials(HTTP_AUTHORIZATION=f"Table {linked['token']}")
    go("my_table", client=holder)
    go("preview_hand", {"events": win(10, 0, 2)}, client=holder, **at)
    hand = {"events": win(10, 0, 2), "number": 1, "client_key": "phone-3-hand-1"}
    go("record_hand", hand, status=201, client=holder, **at)
    go("record_hand", {**_hand(16, 2), "number": 2}, status=201, **at)
    change = {"events": win(12, 0, 2), "revision": 1, "client_key": _key(), "reason": "misread"}
    go("amend_hand", change, number=1, **at)
    go("note_hand", {"note": "looked at the tiles"}, number=1, **at)
    table = go("table", **at)
    forgotten = {**_hand(8, 1), "table_revision": table["revision"], "reason": "forgotten"}
    go("insert_hand", forgotten, status=201, number=2, **at)
    go("hands", **at)
    second = go("hand", number=2, **at)
    gone = {"revision": second["revision"], "client_key": _key(), "reason": "not played"}
    go("remove_hand", gone, number=2, **at)
    last = go("hand", number=2, **at)
    go("undo_hand", {"revision": last["revision"], "client_key": _key()}, number=2, **at)
    done = go("steps", **at)["steps"]
    newest = [step["id"] for step in done if step["state"] == "live"][:1]
    go("take_back", {"groups": newest, "client_key": _key(), "ask": True}, **at)
    called = {"events": CALLED, "claims": [{"event": 0, "seat": 0, "fan": 9}], "number": 1}
    go("compare_totals", called, **at)
    go("call_referee", {"reason": "a tile fell"}, status=201, client=holder, **at)
    go("answer_call", **at)
    go("give_table_time", {"minutes": 5}, **at)
    go("table_clock", **at)
    go("round_tables", round=1)


def _results(go: Walk, founder: Any) -> None:
    one, two = {"round": 1, "table": 1}, {"round": 1, "table": 2}
    go("finish_table", **one)
    go("check_paper", {"totals": [36, -8, -20, -8]}, **one)
    go("paper", **one)
    go("confirm_table", {"reason": ""}, **one)
    go("reopen_table", {"reason": "appeal"}, **one)
    go("finish_table", **one)
    go("type_totals", {"totals": [50, 10, -20, -40]}, **two)
    go("sign_table", {"totals": [50, 10, -20, -40]}, **two)
    go("confirm_table", {}, **one)
    go("close_round", {"force": False}, round=1)
    go("reopen_round", {"reason": "a sheet was missed"}, round=1)
    go("reopen_table", {"reason": "the winds were wrong"}, **two)
    seats = [{"table": 2, "wind": 0, "entry": 6}, {"table": 2, "wind": 1, "entry": 5}]
    go("reseat_round", {"seats": seats, "reason": "sat the other way"}, round=1)
    go("close_round", {"force": True}, round=1)
    go("confirm_round", round=1)
    go("recompute", status=202)
    run_jobs()
    go("standings")
    go("standing", number=1)
    go("explain", query={"a": 1, "b": 2})
    go("settle_up")


def _penalties(go: Walk, founder: Any) -> None:
    code = go("breaches")[0]["code"]
    given = {"entry": 2, "scope": "overall", "mode": "deduct", "points": 10, "reason": "late"}
    penalty = go("give_penalty", {**given, "code": code}, status=201)
    go("penalties")
    go("suggest_penalty", query={"entry": 2, "code": code})
    go("cancel_penalty", {"reason": "the train was late"}, penalty=penalty["id"])
    added = {"entry": 3, "table_points": "-1/2", "game_points": 0, "reason": "appeal"}
    adjustment = go("give_adjustment", added, status=201)
    go("adjustments")
    go("cancel_adjustment", {"reason": "appeal withdrawn"}, adjustment=adjustment["id"])
    go("start_round", round=2)
    forfeit = go("give_forfeit", {"round": 2, "entry": 1, "reason": "left the hall"}, status=201)
    go("forfeits")
    go("take_forfeit_back", {"reason": "came back"}, status=204, forfeit=forfeit["id"])


def _stages(go: Walk, founder: Any) -> None:
    go("change_tournament", {"planned_rounds": 2})
    go("needs", number=1, query={"rank": 2})
    go("change_tournament", {"planned_rounds": 3})
    for table in (1, 2):
        totals = {"totals": [30, 10, -10, -30]}
        go("type_totals", totals, round=2, table=table)
    go("close_round", {"force": True}, round=2)
    go("show_cut", query={"size": 4})
    go("add_stage", {"name": "Final", "carry": "none"}, status=201)
    go("stages")
    go("stage", number=2)
    go("change_stage", {"name": "Grand final"}, number=2)
    go("remove_stage", status=204, number=2)
    report = go("release_report")
    go("publish_results", {"revision": report["revision"], "note": "after round 2"}, status=201)
    go("releases")


def _anew(go: Walk, founder: Any) -> None:
    go("highlights")
    options = {"options": {"base": 10}}
    asked = go("request_rescoring", options, status=202)
    run_jobs()
    go("drop_rescoring", status=204, job=asked["id"])
    asked = go("request_rescoring", options, status=202)
    run_jobs()
    go("rescoring")
    before = go("tournament")["revision"]
    go("publish_rescoring", status=202, job=asked["id"])
    run_jobs()
    earlier = go("earlier_state", revision=before)
    back = {"seen": earlier["now"], "reason": "the rules of the morning hold"}
    go("restore_state", back, revision=before)


def _nights(go: Walk, founder: Any) -> None:
    asked = {"name": "Friday", "club": "Lotus Club", "ruleset": "guobiao", "kind": "club_night"}
    here = {"event": go("create_tournament", asked, status=201)["slug"]}
    for name in ("Plum Blossom", "Orchid", "Spring", "Summer", "Autumn"):
        go("register", {"name": name, "club": "Lotus Club"}, status=201, **here)
    opened = go("open_table", {"entries": [1, 2, 3, 4], "sitting_out": 5}, status=201, **here)
    at = {**here, "round": opened["round"], "table": opened["table"]}
    go("record_hand", {**_hand(8, 1), "number": 1}, status=201, **at)
    go("finish_table", **at)
    second = go("next_game", status=201, **at)
    go("take_table_back", status=204, **here, round=second["round"], table=second["table"])
    go("close_evening", **here)


def _same_person(go: Walk, founder: Any) -> None:
    asked = {"name": "Saturday", "club": "Lotus Club", "ruleset": "guobiao"}
    here = {"event": go("create_tournament", asked, status=201)["slug"]}
    go("register", {"name": "plum blossom", "club": "Bamboo Club"}, status=201, **here)
    found = go("merge_candidates", number=1, **here)
    go("merge_people", {"other": found[0]["id"], "name": "gone"}, number=1, **here)
    merged = go("merges", **here)
    go("undo_merge", {"entries": []}, merge=merged[0]["id"], **here)
    mixed = go("register", {"name": "Orchid", "club": "Lotus Club"}, status=201, **here)["number"]
    events = go("person_entries", number=mixed, **here)
    other = [e["id"] for e in events if e["event"] == here["event"]]
    go("split_person", {"entries": other, "name": "Orchid the Younger"}, number=mixed, **here)


def _seasons(go: Walk, founder: Any) -> None:
    asked = {"name": "Season 2030", "club": "Lotus Club", "scheme": "places", "best_n": 2}
    made = go("create_season", asked, status=201)
    season = {"season": made["slug"]}
    counted = {**season, "counted": go.parts["event"]}
    go("add_to_season", **counted)
    go("seasons")
    go("season", **season)
    go("change_season", {"best_n": 3}, **season)
    go("archive_season", {"archived": True}, **season)
    go("archive_season", {"archived": False}, **season)
    go("remove_from_season", **counted)
    go("change_tournament", {"status": "finished"})
    clubs = go("clubs")["results"]
    club = next(one["id"] for one in clubs if one["name"] == "Lotus Club")
    ratings.rebuild_club(Club.objects.get(pk=club))
    people = go("ratings", club=club)["people"]
    go("rating", club=club, player=people[0]["player"])


def _files(go: Walk, founder: Any) -> None:
    go("ask_export", {"kind": "csv"}, status=202)
    run_jobs()
    made = go("ask_export", {"kind": "csv"}, status=202)
    go("exports")
    go("export_file", export=made["file"]["id"])
    go("results_csv")
    go("results_workbook")
    go("sheets_pdf", round=0)
    go("sheets_pdf", round=1)
    document = go("document")
    go("import_tournament", {"document": document, "slug": "spring-again"}, status=201)
    go("log", query={"act": "hand.recorded", "limit": 1})


def _webhooks(go: Walk, founder: Any) -> None:
    hook = {"url": "https://results.example/mjclub", "kinds": ["hand.*", "results.published"]}
    made = go("add_webhook", hook, status=201)
    at = {"webhook": made["id"]}
    go("webhooks")
    go("webhook", **at)
    go("change_webhook", {"active": True, "kinds": ["*"]}, **at)
    go("ping_webhook", status=202, **at)
    delivery = WebhookDelivery.objects.filter(webhook_id=made["id"]).latest("created_at")
    go("deliveries", **at)
    go("send_again", status=202, delivery=delivery.pk, **at)
    WebhookDelivery.objects.filter(webhook_id=made["id"]).update(state="given_up")
    go("send_all_again")
    go("remove_webhook", status=204, **at)


def _last(go: Walk, founder: Any) -> None:
    assert TableLink.objects.exists()
    assert StandingsSnapshot.objects.exists()


def _key() -> str:
    return f"walk-{uuid.uuid4().hex[:12]}"


def _hand(fan: int, winner: int) -> Body:
    return {"events": win(fan, winner), "client_key": _key()}


# --- examples ------------------------------------------------------------------------------


def examples(go: Walk) -> Iterator[tuple[str, dict[str, Body]]]:
    """Yield the examples of every tag: file name, operations. Long lists are shortened, moments
    and secrets are always the same."""
    files: dict[str, dict[str, Body]] = {}
    for name, example in sorted(go.seen.items()):
        tag = operations()[name].part["tags"][0]
        file = re.sub(r"[^a-z]+", "-", tag.lower()).strip("-")
        files.setdefault(file, {})[name] = _tidy(example)
    yield from files.items()


def _tidy(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        if len(value) > 40 and key in ("records", "entries"):
            value = dict(list(value.items())[:2])
        return {k: _tidy(v, k) for k, v in value.items()}
    if isinstance(value, list):
        short = key in ("seats", "events", "winds", "deltas", "running", "chair_deltas", "totals")
        return [_tidy(inner) for inner in (value if short else value[:2])]
    if isinstance(value, str):
        if key == "password":
            return "…"
        if key == "token":
            return "mjclub_3f2c…" if value.startswith("mjclub_") else "Ab3dEf…"
        if key == "code" and "~" in value:
            return "12~1wQx…"
        if key == "on":
            return "2026-05-01"
        if key == "secret":
            return "whsec_5e1a…"
        value = re.sub(r"walk-[0-9a-f]{12}", "phone-3-hand-2", value)
        value = re.sub(r"/(r|me|join)/[^/]+/", r"/\1/Ab3dEf…/", value)
        value = re.sub(r"(organiser|referee|outsider)\d+", r"\1", value)
        return MOMENT.sub("2026-05-01T10:00:00+08:00", value)
    return value
