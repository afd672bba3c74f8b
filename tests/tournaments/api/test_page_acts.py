"""Everything that a page can do the API can do, by the same function. Generated from the addresses:
a new page that takes POST fails here until its API is named, or the reason why it has none."""

import contextlib
import inspect
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.views.organiser.base import FormPage


class Act(NamedTuple):
    """The API's address and method, and the service that both call."""

    name: str
    method: str
    service: str


ACTS: dict[str, tuple[Act, ...]] = {
    "desk-new": (Act("api-tournaments", "post", "create_tournament"),),
    "desk-event-file": (Act("api-import", "post", "import_event"),),
    "desk-settings": (Act("api-tournament", "patch", "change_tournament"),),
    "desk-recompute": (Act("api-recompute", "post", "recompute_standings"),),
    "desk-webhooks-again": (Act("api-webhooks-again", "post", "send_all_again"),),
    "desk-publish": (Act("api-publish", "post", "publish_seats"),),
    "desk-start": (Act("api-start", "post", "start_round"),),
    "desk-close": (Act("api-close", "post", "close_round"),),
    "desk-reopen": (Act("api-reopen", "post", "reopen_round"),),
    "desk-confirm-results": (Act("api-confirm-round", "post", "confirm_results"),),
    "desk-round-time": (Act("api-round-time", "post", "give_round_time"),),
    "desk-reset": (Act("api-round", "delete", "reset_round"),),
    "desk-round": (
        Act("api-swap", "post", "swap_seats"),
        Act("api-reseat", "post", "move_under_hands"),
    ),
    "desk-cards": (Act("api-links", "post", "link_all_tables"),),
    "desk-people": (Act("api-entries", "post", "register"),),
    "desk-export-make": (Act("api-exports", "post", "exports.ask"),),
    "desk-export-stop": (Act("api-cancel-job", "post", "jobs.cancel"),),
    "desk-invite": (Act("api-invitations", "post", "invite"),),
    "desk-invitation": (Act("api-invitation", "delete", "withdraw"),),
    "desk-player-link": (
        Act("api-player-link", "post", "make_link"),
        Act("api-player-link", "delete", "revoke_link"),
    ),
    "desk-announce": (Act("api-announcements", "post", "announce"),),
    "desk-announcement-take": (Act("api-announcement", "delete", "take_back"),),
    "desk-hall": (Act("api-hall", "patch", "hall.choose"),),
    "desk-hall-turn": (Act("api-hall-turn", "post", "hall.turn"),),
    "desk-plan-start": (Act("api-plan-start", "put", "plan_start"),),
    "desk-paste": (Act("api-entry-list", "post", "register_many"),),
    "desk-entry": (Act("api-entry", "patch", "change_entry"),),
    "desk-entry-remove": (Act("api-entry", "delete", "remove_entry"),),
    "desk-replace": (Act("api-replace", "post", "replace_entry"),),
    "desk-lots": (Act("api-lots", "post", "draw_lots"),),
    "desk-seating": (Act("api-draw", "post", "request_plan"),),
    "desk-draw-cancel": (Act("api-cancel-job", "post", "jobs.cancel"),),
    "desk-draw-enough": (Act("api-enough", "post", "jobs.enough"),),
    "desk-apart": (Act("api-apart", "post", "keep_apart"),),
    "desk-let-meet": (Act("api-let-meet", "delete", "let_meet"),),
    "desk-places": (Act("api-place", "put", "give_place"),),
    "desk-take-place": (Act("api-place", "delete", "take_place"),),
    "desk-by-hand": (Act("api-rounds", "post", "set_round"),),
    "desk-reseat": (Act("api-reseat", "post", "move_under_hands"),),
    "desk-confirm": (Act("api-confirm", "post", "confirm_table"),),
    "desk-finish": (Act("api-finish", "post", "finish_table"),),
    "desk-reopen-table": (Act("api-reopen-table", "post", "reopen_table"),),
    "desk-table-time": (Act("api-table-time", "post", "give_table_time"),),
    "referee-extra": (Act("api-table-time", "post", "give_table_time"),),
    "desk-link": (Act("api-link", "put", "live_link"),),
    "desk-link-renew": (Act("api-link", "post", "make_link"),),
    "desk-link-revoke": (Act("api-link", "delete", "revoke_link"),),
    "desk-penalties": (Act("api-penalties", "post", "give_penalty"),),
    "desk-penalty-cancel": (Act("api-cancel-penalty", "post", "cancel_penalty"),),
    "desk-adjustments": (Act("api-adjustments", "post", "give_adjustment"),),
    "desk-adjustment-cancel": (Act("api-cancel-adjustment", "post", "cancel_adjustment"),),
    "desk-forfeits": (Act("api-forfeits", "post", "give_forfeit"),),
    "desk-forfeit-take": (Act("api-forfeit-back", "post", "take_forfeit_back"),),
    "desk-stage-new": (Act("api-stages", "post", "add_stage"),),
    "desk-stage": (Act("api-stage", "patch", "change_stage"),),
    "desk-stage-remove": (Act("api-stage", "delete", "remove_stage"),),
    "desk-results": (Act("api-releases", "post", "releases.publish"),),
    "desk-roles": (Act("api-roles", "post", "give_role"),),
    "desk-role-take": (Act("api-role", "delete", "take_role"),),
    "desk-job-cancel": (Act("api-cancel-job", "post", "jobs.cancel"),),
    "desk-job-again": (Act("api-job-again", "post", "jobs.retry"),),
    "referee-penalty": (Act("api-penalties", "post", "give_penalty"),),
    "referee-cancel": (Act("api-cancel-penalty", "post", "cancel_penalty"),),
    "referee-come": (Act("api-answer-call", "post", "answer_call"),),
    "referee-tables": (Act("api-my-tables", "put", "look_after"),),
    "referee-time": (Act("api-call-time", "post", "call_time"),),
    "tokens": (Act("api-tokens", "post", "make_token"),),
    "token-revoke": (Act("api-token", "delete", "revoke_token"),),
    "sign-result": (Act("api-sign", "post", "sign_result"),),
    "desk-setup": (Act("api-tournaments", "post", "create_tournament"),),
    "desk-practice-new": (Act("api-practice", "post", "make_practice"),),
    "desk-practice-delete": (Act("api-tournament", "delete", "delete_practice"),),
    "desk-checkin": (Act("api-check-in", "put", "check_in"),),
    "desk-check-in": (
        Act("api-check-in", "put", "check_in"),
        Act("api-check-in", "delete", "check_out"),
    ),
    "desk-checkin-again": (Act("api-presence", "delete", "start_again"),),
    "desk-come-later": (Act("api-come-later", "post", "come_later"),),
    "say-here": (Act("api-say-here", "post", "say_here"),),
    "own-name": (Act("api-own-name", "put", "hide_name"),),
    "desk-merge": (Act("api-merge", "post", "merging.merge"),),
    "desk-merge-undo": (Act("api-merge-undo", "post", "merging.undo"),),
    "desk-split": (Act("api-split", "post", "splitting.split"),),
    "desk-player-links": (Act("api-player-links", "post", "make_links"),),
    "desk-night": (Act("api-night-tables", "post", "open_table"),),
    "desk-night-next": (Act("api-next-game", "post", "next_game"),),
    "desk-night-take-back": (Act("api-table-back", "post", "take_table_back"),),
    "desk-night-close": (Act("api-night-close", "post", "close_evening"),),
    "desk-rescore": (Act("api-rescore", "post", "request_report"),),
    "desk-rescore-publish": (Act("api-rescore-publish", "post", "request_publication"),),
    "desk-rescore-drop": (Act("api-rescore-drop", "post", "rescoring.drop"),),
    "desk-rescore-cancel": (Act("api-cancel-job", "post", "jobs.cancel"),),
    "desk-restore": (Act("api-restore", "post", "restoring.restore"),),
    "desk-seasons": (Act("api-seasons", "post", "create_season"),),
    "desk-season": (Act("api-season", "patch", "change_season"),),
    "desk-season-add": (Act("api-season-event", "put", "add_event"),),
    "desk-season-remove": (Act("api-season-event", "delete", "remove_event"),),
    "desk-season-archive": (Act("api-season-archive", "put", "seasons.archive"),),
    "referee-reseat": (Act("api-reseat", "post", "move_under_hands"),),
}
# Acts of a table have two addresses, by the table's link and by the referee's account.
AT_TABLE: dict[str, tuple[Act, ...]] = {
    "preview": (Act("api-preview", "post", "preview_hand"),),
    "record": (Act("api-hands", "post", "record_hand"), Act("api-hand", "put", "amend_hand")),
    "undo": (Act("api-undo", "post", "undo_hand"),),
    "finish": (Act("api-finish", "post", "finish_table"),),
    "totals": (Act("api-totals", "post", "type_totals"),),
    "insert": (Act("api-insert", "post", "insert_hand"),),
    "remove": (Act("api-remove", "post", "remove_hand"),),
    "note": (Act("api-note", "post", "note_on_hand"),),
    "call": (Act("api-call", "post", "call_referee"),),
    "paper": (Act("api-paper", "post", "check_paper"),),
    "claims": (Act("api-claims", "post", "compare_totals"),),
    "steps": (Act("api-steps", "post", "take_back"),),
    "reopen": (Act("api-reopen-table", "post", "reopen_table"),),
}
ACTS |= {f"{door}-{name}": acts for name, acts in AT_TABLE.items() for door in ("table", "referee")}
# Addresses that take POST and are deliberately not in the API, each with the reason.
WITHOUT: dict[str, str] = {
    "login": "the API has its own log-in (api-session, api-tokens)",
    "logout": "the API has its own log-out (api-session)",
    "password": "a password is changed by the person at a page, never by a program",
    "desk-erase": "there is no way back: a person does it at a page that says what goes",
    "forgot": "a password is set by the person at a page, never by a program",
    "password_reset_confirm": "a password is set by the person at a page, never by a program",
    "new-password": "a password is set by the person at a page, never by a program",
    "desk-role-password": "a link for a new password is handed over by a person",
    "join": "an invitation is accepted by the person whom it was given",
    "my-link": "a player's own link opens pages, not the API",
    "set_language": "the API answers in the language of Accept-Language",
    "try-preview": "api-settle says what a record is worth without an event",
    "try-hand": "api-settle says what a record is worth without an event",
    "desk-people-file": "what the columns of a file hold is asked of people; rows: api-entry-list",
    "desk-people-list": "what the columns of a file hold is asked of people; rows: api-entry-list",
    "desk-people-stop": "a list that comes by the API is registered at once",
    "desk-merges": "shows the merges (api-merges); what undoes one is desk-merge-undo",
    "desk-people-rows": "the list while somebody searches; its form is that of desk-people",
}


def _patterns(resolver: URLResolver | None = None) -> Iterator[tuple[str, URLPattern]]:
    for item in (resolver or get_resolver()).url_patterns:
        if isinstance(item, URLResolver):
            yield from _patterns(item)
        else:
            yield str(item.name), item


PATTERNS = dict(_patterns())


def _view(name: str) -> Any:
    callback: Any = PATTERNS[name].callback
    return getattr(callback, "view_class", None) or getattr(callback, "cls", None)


def _takes_post(name: str) -> bool:
    if getattr(PATTERNS[name].callback, "cls", None):
        return False  # the API itself
    view = _view(name)
    return view is None or hasattr(view, "post")


def test_every_page_that_acts_has_its_api() -> None:
    acting = {name for name in PATTERNS if _takes_post(name)}
    assert acting - set(WITHOUT) - set(ACTS) == set(), "no API for these pages"
    assert set(ACTS) | set(WITHOUT) <= acting, "pages that are no more"


@pytest.mark.parametrize("name", sorted(ACTS))
def test_page_and_api_call_the_same_service(name: str) -> None:
    page = _view(name)
    for act in ACTS[name]:
        api = _view(act.name)
        handler = getattr(api, act.method)
        assert _calls(inspect.getsource(handler), act.service), act
        assert _calls(_source(page), act.service), act


def _source(page: Any) -> str:
    """Return the text of a page's class with those it is made of, the frames left out."""
    frames = FormPage.__mro__
    found = ""
    for kind in page.__mro__:
        if kind not in frames and kind.__module__.startswith("tournaments"):
            # A class that is made for one of two doors has no text of its own.
            with contextlib.suppress(OSError):
                found += inspect.getsource(kind)
    return found


def _calls(text: str, service: str) -> bool:
    return re.search(rf"\b{re.escape(service)}\b", text) is not None
