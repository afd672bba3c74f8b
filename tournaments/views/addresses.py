"""Addresses that people carry away: as a phone in the hall reaches them, and as a QR code."""

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe


def carried(request: HttpRequest, name: str, **kwargs: object) -> str:
    """Return a whole address of this site, with its public name where one is set."""
    path = reverse(name, kwargs=kwargs)
    if settings.PUBLIC_URL:
        return settings.PUBLIC_URL.rstrip("/") + path
    return request.build_absolute_uri(path)


def qr_svg(address: str) -> SafeString:
    """Return the QR code of an address as an inline drawing (no style attributes: the site's
    policy forbids them)."""
    code = segno.make(address, error="m", micro=False)
    # Our own drawing of our own address: nothing of it comes from a person.
    return mark_safe(code.svg_inline(omitsize=True, svgclass="qr", lineclass="", border=2))
