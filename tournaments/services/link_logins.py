"""Log-ins by a player's own link: they last as long as the link works (`personal_links`).

Django keeps in a session a fingerprint of the account's password, and ends the session when another
one comes out; a session that a link began keeps one of the password and the link. So a link that is
stopped, or made anew, ends the sessions it began, and no others: the account may have a password,
with which its owner has logged in elsewhere. Finding the account and its link is one query.
"""

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import User
from django.db.models import OuterRef, Subquery
from django.utils.crypto import salted_hmac

from tournaments.models import PersonalLink

# Named in the settings and in each session that a link began.
BACKEND = f"{__name__}.LinkBackend"


class LinkBackend(BaseBackend):
    """Finds whose a session is that a link began; nobody logs in here by name and password."""

    def get_user(self, user_id: int) -> User | None:
        links = PersonalLink.objects.filter(player__user=OuterRef("pk"), revoked_at=None)
        found = User.objects.filter(pk=user_id, is_active=True).annotate(
            link_key=Subquery(links.values("key")[:1])
        )
        user = found.first()
        return None if user is None or user.link_key is None else bound(user, user.link_key)


def bound(user: User, key: str) -> User:
    """Return the account so that sessions made for it hold as long as the link of this key."""
    of_password = user.get_session_auth_hash

    def of_both() -> str:
        made = salted_hmac("tournaments.link_logins", f"{key} {of_password()}", algorithm="sha256")
        return made.hexdigest()

    user.get_session_auth_hash = of_both  # type: ignore[method-assign]  # of this one account
    return user
