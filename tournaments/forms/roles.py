"""Giving a user a role in an event."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import Membership


class RoleForm(DeskForm):
    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=Membership.Role.choices,
        initial=Membership.Role.REFEREE,
        help_text=gettext_lazy(
            "Referees record hands, confirm results and give penalties. Organisers do everything."
        ),
    )
