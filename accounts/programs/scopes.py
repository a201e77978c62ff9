"""How far an API token may reach: the registry of scopes. A new one is one entry here.

A view says which scope reading and changing it need (`web.api.view.ApiView`); whoever gives
a token must hold every scope they give, and a scope for staff ends with being staff.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Holder(Protocol):
    """Whoever a token acts for."""

    @property
    def is_staff(self) -> bool: ...

    def has_perm(self, perm: str) -> bool: ...


@dataclass(frozen=True, slots=True)
class Scope:
    """`is_usual`: given unless something else is asked for. `for_staff`: of use to staff only,
    and of these to whoever has the `right`, where one is named.
    """

    key: str
    words: Promise
    is_usual: bool = True
    for_staff: bool = False
    right: str = ""

    def is_open_to(self, player: Holder) -> bool:
        if not self.for_staff:
            return True
        return player.is_staff and (not self.right or player.has_perm(self.right))


SCOPES: Final[dict[str, Scope]] = {
    scope.key: scope
    for scope in (
        Scope("read", _("See what you see")),
        Scope("play", _("Act in your name")),
        Scope("tournament:direct", _("Direct tournaments"), is_usual=False),
        Scope(
            "webhooks",
            _("Manage webhooks"),
            is_usual=False,
            for_staff=True,
            right="backoffice.manage_webhooks",
        ),
        Scope(
            "office",
            _("Work in the back office"),
            is_usual=False,
            for_staff=True,
            right="backoffice.see_office",
        ),
        Scope(
            "chips:admin",
            _("Ask for chip corrections and decide on them"),
            is_usual=False,
            for_staff=True,
            right="backoffice.request_correction",
        ),
        Scope("people:import", _("Import players and entries"), is_usual=False, for_staff=True),
    )
}


def scopes_open_to(player: Holder) -> tuple[Scope, ...]:
    """Those this player's tokens may have."""
    return tuple(scope for scope in SCOPES.values() if scope.is_open_to(player))


def usual_scopes() -> tuple[str, ...]:
    return tuple(scope.key for scope in SCOPES.values() if scope.is_usual)


def in_force(scopes: Collection[str], player: Holder) -> tuple[str, ...]:
    """Of a token's scopes those that still mean something, in the registry's order."""
    return tuple(scope.key for scope in scopes_open_to(player) if scope.key in scopes)
