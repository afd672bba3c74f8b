"""The page on which a second person agrees to a result, or types the totals without seeing them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Table, Tournament
from tournaments.services import confirming, paper
from tournaments.services.confirm_rights import may_sign, recorded_by
from tournaments.services.errors import Invalid, ServiceError
from tournaments.services.tables import TableState, table_state
from tournaments.views.rules import Rule, RuledView
from tournaments.views.table_acts import read_totals


class SignResult(RuledView):
    """For referees by their account, and for players of the table where the event asks for a second
    person."""

    rule = Rule.SIGNED_IN

    def find(self) -> Table | None:
        """Return the table if this person may sign there."""
        table = (
            Table.objects.select_related("round__tournament__club")
            .filter(
                round__tournament=self.tournament,
                round__number=self.kwargs["round"],
                number=self.kwargs["table"],
            )
            .first()
        )
        if table is None:
            raise Http404
        return table if may_sign(self.actor, table) else None

    def public(self) -> str:
        return reverse("table", kwargs=self.kwargs)

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        table = self.find()
        return redirect(self.public()) if table is None else self.show(table_state(table))

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        table = self.find()
        if table is None:
            return redirect(self.public())
        state = table_state(table)
        totals = read_totals(request, len(state.seats)) if "total-0" in request.POST else None
        try:
            signed = confirming.sign_result(
                self.actor, table.pk, totals=totals, reason=request.POST.get("reason", "")
            )
        except ServiceError as error:
            return self.show(state, error)
        if not signed.differs:
            messages.success(
                request, _("The result of table %(n)d is confirmed.") % {"n": table.number}
            )
        return redirect(request.path)

    def show(self, state: TableState, error: ServiceError | None = None) -> HttpResponse:
        table = state.table
        blind = state.tournament.confirmation == Tournament.Confirmation.BLIND
        confirmed = table.status == Table.Status.CONFIRMED
        others = confirming.disputes(state)
        typed = [s for s in others if s.user_id == getattr(self.actor.user, "pk", None)]
        missing = isinstance(error, Invalid) and any(p.field == "reason" for p in error.problems)
        return render(
            self.request,
            "referee/confirm.html",
            {
                "tournament": state.tournament,
                "state": state,
                "error": error,
                "confirmed": confirmed,
                # Who types blindly sees the result only after having said something.
                "hidden": blind and not confirmed and not typed,
                "blind": blind,
                "disputes": [(s, list(zip(state.seats, s.totals, strict=True))) for s in others],
                "signed": confirming.holding(state),
                "mine": recorded_by(self.actor, table)
                and state.tournament.confirmation != Tournament.Confirmation.ANY,
                "paper_differs": any(paper.differences(state) or ()),
                "slips": paper.slips(state),
                "ask_reason": missing or any(paper.differences(state) or ()),
                "given": [self.request.POST.get(f"total-{s.chair}", "") for s in state.seats],
                "public": self.public(),
            },
            status=200 if error is None else error.status,
        )
