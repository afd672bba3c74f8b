"""The tokens of one's account: made, shown once, revoked."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.forms.tokens import TokenForm
from tournaments.models import Tournament
from tournaments.services import tokens
from tournaments.services.errors import Invalid, NotAllowed
from tournaments.views.rules import Rule, RuledView


@method_decorator(never_cache, name="dispatch")
class Tokens(RuledView):
    """My tokens, with the form for one more. What is made is shown in the answer alone."""

    rule = Rule.SIGNED_IN

    @property
    def me(self) -> User:
        if self.actor.user is None:
            raise NotAllowed
        return self.actor.user

    def form(self, data: Any = None) -> TokenForm:
        mine = Tournament.objects.filter(memberships__user=self.me).order_by("-id")
        return TokenForm(data, events=mine)

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.page(self.form())

    def post(self, request: HttpRequest) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.page(form, status=400)
        try:
            made, text = tokens.make_token(self.actor, **form.asked())
        except Invalid as error:
            form.refuse(error)
            return self.page(form, status=error.status)
        return self.page(self.form(), made=made, text=text)

    def page(self, form: TokenForm, *, status: int = 200, **more: Any) -> HttpResponse:
        context = {"form": form, "tokens": tokens.tokens_of(self.me), **more}
        return render(self.request, "account/tokens.html", context, status=status)


class RevokeToken(RuledView):
    """Revoke one of my tokens: it stops working at once."""

    rule = Rule.SIGNED_IN

    def get(self, request: HttpRequest, key: str) -> HttpResponse:
        return redirect("tokens")

    def post(self, request: HttpRequest, key: str) -> HttpResponse:
        tokens.revoke_token(self.actor, key)
        messages.success(request, _("The token is revoked; it stops working at once."))
        return redirect("tokens")
