"""The base of the office's operations: a scope for the token, a right for whoever it acts for.

Whoever is no staff gets the same 403 as whoever lacks the right, whatever is asked for: the office
tells nobody what it has. A browser's session has shown its second factor at the door
(`backoffice.middleware`); a token for staff was given by somebody who had.
"""

from __future__ import annotations

from typing import ClassVar

from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.view import ApiView
from accounts.refusals import Refused
from backoffice.permissions import RIGHT_BY_CODE


class OfficeView(ApiView):
    """`rights`: by method, the right in `backoffice.permissions` that it needs."""

    reading_scope = "office:read"
    writing_scope = "office:act"
    rights: ClassVar[dict[str, str]] = {}

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        right = self.rights.get("GET" if request.method == "HEAD" else str(request.method))
        player = caller(request)
        if not player.is_staff:
            raise Refused("not_allowed")
        if right is not None and not player.has_perm(RIGHT_BY_CODE[right].permission):
            raise Refused("not_allowed")


def may(request: Request, right: str) -> bool:
    """Whether the caller has another right as well: for what only some see of a whole."""
    return caller(request).has_perm(RIGHT_BY_CODE[right].permission)
