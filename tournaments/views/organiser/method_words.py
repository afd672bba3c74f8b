"""How the seats of a round were made, as stored with the round, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.seating import METHODS

# What a draw says of itself (`tournaments.seating`), beside what can be asked for.
MADE = dict(METHODS) | {
    "catalogue": gettext_lazy("a stored plan"),
    "field rotation": gettext_lazy("rotation over a finite field"),
    "search": gettext_lazy("search"),
    "manual": gettext_lazy("by hand"),
}


def method_words(method: str) -> str:
    """Return a stored method such as ``field rotation + search #91`` in the reader's language; the
    number, that of the draw's job, goes. What has no words stays as it is."""
    base, mark, job = method.rpartition(" #")
    if not (mark and job.isdecimal()):
        base = method
    what, _space, name = base.partition(" ")
    if what == "chart" and name:
        return _("chart %(name)s") % {"name": name}
    return " + ".join(str(MADE.get(part, part)) for part in base.split(" + "))
