"""What the forms of the desk have in common: a refusal of a service shown at its field."""

import re
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.services.errors import Problem, ServiceError

PLACE = re.compile(r"(row|table) (\d+)(?:: \w+)?")


class DeskForm(forms.Form):
    """A form whose values go to one service; the service has the last word on them."""

    required_css_class = "required"
    # Fields of a service's problems that are called otherwise in the form.
    service_names: ClassVar[dict[str, str]] = {}

    def refuse(self, error: ServiceError) -> None:
        """Show every problem of a refusal at its field, or above the form where none has it."""
        for problem in error.problems or [Problem("", error.message)]:
            field = self.field_of(problem.field)
            if field in self.fields:
                self.add_error(field, str(problem.message))
            else:
                self.add_error(None, self.words_of(problem))

    def field_of(self, name: str) -> str:
        """Return the form's name for a field of a service's problem."""
        return self.service_names.get(name, name)

    def words_of(self, problem: Problem) -> str:
        """Return a problem that belongs to no field, its place said in words."""
        place = PLACE.fullmatch(problem.field)
        if place is None:
            return str(problem.message)
        what, number = place[1], int(place[2])
        values = {"n": self.place_number(what, number), "problem": problem.message}
        if what == "row":
            return _("Line %(n)d: %(problem)s") % values
        return _("Table %(n)d: %(problem)s") % values

    def place_number(self, what: str, number: int) -> int:
        """Return the number under which the person knows the row or table."""
        return number


class ReasonForm(DeskForm):
    """An act that needs a reason, which the log keeps."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Stands in the log, for everybody who asks later."),
    )
