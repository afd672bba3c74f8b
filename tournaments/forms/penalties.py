"""Giving a penalty outside a hand."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.forms.breaches import offers, proposed
from tournaments.models import Entry, Penalty, Round, Tournament
from tournaments.services.escalation import breaches_of, proposal_for

NOBODY = [("", "—")]


class PenaltyForm(DeskForm):
    """Who, for which round, how many points, paid to whom, and why."""

    service_names = {"round": "round_number"}

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    breach = forms.ChoiceField(
        label=gettext_lazy("Breach"),
        required=False,
        help_text=gettext_lazy(
            "From the catalogue of this event. Points and reason left empty are those of the "
            "breach; for “next step” those that the record of the player asks for."
        ),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("Counts for"),
        choices=Penalty.Scope.choices,
        help_text=gettext_lazy(
            "At the table it comes off before the places are fixed and can change the table "
            "points; for the whole event it changes the final total alone."
        ),
    )
    round_number = forms.TypedChoiceField(
        label=gettext_lazy("Round"), coerce=int, empty_value=None, required=False
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("How it is paid"),
        choices=Penalty.Mode.choices,
        initial=Penalty.Mode.DEDUCT,
    )
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        min_value=0,
        max_value=10_000,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy(
            "“Paid to each of the others”: what each of them receives. 0 is a warning."
        ),
    )
    beneficiary = forms.TypedChoiceField(
        label=gettext_lazy("Paid to"), coerce=int, empty_value=None, required=False
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        entries: Sequence[Entry],
        rounds: Iterable[Round],
        next_round: int,
        tournament: Tournament,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        people = [(entry.pk, str(entry)) for entry in entries]
        numbers = sorted({round_.number for round_ in rounds} | {next_round})
        self.tournament = tournament
        self.offers = {offer.value: offer for offer in offers(breaches_of(tournament))}
        self._choose("entry", NOBODY + people)
        self._choose("breach", NOBODY + [(o.value, o.label) for o in self.offers.values()])
        self._choose("beneficiary", NOBODY + people)
        self._choose("round_number", NOBODY + [(n, str(n)) for n in numbers])

    def clean(self) -> dict[str, Any]:
        """Fill what was left empty from the breach: its points with how they are paid, its name as
        the reason."""
        values = super().clean() or self.cleaned_data
        offer = self.offers.get(values.get("breach", ""))
        values["code"] = offer.code if offer else ""
        if offer is not None and offer.steps and values.get("entry"):
            proposal = proposal_for(self.tournament, values["entry"], offer.code)
            offer = proposed(proposal) if proposal else offer
        if "points" in values and values["points"] is None:
            if offer is None or not offer.fixed:
                self.add_error("points", _("Enter the points."))
            else:
                values["points"], values["mode"] = offer.points, offer.mode
        if "reason" in values and not values["reason"]:
            if offer is None:
                self.add_error("reason", _("Give a reason."))
            else:
                values["reason"] = offer.name
        return values

    def offers_as_json(self) -> dict[str, dict[str, object]]:
        return {value: offer.as_json() for value, offer in self.offers.items()}

    def _choose(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices
