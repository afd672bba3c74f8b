"""The words of the hand form, translated here so that its scripts hold none."""

import json
from typing import Any

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring.text import TRADITIONAL, traditional
from scoring.tiles import KINDS, format_tile, tile_name
from tournaments.models import Penalty
from tournaments.templatetags.club import font_is_there, glyph, ink

Words = dict[str, str | dict[str, str]]


def form_words() -> Words:
    """Return every text of the hand form by its key, in the language of the request."""
    return {
        **_frame(),
        **_questions(),
        **_events(),
        **_sending(),
        **_penalties(),
        **_steps(),
        **_keys(),
    }


def tile_words() -> dict[str, dict[str, str]]:
    """Return every tile by its code: its name, its picture in the tile font (empty where the font
    is missing), the ink of its suit."""
    language = get_language() or "en"
    drawn = font_is_there()
    return {
        format_tile(tile): {
            "name": tile_name(tile).in_language(language),
            "glyph": glyph(tile) if drawn else "",
            "ink": ink(tile),
        }
        for tile in range(KINDS)
    }


def _frame() -> Words:
    return {
        "table_n": _("Table %(t)s"),
        "hand_n": _("Hand %(n)s"),
        "wind_round": _("%(wind)s round"),
        "winds": _("E S W N"),
        "wind_names": _("East South West North"),
        "left": _("%(t)s left"),
        "time_cut": _("time is up: the hand in progress is void"),
        "time_finish": _("time is up: the hand in progress is finished"),
        "turn": _("Turn the table"),
        "deals": _("deals"),
        "dealer": _("Who deals?"),
        "more": pgettext("further events", "More"),
        "yes": _("Yes"),
        "cancel": _("Leave it as it is"),
        "hands": _("Recorded hands"),
        "no_hands": _("No hand is recorded yet."),
        "edit": _("Change"),
        "changing": _("You are changing hand %(n)s."),
        "undo": _("Undo hand %(n)s"),
        "undo_ask": _("Undo hand %(n)s: %(what)s?"),
        "more_of": _("More about hand %(n)s"),
        "put_before": _("Put in before"),
        "take_out": _("Take out"),
        "take_out_ask": _("Take out hand %(n)s: %(what)s? Later hands move up with their people."),
        "inserting": _("You are putting in a forgotten hand before hand %(n)s."),
        "save_inserted": _("Put it in as hand %(n)s"),
        "undo_to": _("Undo back to here"),
        "undo_many": _("Undo %(count)s hands?"),
        "note_it": _("Note"),
        "save_note": _("Save the note"),
        "call": _("Call a referee"),
        "called": _("A referee is called and will come."),
        "paper": _("Paper sheet"),
        "extra_time": _("Extra time for this table"),
        "minutes": _("%(n)s min"),
        "reseat": _("Who sits where"),
        "alike_here": _("The same as hand %(n)s, saved just now. Is it entered twice?"),
        "alike_there": _(
            "The same as hand %(n)s of table %(t)s, which you have just entered. Is it the right"
            " table?"
        ),
        "over": _("The game is over: all hands are recorded."),
        "table_finished": _("The table is finished. A referee can open it again at the desk."),
        "table_done": _("The table is finished."),
        "typed": _("This table holds only its totals."),
        "finish": _("Finish the table"),
        "finish_ask": _("Finish this table now, with %(n)s hands?"),
    }


def _questions() -> Words:
    return {
        "who_won": _("Who won?"),
        "how_won": _("How?"),
        "also_won": _("Who else won on this tile?"),
        "draw": _("Drawn hand"),
        "self_draw": _("Self-draw"),
        "from": pgettext("discard", "from"),
        "robbed": _("robbed kong of"),
        "fan": _("Fan"),
        "n_fan": _("%(n)s fan"),
        "which_patterns": _("Which fans?"),
        "which_tiles": _("Which tiles?"),
        "ways": _("How the hand is entered"),
        "by_number": _("By number"),
        "by_patterns": _("Tick fans"),
        "by_tiles": _("Lay tiles"),
        "flowers": _("Flowers"),
        "flowers_inside": _("flowers inside"),
        "other_number": _("other"),
        "search_patterns": _("Search: Chinese, pinyin initials, English"),
        "no_pattern": _("No fan has this name."),
        "barred": _("not with these"),
        "not_so_won": _("“%(name)s” cannot be won by: %(how)s."),
        "ways_won": {
            "self_draw": _("Self-draw"),
            "discard": _("Discard"),
            "rob_kong": _("Robbed kong"),
        },
        "claimed": _("Total called, if it was"),
        "take_claimed": _("Record the called %(n)s"),
        "meld_from": _("From whom"),
        "concealed": _("Tiles in the hand, without the winning tile (such as 123m55z)"),
        "melds": _("Melds, one a line: kind and tiles (such as pung 777m)"),
        "winning_tile": _("Winning tile (such as 5m)"),
        "winning_tile_next": _("Now the winning tile."),
        "won_on": _("Winning tile"),
        "tiles_missing": _("%(n)s tiles are missing."),
        "tiles_over": _("%(n)s tiles too many."),
        "type_tiles": _("Type the tiles"),
        "lay_what": _("What the next tile is"),
        "lay": {
            "hand": _("in hand"),
            "chow": _("chow"),
            "pung": _("pung"),
            "kong_exposed": _("exposed kong"),
            "kong_added": _("added kong"),
            "kong_concealed": _("concealed kong"),
            "win": _("winning tile"),
        },
        "circumstances": _("Circumstances"),
        "choose": _("Choose who won, or a drawn hand."),
        "choose_how": _("Choose self-draw, or who discarded."),
        "choose_worth": _("Enter what the hand is worth."),
        "choose_dealer": _("Choose who deals."),
        "sum": _("sum"),
        "nobody_pays": _("Nobody pays."),
        "save": _("Save hand %(n)s"),
        "save_change": _("Save the change of hand %(n)s"),
    }


def _events() -> Words:
    return {
        "happened": _("What happened so far"),
        "add": _("Add what happened"),
        "note": _("Note it"),
        "take_back": _("Take the last one back"),
        "take_away": _("Take away"),
        "choose_event": _("Answer what the event asks."),
        "choose_states": _("Say what each seat was when the wall ran out."),
        "ready_fan": _("Fan of the win it waits for"),
        "ended": _("The hand is over. Save it, or take the last one back."),
        "so_far": _("so far"),
        "is_out": _("has won"),
        "streak": _("deals kept: %(n)s"),
        "annul": _("Annul this hand"),
        "annulled": _("Annulled"),
        "misdeal": _("misdeal"),
        "timeout": _("time is up"),
    }


def _sending() -> Words:
    return {
        "saved": _("Saved %(n)s"),
        "waiting": _("Waiting %(n)s"),
        "refused": _("Refused %(n)s"),
        "refused_plain": _("The server refused this (%(n)s). Load the page again."),
        "offline": _("No connection. The entry is kept on this phone and sent again."),
        "cut_off": _("No connection · saved %(n)s"),
        "no_preview": _(
            "No connection: what this comes to is told when it is sent. You can save all the same."
        ),
        "plain_preview": _("No connection: as the server counted plain hands beforehand."),
        "waits": _("waiting"),
        "withdraw": _("Take it back"),
        "dealer_waits": _(
            "Who deals follows from the hand that waits. Say it for now; the server checks it."
        ),
        "same_hand": _("Both entries say the same; nothing has to be done."),
        "as_next": _("Save mine as a further hand"),
        "clash": _(
            "Hand %(n)s was saved meanwhile by somebody else: %(what)s. Your entry is still here."
        ),
        "leave_mine": _("Discard mine"),
        "mine_is": _("Mine is hand %(n)s"),
        "not_sent": _("No connection. Look whether it arrived before you send it again."),
        "keep_open": _("Keep this page open until everything is sent."),
        "retry": _("Send again"),
        "drop": _("Discard the entry"),
        "correct": _("Correct the entry"),
        "yours": _("Yours"),
        "theirs": _("Saved by %(who)s at %(when)s"),
        "theirs_plain": _("Saved"),
        "take_theirs": _("Keep what is saved"),
        "use_yours": _("Save mine instead"),
    }


def _penalties() -> Words:
    return {
        "outside": _("Penalties outside a hand"),
        "who": _("Player"),
        "breach": _("Breach"),
        "at_desk": _("This only notes it: the forfeit or disqualification is given at the desk."),
        "next_step": _("By the record the next step is: %(what)s"),
        "points": _("Points"),
        "mode": _("How it is paid"),
        "modes": {value: str(label) for value, label in Penalty.Mode.choices},
        "paid_to": _("Paid to"),
        "reason": _("Reason"),
        "give_penalty": _("Give the penalty"),
        "warning": _("warning"),
        "cancel_penalty": _("Cancel the penalty"),
        "cancelled": _("cancelled: %(reason)s"),
    }


def _steps() -> Words:
    return {
        "steps": _("Steps"),
        "no_steps": _("Nothing was done here yet."),
        "step_states": {"gone": _("taken back"), "fixed": _("stays")},
        "take_back_it": _("Take it back"),
        "take_back_n": _("Take back the last %(n)s"),
        "take_back_ask": _("Take this step back?"),
        "take_back_many": _("Take back the last %(n)s steps?"),
        "taken_back": _("Taken back: %(what)s"),
        "there_again": _("There again: %(what)s"),
        "have_again": _("Have it again"),
        "again_ask": _("Have this again?"),
        "then_hands": _("The table then has %(n)s hands, and the totals are:"),
        "opens_again": _("The finished table is opened again."),
        "reopen": _("Open the table again"),
        "reopen_why": _("Reason"),
    }


def _keys() -> Words:
    """What each key of the form does, by the names that `keys.js` declares."""
    return {
        "keys": {
            "title": _("Keys"),
            "about": _("Not while something is typed; Tab goes through everything as well."),
            "close": _("Close"),
            "answer": _("Answer the question in large letters: its first to ninth button"),
            "draw": _("Drawn hand"),
            "save": _("Note it, or save the hand"),
            "take_back": _("Take the newest answer back"),
            "move": _("To the next or previous button of a row"),
            "by_number": _("By number"),
            "by_patterns": _("Tick fans"),
            "search": _("Search the fans"),
            "by_tiles": _("Lay tiles"),
            "type_tiles": _("Type or paste the tiles"),
            "more_flowers": _("One flower more"),
            "less_flowers": _("One flower fewer"),
            "circumstances": _("To the circumstances of the win"),
            "also_won": _("To those who won on the same tile"),
            "robbed": _("The kong was robbed"),
            "winning_tile": _("Which tile won"),
            "add": _("To what else can happen in the hand"),
            "more": _("Further events, open or closed"),
            "annul": _("Annul the hand"),
            "turn": _("Turn the table"),
            "hands": _("To the recorded hands"),
            "edit": _("Change the hand in focus, or the last one"),
            "undo": _("Undo the last hand"),
            "put_before": _("Put a hand in before it"),
            "take_out": _("Take the hand out"),
            "undo_to": _("Undo back to this hand"),
            "note": _("Note on the hand"),
            "steps": _("Steps, open or closed"),
            "step_back": _("Take the newest step back"),
            "step_again": _("Have the step again that was taken back"),
            "penalties": _("Penalties, open or closed"),
            "call": _("Call a referee"),
            "extra_time": _("Extra time for this table"),
            "reseat": _("Who sits where"),
            "paper": _("Paper sheet"),
            "finish": _("Finish the table"),
            "reopen": _("Open the table again"),
            "leave": _("Leave a change, a box or a question"),
            "help": _("This list"),
        }
    }


def in_reader_s_characters(declaration: dict[str, Any]) -> dict[str, Any]:
    """Return a declaration whose Chinese words are in the characters of the page's language."""
    if not (get_language() or "").startswith(TRADITIONAL):
        return declaration
    # Nothing but words is Chinese there: ids and keys are ASCII.
    converted: dict[str, Any] = json.loads(traditional(json.dumps(declaration, ensure_ascii=False)))
    return converted
