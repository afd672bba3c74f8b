"""What a service says when it does not do what it was asked. Nothing was written then."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from tournaments.models import Hand

Words = str | Promise


class Problem(NamedTuple):
    """One thing that is wrong: the field, seat or tile, and the words for it."""

    field: str
    message: Words


class ServiceError(Exception):
    """The act was refused; ``problems`` lists everything that is wrong with it, at once."""

    status = 400
    code = "refused"
    words: Words = _("This was not done.")

    def __init__(
        self,
        message: Words | None = None,
        *,
        problems: Sequence[Problem] = (),
        code: str | None = None,
    ) -> None:
        super().__init__(message)
        self.problems = list(problems)
        self.message: Words = message or (
            self.problems[0].message if len(self.problems) == 1 else self.words
        )
        self.code = code or type(self).code

    def __str__(self) -> str:
        return str(self.message)

    def as_json(self) -> dict[str, Any]:
        return {
            "error": self.code,
            "message": str(self.message),
            "problems": [{"field": p.field, "message": str(p.message)} for p in self.problems],
        }


class NotAllowed(ServiceError):
    status = 403
    code = "not_allowed"
    words = _("You may not do this.")


class NotThere(ServiceError):
    status = 404
    code = "not_there"
    words = _("There is no such thing here.")


class Invalid(ServiceError):
    status = 400
    code = "invalid"
    words = _("Something in the entry is wrong; nothing was saved.")


class TooLong(Invalid):
    """More than anybody would send; bad input like any other (400), told before it is read."""

    code = "too_long"


class Conflict(ServiceError):
    """Somebody was faster, or the thing is in a state that forbids the act."""

    status = 409
    code = "conflict"

    def __init__(self, message: Words, *, current: "Hand | None" = None) -> None:
        super().__init__(message)
        self.current = current

    def as_json(self) -> dict[str, Any]:
        """The refusal, with the hand in force where somebody was faster."""
        content = super().as_json()
        if self.current is not None:
            content["current"] = {
                "number": self.current.number,
                "revision": self.current.revision,
                "events": self.current.record["events"],
                "chair_deltas": self.current.chair_deltas,
                "changed_at": self.current.changed_at.isoformat(),
            }
        return content


class Stale(Conflict):
    """An edit made from an older revision; ``current`` is what is saved, ``yours`` the edit."""

    code = "stale"

    def __init__(self, message: Words, *, current: "Hand", yours: list[Any]) -> None:
        super().__init__(message, current=current)
        self.yours = yours
