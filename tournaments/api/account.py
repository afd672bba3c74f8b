"""Who I am to the API: log-in by session, tokens made and revoked."""

from typing import Any

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import text, whole
from tournaments.api.throttles import AddressThrottle, CallerThrottle, LogInThrottle
from tournaments.models import ApiToken, Entry, Membership, Tournament
from tournaments.services import tokens
from tournaments.services.access import Actor
from tournaments.services.errors import Invalid, NotAllowed, Problem
from tournaments.services.rules import Rule


class TokenOut(serializers.ModelSerializer[ApiToken]):
    """``key``: the first letters of the token, by which it is told and revoked."""

    key = serializers.CharField(source="token_key")
    event = serializers.CharField(source="tournament.slug", default=None, allow_null=True)
    expires = serializers.DateTimeField(source="expiry")

    class Meta:
        model = ApiToken
        fields: tuple[str, ...] = (
            *("key", "name", "level", "event", "created", "expires", "used_at"),
        )


class RoleInOut(serializers.ModelSerializer[Membership]):
    event = serializers.CharField(source="tournament.slug")

    class Meta:
        model = Membership
        fields = ("event", "role")


class PlaysInOut(serializers.ModelSerializer[Entry]):
    event = serializers.CharField(source="tournament.slug")

    class Meta:
        model = Entry
        fields = ("event", "number")


class MeOut(serializers.Serializer[Any]):
    """``token``: the one that came with the request."""

    username = serializers.CharField()
    token = TokenOut(allow_null=True)
    roles = RoleInOut(many=True)
    plays = PlaysInOut(many=True)


class Me(ApiView):
    """Who asks: the account, its roles and entries, the token."""

    rule = Rule.SIGNED_IN

    @operation("me", gives=MeOut)
    def get(self, request: Request) -> Response:
        user, token = self.actor.user, self.actor.token
        roles = Membership.objects.filter(user=user).select_related("tournament")
        plays = Entry.objects.filter(player__user=user).select_related("tournament")
        if token is not None and token.tournament_id is not None:
            roles = roles.filter(tournament=token.tournament_id)
            plays = plays.filter(tournament=token.tournament_id)
        content = {
            "username": self.actor.label,
            "token": token,
            "roles": roles.order_by("-tournament_id"),
            "plays": plays.order_by("-tournament_id"),
        }
        return Response(MeOut(content).data)


class LogInIn(In):
    username = text(True, max_length=150)
    password = text(True, max_length=1000, trim_whitespace=False)


class SessionOut(serializers.Serializer[Any]):
    username = serializers.CharField()


def user_of(request: Request, asked: dict[str, Any]) -> User:
    """Return the account of a name and password; raise what stands for 401."""
    found = authenticate(request._request, username=asked["username"], password=asked["password"])
    if not isinstance(found, User):
        raise exceptions.AuthenticationFailed(
            _("This user name and password do not belong together."), code="log_in"
        )
    return found


class Session(ApiView):
    """Log in with name and password for a session (its cookie; every POST then carries the CSRF
    token of its cookie in X-CSRFToken), or log out. Programs had better use a token."""

    rule = Rule.PUBLIC
    saves = False
    keeps_answers = False
    throttle_classes = [LogInThrottle, AddressThrottle]

    @operation("log_in", takes=LogInIn, gives=SessionOut)
    def post(self, request: Request) -> Response:
        user = user_of(request, read(LogInIn, request))
        login(request._request, user)
        return Response({"username": user.get_username()})

    @operation("log_out")
    def delete(self, request: Request) -> Response:
        logout(request._request)
        return Response(status=204)


class TokenIn(In):
    """Whoever is not logged in sends name and password along."""

    name = text(True, max_length=60, help_text="What it is for.")
    level = serializers.ChoiceField(choices=ApiToken.Level.choices, default="read")
    event = text(
        max_length=60, help_text="The address (slug) of the one event it reaches; empty: all."
    )
    days = whole(1, 366, required=False, allow_null=True, default=None)
    username = text(max_length=150)
    password = text(max_length=1000, trim_whitespace=False)


class NewTokenOut(TokenOut):
    """``token`` is shown this once: what is kept is its digest."""

    token = serializers.CharField()

    class Meta(TokenOut.Meta):
        fields = (*TokenOut.Meta.fields, "token")


class Tokens(ApiView):
    """My tokens; or a new one, which may never more than I."""

    rule = Rule.SIGNED_IN
    write_rule = Rule.PUBLIC
    saves = False
    keeps_answers = False

    def get_throttles(self) -> list[Any]:
        kinds = [CallerThrottle, AddressThrottle]
        if self.request.method == "POST" and not self.request.user.is_authenticated:
            kinds = [LogInThrottle, AddressThrottle]
        return [kind() for kind in kinds]

    @operation("tokens", gives=TokenOut(many=True))
    def get(self, request: Request) -> Response:
        user = self.actor.user
        if user is None:
            raise NotAllowed
        return Response(TokenOut(tokens.tokens_of(user), many=True).data)

    @operation("make_token", takes=TokenIn, gives=NewTokenOut, status=201)
    def post(self, request: Request) -> Response:
        asked = read(TokenIn, request)
        actor = self.actor
        if actor.user is None:
            actor = Actor.of(user_of(request, asked))
        tournament = None
        if asked["event"]:
            tournament = Tournament.objects.filter(slug=asked["event"]).first()
            if tournament is None:
                raise Invalid(problems=[Problem("event", _("There is no such event."))])
        made, secret = tokens.make_token(
            actor,
            name=asked["name"],
            level=asked["level"],
            tournament=tournament,
            days=asked["days"],
        )
        made.token = secret  # shown, never kept
        return Response(NewTokenOut(made).data, status=201)


class TokenDetail(ApiView):
    """One of my tokens, by its first letters."""

    rule = Rule.SIGNED_IN
    saves = False

    @operation("revoke_token")
    def delete(self, request: Request, key: str) -> Response:
        """Revoke it: it stops working at once."""
        tokens.revoke_token(self.actor, key)
        return Response(status=204)
