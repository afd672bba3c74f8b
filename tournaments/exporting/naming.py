"""What an event is called on paper and in files."""

from django.utils.translation import gettext as _

from tournaments.models import Tournament


def event_name(tournament: Tournament) -> str:
    """Return the event's name, with the mark of a practice event before it: paper and files go on
    without the page that says so, and what comes first is not cut off."""
    if not tournament.practice:
        return tournament.name
    return _("Practice: %(name)s") % {"name": tournament.name}
