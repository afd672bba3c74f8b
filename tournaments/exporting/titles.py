"""The words that stand over the columns of every export, in the reader's language."""

from django.utils.translation import gettext as _


def label_titles() -> list[str]:
    """Return the titles of the label: event, club, after round, made at, revision."""
    return [_("Event"), _("Club"), _("After round"), _("Made at"), _("Revision")]
