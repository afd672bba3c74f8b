"""No act of the desk is lost for ever by one tap: it asks first, or there is a way back."""

import pytest
from django.urls import URLPattern

from tournaments.urls.organiser import urlpatterns
from tournaments.views.organiser.base import AskFirst, FormPage

# Bare buttons, and what takes back what they do. Facts of an event come back from the log as well.
WAY_BACK = {
    "desk-webhooks-again": "nothing: what was sent once is sent once more, under its own number",
    "desk-announce": "take the announcement back",
    "desk-announcement-take": "announce it again",
    "desk-cards": "revoke the links",
    "desk-check-in": "say that somebody is missing",
    "desk-come-later": "check somebody in",
    "desk-confirm": "reopen the table",
    "desk-confirm-results": "reopen the round",
    "desk-draw-cancel": "nothing is written; draw again",
    "desk-draw-enough": "take the seats back",
    "desk-export-make": "makes a file",
    "desk-export-stop": "nothing is written; ask again",
    "desk-finish": "reopen the table",
    "desk-hall": "choose another scene",
    "desk-hall-turn": "turn back",
    "desk-invitation": "withdraw the invitation",
    "desk-invite": "withdraw the invitation",
    "desk-job-again": "the job does the same work",
    "desk-job-cancel": "nothing is written; ask again",
    "desk-link": "revoke the link",
    "desk-let-meet": "keep the pair apart again",
    "desk-new": "a form; nothing is there before",
    "desk-people-list": "what is registered is shown first; restore the revision before",
    "desk-people-stop": "nothing is written; read the file again",
    "desk-night-next": "take the table back",
    "desk-night-take-back": "nothing is recorded yet; open the table again",
    "desk-plan-start": "plan another time",
    "desk-player-link": "revoke the link",
    "desk-player-links": "revoke the link",
    "desk-practice-new": "delete the practice event",
    "desk-publish": "hide the seats again",
    "desk-recompute": "derived",
    "desk-rescore": "a form; writes a report and nothing else",
    "desk-rescore-cancel": "nothing is written; ask again",
    "desk-rescore-drop": "nothing is written; ask again",
    "desk-rescore-publish": "stands below its report; restore the revision before",
    "desk-season-add": "let it count no more",
    "desk-season-archive": "take it out of the archive",
    "desk-season-remove": "let it count",
    "desk-settings": "old and new are shown first; change it back",
    "desk-stage-new": "a form; remove the stage",
    "desk-setup": "a form; nothing is there before",
    "desk-start": "restore the revision before",
    "desk-take-place": "give the place again",
}


def _bare() -> dict[str, URLPattern]:
    found = {}
    for pattern in urlpatterns:
        view = getattr(pattern.callback, "view_class", None)
        if view is None or not hasattr(view, "post"):
            continue
        asks = issubclass(view, AskFirst)
        form = issubclass(view, FormPage) and view.post is FormPage.post
        if not asks and not form:
            found[str(pattern.name)] = pattern
    return found


@pytest.mark.parametrize("name", sorted(_bare()))
def test_a_bare_button_has_a_way_back(name: str) -> None:
    assert name in WAY_BACK, "let it ask first (AskFirst), or say what takes it back"
