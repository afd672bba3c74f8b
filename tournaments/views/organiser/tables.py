"""The tables of a round: how far they are, their results, their links and cards."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.base import ReasonForm
from tournaments.models import Round, Table, TableLink, Tournament
from tournaments.services import links, tables
from tournaments.services.desk import link_all_tables
from tournaments.views.addresses import carried, qr_svg
from tournaments.views.organiser.base import AskFirst, DeskView, Question, attempt


def table_address(request: HttpRequest, link: TableLink) -> str:
    """Return the address of a table link."""
    return carried(request, "table-form", token=links.token_of(link))


class Tables(DeskView):
    """All tables of one round; without a choice, of the round that is being played."""

    tab = "desk-tables"

    def chosen(self, rounds: list[Round]) -> Round | None:
        wanted = self.request.GET.get("round", "")
        for round_ in rounds:
            if str(round_.number) == wanted:
                return round_
        running = [r for r in rounds if r.status == Round.Status.RUNNING]
        seated = [r for r in rounds if r.status == Round.Status.SEATED]
        candidates = running or seated or rounds[-1:]
        return candidates[0] if candidates else None

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        rounds = list(self.event.rounds.order_by("number"))
        round_ = self.chosen(rounds)
        states = tables.states_of(tables.for_states(round=round_)) if round_ else []
        states.sort(key=lambda state: state.table.number)
        linked = set(
            TableLink.objects.filter(table__round=round_, revoked_at=None).values_list(
                "table_id", flat=True
            )
        )
        context = {
            "rounds": rounds,
            "round": round_,
            "states": states,
            "linked": linked,
            "limit": states[0].ruleset.deal_limit if states else None,
        }
        fragment = getattr(request, "htmx", False)
        return self.show("desk/_tables.html" if fragment else "desk/tables.html", context)


class TableAct(DeskView):
    """A bare button at a table; opened by its address it leads to the tables."""

    tab = "desk-tables"

    def back(self) -> str:
        return f"{self.address('desk-tables')}?round={self.the_table.round.number}"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.back())


class ConfirmTable(TableAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        table = self.the_table
        blind = self.event.confirmation == Tournament.Confirmation.BLIND
        if blind or table.paper_totals is not None:
            kwargs = {"event": self.event.slug, "round": table.round.number, "table": table.number}
            return redirect(reverse("sign-result", kwargs=kwargs))
        return attempt(
            self,
            lambda: tables.confirm_table(self.actor, table.pk),
            _("The result of table %(n)d is confirmed.") % {"n": table.number},
            self.back(),
        )


class FinishTable(TableAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        table = self.the_table
        return attempt(
            self,
            lambda: tables.finish_table(self.actor, table.pk),
            _("Table %(n)d has finished.") % {"n": table.number},
            self.back(),
        )


class ReopenTable(AskFirst):
    tab = "desk-tables"
    form_class = ReasonForm

    def back_address(self) -> str:
        return f"{self.address('desk-tables')}?round={self.the_table.round.number}"

    def question(self) -> Question:
        table = self.the_table
        consequences: list[str] = [
            _("Its hands can be changed again; the result has to be confirmed anew.")
        ]
        if table.status == Table.Status.CONFIRMED:
            consequences.insert(0, _("The confirmed result of this table is taken back."))
        return Question(
            _("Open table %(n)d of round %(round)d again?")
            % {"n": table.number, "round": table.round.number},
            consequences,
            _("Open the table"),
            danger=True,
        )

    def act(self, form: ReasonForm) -> HttpResponse:
        table = self.the_table
        tables.reopen_table(self.actor, table.pk, form.cleaned_data["reason"])
        return self.done(_("Table %(n)d is open again.") % {"n": table.number}, self.back_address())


class LinkPage(DeskView):
    """The table's link as an address and as a QR code for the referee's phone."""

    tab = "desk-tables"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        link = self.the_table.links.filter(revoked_at=None).first()
        dead = self.the_table.round.status == Round.Status.CLOSED
        address = table_address(request, link) if link and not dead else ""
        return self.show(
            "desk/link.html",
            {
                "table": self.the_table,
                "link": link,
                "dead": dead,
                "link_address": address,
                "qr": qr_svg(address) if address else "",
            },
        )

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Make the table's first link."""
        table = self.the_table
        return attempt(
            self,
            lambda: links.live_link(self.actor, table.pk),
            _("The link of table %(n)d is ready.") % {"n": table.number},
            self.address("desk-link", table_id=table.pk),
        )


class RenewLink(AskFirst):
    """A new link for the table; the old one stops working."""

    tab = "desk-tables"

    def back_address(self) -> str:
        return self.address("desk-link", table_id=self.the_table.pk)

    def question(self) -> Question:
        return Question(
            _("A new link for table %(n)d?") % {"n": self.the_table.number},
            [_("The old link and every printed card with it stop working at once.")],
            _("Make a new link"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        links.make_link(self.actor, self.the_table.pk)
        return self.done(_("The table has a new link."), self.back_address())


class RevokeLink(AskFirst):
    tab = "desk-tables"

    def back_address(self) -> str:
        return self.address("desk-link", table_id=self.the_table.pk)

    def question(self) -> Question:
        return Question(
            _("Revoke the link of table %(n)d?") % {"n": self.the_table.number},
            [
                _("Whoever records with it can save nothing more."),
                _("What is recorded stays. A new link can be made at any time."),
            ],
            _("Revoke the link"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        links.revoke_link(self.actor, self.the_table.pk)
        return self.done(_("The link is revoked."), self.back_address())


class Cards(DeskView):
    """The cards of a round's tables, to be printed: number, people, QR code."""

    tab = "desk-tables"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_ = self.round_of(self.kwargs["round_id"])
        live = {
            link.table_id: link
            for link in TableLink.objects.filter(table__round=round_, revoked_at=None)
        }
        fetched = round_.tables.prefetch_related("seats__entry__player").order_by("number")
        cards = [
            {
                "table": table,
                "seats": list(table.seats.all()),
                "qr": qr_svg(table_address(request, live[table.pk])) if table.pk in live else "",
            }
            for table in fetched
        ]
        bare = sum(1 for card in cards if not card["qr"])
        return self.show(
            "desk/cards.html",
            {
                "round": round_,
                "cards": cards,
                "bare": bare,
                "dead": round_.status == Round.Status.CLOSED,
            },
        )

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Give a link to every table that has none."""
        round_ = self.round_of(self.kwargs["round_id"])
        made = link_all_tables(self.actor, round_.pk)
        words = ngettext("%(n)d link is made.", "%(n)d links are made.", made) % {"n": made}
        return self.done(words, self.address("desk-cards", round_id=round_.pk))
