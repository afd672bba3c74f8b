"""Who may do what, as one page tells it. The rules are those that the addresses carry
(`services.rules.Rule`); what is listed here is how people are told of them."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.services.rules import Rule

# In the order of the page's columns.
PEOPLE = {
    "anybody": _("Visitor"),
    "player": _("Player"),
    "link": _("Holder of a table link"),
    "referee": _("Referee"),
    "organiser": _("Organiser"),
}
EVERYBODY = tuple(PEOPLE)
# Whom each rule lets in, always within the one event.
WHO = {
    Rule.PUBLIC: EVERYBODY,
    Rule.STANDINGS: EVERYBODY,  # while they are public; `RIGHTS` says so
    Rule.SIGNED_IN: ("player", "referee", "organiser"),
    Rule.TABLE_LINK: ("link",),
    Rule.RECORDER: ("link", "referee", "organiser"),
    Rule.REFEREE: ("referee", "organiser"),
    Rule.CREATOR: ("organiser",),
    Rule.ORGANISER: ("organiser",),
}


@dataclass(frozen=True)
class Right:
    """One line of the page: what is done, and by whom."""

    words: str | Promise
    rule: Rule
    note: str | Promise = ""

    @property
    def who(self) -> tuple[bool, ...]:
        """Whether each of `PEOPLE` may, in their order."""
        return tuple(person in WHO[self.rule] for person in PEOPLE)


RIGHTS = (
    Right(_("See seats, rules, the calculator"), Rule.PUBLIC, _("seats once they are published")),
    Right(_("See standings, tables, hands"), Rule.STANDINGS, _("while the organiser shows them")),
    Right(_("See one's own page, ask for the name to be hidden"), Rule.SIGNED_IN),
    Right(
        _("Confirm the result of one's own table"),
        Rule.SIGNED_IN,
        _("where the event asks for a second person"),
    ),
    Right(
        _("Record, change and take back hands; call a referee; compare with the paper"),
        Rule.RECORDER,
        _("by a link: its own table only, until it is revoked, grows old, or the round is closed"),
    ),
    Right(_("Penalties, extra time, “time!”, confirming any table"), Rule.REFEREE),
    Right(_("Start a round"), Rule.REFEREE),
    Right(_("People, seats, closing and reopening rounds, results, settings"), Rule.ORGANISER),
    Right(_("Give and take roles, invite helpers, reset a helper's password"), Rule.ORGANISER),
    Right(_("Export with what is not public, log, restoring"), Rule.ORGANISER),
    Right(_("Set up a new event"), Rule.CREATOR, _("organisers of any event")),
)
