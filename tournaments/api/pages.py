"""Long lists come in pages, all in one form: ``{"count", "next", "previous", "results"}``. Lists
that a hall bounds (rounds, tables, hands, stages, roles) come whole."""

from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request


class Pages(LimitOffsetPagination):
    """``limit`` (100, at most 500) and ``offset``."""

    default_limit = 100
    max_limit = 500

    def get_offset(self, request: Request) -> int:
        # Beyond it no list goes, and no database counts.
        return min(super().get_offset(request), 1_000_000_000)
