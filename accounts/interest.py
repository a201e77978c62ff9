"""Nobody on the staff acts where they have a part of their own: the one place that looks.

Every act of the staff declares what it concerns: `@concerns("tournament", "tournament_id")`. Each
kind is registered by the app that knows who takes part, or has; a bot's owner takes part with it.
A test walks over all acts and finds those that declare nothing. Friends and second accounts are
beyond what a program can know; the log, which nobody can change, is for those.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.db.models import Model, Q, QuerySet

from accounts.models import ChipAccount, Player
from web.refusals import Refused

Parties = Callable[[int], QuerySet[Player]]
Act = TypeVar("Act", bound=Callable[..., Any])
CONFLICT = "conflict_of_interest"
_PARTIES: dict[str, Parties] = {}


def parties_to(kind: str) -> Callable[[Parties], Parties]:
    """Register who takes part in what: by the row's number, from inside the act's transaction."""

    def register(parties: Parties) -> Parties:
        _PARTIES[kind] = parties
        return parties

    return register


def require_no_part(by: Player, kind: str, concerned: Model | int | None, code: str = "") -> None:
    """Raises Refused(conflict_of_interest, or the code): `by` has a part in it themselves."""
    number = concerned.pk if isinstance(concerned, Model) else concerned
    if number is None:
        return
    if _PARTIES[kind](number).filter(Q(pk=by.pk) | Q(owner_id=by.pk)).exists():
        raise Refused(code or CONFLICT, subject=kind)


def concerns(kind: str, argument: str, *, code: str = "") -> Callable[[Act], Act]:
    """Declare that the staff's act `act(..., by=)` concerns the row that `argument` names."""

    def declare(act: Act) -> Act:
        @wraps(act)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            by = kwargs.get("by")
            if by is not None:  # the platform itself has no part in anything
                require_no_part(by, kind, kwargs[argument], code)
            return act(*args, **kwargs)

        guarded.concerns = kind  # type: ignore[attr-defined]
        return cast(Act, guarded)

    return declare


def concerns_nobody(act: Act) -> Act:
    """Declare that an act touches no tournament, table, player or chip account."""
    act.concerns = ""  # type: ignore[attr-defined]
    return act


@parties_to("player")
def _player(number: int) -> QuerySet[Player]:
    return Player.objects.filter(pk=number)


@parties_to("account")
def _account(number: int) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=ChipAccount.objects.filter(pk=number).values("player_id"))
