"""Log-in, log-out and the own password."""

from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Membership
from tournaments.views.rules import Rule, RuledView


class LogIn(auth.LoginView):
    rule = Rule.PUBLIC
    template_name = "account/login.html"
    redirect_authenticated_user = True


class LogOut(auth.LogoutView):
    rule = Rule.PUBLIC


class ChangePassword(LoginRequiredMixin, auth.PasswordChangeView):
    """Everybody changes the own password."""

    rule = Rule.SIGNED_IN
    template_name = "account/password.html"
    success_url = reverse_lazy("account")
    form_class = PasswordChangeForm

    def form_valid(self, form: PasswordChangeForm) -> HttpResponseRedirect:
        messages.success(self.request, _("Your password is changed."))
        super().form_valid(form)
        return HttpResponseRedirect(str(self.success_url))


class Account(RuledView):
    """Who I am here: the events I play in, and my roles."""

    rule = Rule.SIGNED_IN

    def get(self, request: HttpRequest) -> HttpResponse:
        memberships = Membership.objects.filter(user=self.actor.user).select_related("tournament")
        plays = Entry.objects.filter(player__user=self.actor.user).select_related("tournament")
        return render(
            request,
            "account/account.html",
            {
                "memberships": memberships.order_by("-tournament_id"),
                "plays": plays.order_by("-tournament_id"),
            },
        )
