"""Two records of one person: side by side, made one, made two again; one record of two people."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.base import DeskForm
from tournaments.models import Entry, PersonMerge, Player, Tournament
from tournaments.services import merging, splitting
from tournaments.services.merging import Known
from tournaments.views.organiser.base import AskFirst, FormPage, Question

LABELS = {
    "name": lambda: _("Name"),
    "club": lambda: _("Club"),
    "member_number": lambda: _("Member number"),
    "user": lambda: _("Account"),
}


class MergeForm(DeskForm):
    """Which of two values stays, for every field in which two people differ."""

    def __init__(self, data: Any = None, *, one: Player, other: Player) -> None:
        super().__init__(data)
        for name in merging.CHOICES:
            mine, theirs = (str(getattr(p, name) or "") for p in (one, other))
            if mine == theirs:
                continue
            self.fields[name] = forms.ChoiceField(
                label=LABELS[name](),
                choices=[("kept", mine or "—"), ("gone", theirs or "—")],
                initial="kept" if mine else "gone",
                widget=forms.RadioSelect,
            )


def entry_of(event: Tournament, entry_id: int) -> Entry:
    """Return a registration of the event with its person, or raise `Http404`."""
    entries = Entry.objects.select_related("player__club")
    return get_object_or_404(entries, pk=entry_id, tournament=event)


class MergePeople(FormPage):
    """Who may be the same person as somebody of this event; with ``with`` the two side by side."""

    tab = "desk-people"

    def entry(self) -> Entry:
        return entry_of(self.event, self.kwargs["entry_id"])

    def other(self) -> Player | None:
        asked = self.request.GET.get("with", "")
        if not (asked.isascii() and asked.isdecimal() and len(asked) < 12):
            return None
        return get_object_or_404(Player.objects.select_related("club"), pk=int(asked))

    @property
    def template(self) -> str:  # type: ignore[override]  # two pages of one address
        return "desk/merge.html" if self.other() else "desk/merge_who.html"

    def form(self, data: Any = None) -> DeskForm:
        other = self.other()
        if other is None:
            return DeskForm(data)
        return MergeForm(data, one=self.entry().player, other=other)

    def act(self, form: DeskForm) -> HttpResponse:
        other, entry = self.other(), self.entry()
        if other is None:
            return self.page(form)
        merging.merge(self.actor, entry.player_id, other.pk, chosen=form.cleaned_data)
        entry.player.refresh_from_db()
        return self.done(
            _("They are one person now: %(name)s.") % {"name": entry.player.name},
            self.address("desk-entry", entry_id=entry.pk),
        )

    def context(self, form: Any) -> dict[str, Any]:
        entry, other = self.entry(), self.other()
        if other is None:
            wanted = self.request.GET.get("q", "").replace("\0", "")[:80]
            found = merging.candidates(entry.player, wanted)
            return {"entry": entry, "wanted": wanted, "found": [merging.known(p) for p in found]}
        return {
            "entry": entry,
            "one": merging.known(entry.player),
            "other": merging.known(other),
            "reasons": [p.message for p in merging.problems_of(entry.player, other)],
        }


class Merges(FormPage):
    """The merges of people of this event, each of which can be undone."""

    tab = "desk-people"
    template = "desk/merges.html"

    def form(self, data: Any = None) -> DeskForm:
        return DeskForm(data)

    def act(self, form: DeskForm) -> HttpResponse:
        return self.page(form)

    def context(self, form: Any) -> dict[str, Any]:
        return {"merges": merging.merges_in(self.event)}


class UndoForm(DeskForm):
    """Whose the entries are that came after a merge."""

    def __init__(self, data: Any = None, *, record: PersonMerge) -> None:
        super().__init__(data)
        later = merging.later_entries(record)
        if later:
            self.fields["entries"] = forms.TypedMultipleChoiceField(
                label=_("Came after the merge and belongs to %(name)s")
                % {"name": record.gone_name},
                choices=[(e.pk, f"{e.tournament.name} · {e.number}") for e in later],
                coerce=int,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )


class UndoMerge(AskFirst):
    """Make two people of one again."""

    tab = "desk-people"
    back = "desk-merges"

    def record(self) -> PersonMerge:
        return get_object_or_404(
            PersonMerge.objects.select_related("kept__club").filter(
                kept__entries__tournament=self.event
            ),
            pk=self.kwargs["merge_id"],
        )

    def form(self, data: Any = None) -> UndoForm:
        return UndoForm(data, record=self.record())

    def question(self) -> Question:
        record = self.record()
        moved = sum(1 for row in record.moved if row[0] == Entry._meta.label)
        return Question(
            _("Make %(one)s and %(other)s two people again?")
            % {"one": record.kept.name, "other": record.gone_name},
            [
                ngettext(
                    "%(n)d event goes back to %(name)s with its results.",
                    "%(n)d events go back to %(name)s with their results.",
                    moved,
                )
                % {"n": moved, "name": record.gone_name},
                _("Names, clubs and member numbers become what they were before the merge."),
            ],
            _("Make them two again"),
        )

    def act(self, form: UndoForm) -> HttpResponse:
        record = self.record()
        back = merging.undo(self.actor, record.pk, to_gone=form.cleaned_data.get("entries") or ())
        return self.done(
            _("%(name)s is a person of their own again.") % {"name": back.name},
            self.address("desk-merges"),
        )


class SplitForm(DeskForm):
    """Which events are the other person's, and who that is."""

    def __init__(self, data: Any = None, *, known: Known) -> None:
        super().__init__(data)
        person = known.player
        self.fields["entries"] = forms.TypedMultipleChoiceField(
            label=_("Events that are the other person's"),
            choices=[(e.pk, f"{e.tournament.name} · {e.number}") for e in known.entries],
            coerce=int,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["name"] = forms.CharField(
            label=_("Name of the other person"), max_length=80, initial=person.name
        )
        self.fields["club_name"] = forms.CharField(
            label=_("Club"), max_length=120, required=False, initial=person.club or ""
        )
        self.fields["member_number"] = forms.CharField(
            label=_("Member number"), max_length=32, required=False
        )


class SplitPerson(AskFirst):
    """One record that two people share becomes two: some of its events are somebody else's."""

    tab = "desk-people"

    def entry(self) -> Entry:
        return entry_of(self.event, self.kwargs["entry_id"])

    def back_address(self) -> str:
        return self.address("desk-entry", entry_id=self.kwargs["entry_id"])

    def form(self, data: Any = None) -> SplitForm:
        return SplitForm(data, known=merging.known(self.entry().player))

    def question(self) -> Question:
        name = self.entry().player.name
        return Question(
            _("Are two people mixed under “%(name)s”?") % {"name": name},
            [
                _("The events you tick go to a new person, with seats, results and penalties."),
                _("Account, personal link and “keep apart” stay with the record there is."),
                _("Making the two one person again takes it back."),
            ],
            _("Make two people"),
        )

    def act(self, form: SplitForm) -> HttpResponse:
        other = splitting.split(
            self.actor,
            self.entry().player_id,
            form.cleaned_data.pop("entries"),
            **form.cleaned_data,
        )
        return self.done(
            _("%(name)s is a person of their own now.") % {"name": other.name},
            self.back_address(),
        )


__all__ = ["Known", "MergePeople", "Merges", "SplitPerson", "UndoMerge"]
