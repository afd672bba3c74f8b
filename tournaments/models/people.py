"""Clubs and the people who play in them."""

import zoneinfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


def validate_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("“%(name)s” is not a time zone."), params={"name": name})


def club_time_zone() -> str:
    return settings.CLUB_TIME_ZONE


class Club(models.Model):
    """A club; its time zone is the one in which its moments are shown."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=club_time_zone, validators=[validate_time_zone]
    )

    class Meta:
        ordering = ["name"]
        verbose_name = _("club")

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)


def shown_name(name: str, hidden: bool, number: int | None = None) -> str:
    """Return the name that others may read, in the language of the reader: of who asked for it to
    be hidden the number in the event, or a few words where no event is meant.

    Every page, file, picture and answer takes its names from here; the desk alone shows the name
    itself.
    """
    if not hidden:
        return name
    if number is None:
        return gettext("Name not shown")
    return gettext("Player no. %(n)d") % {"n": number}


class Player(models.Model):
    """A person, once for all events of the house. ``name_hidden``: the person, or an organiser for
    them, has asked that nobody outside the desk reads the name."""

    name = models.CharField(_("name"), max_length=80)
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    member_number = models.CharField(_("member number"), max_length=32, blank=True)
    name_hidden = models.BooleanField(_("name is not shown"), default=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="player"
    )

    class Meta:
        ordering = ["name", "id"]
        verbose_name = _("player")
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),
            models.UniqueConstraint(
                fields=["club", "member_number"],
                condition=~models.Q(member_number=""),
                name="member_number_once_per_club",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        return shown_name(self.name, self.name_hidden)
