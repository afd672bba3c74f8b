"""Who asks: a session, a token of a user, or the token of a table's link."""

import re
from typing import Any

from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from tournaments.models import ApiToken, TableLink
from tournaments.services import links, tokens
from tournaments.services.errors import ServiceError

# What a token's text can look like; anything else never reaches the database.
TOKEN_TEXT = re.compile(r"[A-Za-z0-9_]{16,100}")


class UserTokenAuthentication(TokenAuthentication):
    """``Authorization: Token <token>``: a user's token, as it was shown when it was made."""

    def authenticate(self, request: Request) -> tuple[Any, ApiToken] | None:
        scheme, _blank, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "token":
            return None
        if not TOKEN_TEXT.fullmatch(text.strip()):
            raise exceptions.AuthenticationFailed(_("This token is not valid."), code="token_bad")
        try:
            user, token = self.authenticate_credentials(text.strip().encode())
        except exceptions.AuthenticationFailed:
            words = _("This token is not valid: it was revoked, or its time is over.")
            raise exceptions.AuthenticationFailed(words, code="token_bad") from None
        tokens.note_use(token)
        return user, token


class TableTokenAuthentication(BaseAuthentication):
    """``Authorization: Table <token>``: the token of a table's link, as its address holds it."""

    keyword = "table"

    def authenticate(self, request: Request) -> tuple[Any, TableLink] | None:
        scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != self.keyword:
            return None
        try:
            link = links.link_from_token(token.strip())
        except ServiceError as error:
            raise exceptions.AuthenticationFailed(str(error), code=error.code) from error
        return request._request.user, link

    def authenticate_header(self, request: Request) -> str:
        return "Table"
