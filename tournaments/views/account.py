"""Log-in, log-out, the own and the forgotten password."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _
from rest_framework.throttling import SimpleRateThrottle

from tournaments.models import Entry, Membership, Player
from tournaments.services.errors import NotThere
from tournaments.services.personal_data import personal_data
from tournaments.services.rights import PEOPLE, RIGHTS
from tournaments.views.rules import Rule, RuledView

TOO_OFTEN = _("Too many tries. Wait a quarter of an hour, or ask an organiser for a new password.")


class LogInRate(SimpleRateThrottle):
    """How many log-ins one address may try, whatever names it tries."""

    rate = settings.LOGIN_RATE

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"log-in-{self.get_ident(request)}"


def address_of(request: HttpRequest) -> str:
    """Return the address of the caller, as far as the proxies before the site are trusted."""
    return LogInRate().get_ident(request)  # type: ignore[arg-type]  # it reads META alone


def locked_out(
    request: HttpRequest, _response: HttpResponse | None = None, _credentials: Any = None
) -> HttpResponse:
    """Answer who has failed too often."""
    if request.path.startswith("/api/"):
        refusal = {"error": "locked_out", "message": str(TOO_OFTEN), "problems": []}
        return JsonResponse(refusal, status=429)
    context = {"locked": TOO_OFTEN, "form": AuthenticationForm(), "next": ""}
    return render(request, "account/login.html", context, status=429)


class LogIn(auth.LoginView):
    rule = Rule.PUBLIC
    template_name = "account/login.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not LogInRate().allow_request(request, self):  # type: ignore[arg-type]
            return locked_out(request)
        return super().post(request, *args, **kwargs)


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


class Forgot(auth.PasswordResetView):
    """What to do about a forgotten password: ask an organiser; by mail where it is set up."""

    rule = Rule.PUBLIC
    template_name = "account/forgot.html"
    email_template_name = "account/forgot_mail.txt"
    subject_template_name = "account/forgot_subject.txt"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(mail=settings.MAIL_SET_UP, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.MAIL_SET_UP:
            return self.get(request, *args, **kwargs)
        if not LogInRate().allow_request(request, self):  # type: ignore[arg-type]
            return locked_out(request)
        return super().post(request, *args, **kwargs)


class ForgotSent(auth.PasswordResetDoneView):
    rule = Rule.PUBLIC
    template_name = "account/forgot_sent.html"


class ByMail(auth.PasswordResetConfirmView):
    """A new password by the link of a mail."""

    rule = Rule.PUBLIC
    template_name = "account/by_mail.html"
    success_url = reverse_lazy("login")

    def dispatch(self, *args: Any, mail_token: str, **kwargs: Any) -> HttpResponseBase:
        return super().dispatch(*args, token=mail_token, **kwargs)


class Rights(RuledView):
    """Who may do what, on one page."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "public/rights.html", {"people": PEOPLE.values(), "rights": RIGHTS})


class MyData(RuledView):
    """All that the site knows of the player who is logged in, as a file."""

    rule = Rule.SIGNED_IN

    def get(self, request: HttpRequest) -> HttpResponse:
        player = Player.objects.filter(user=self.actor.user).first()
        if player is None:
            raise NotThere
        response = JsonResponse(
            personal_data(player), json_dumps_params={"ensure_ascii": False, "indent": 2}
        )
        response["Content-Disposition"] = 'attachment; filename="my-data.json"'
        return response


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
