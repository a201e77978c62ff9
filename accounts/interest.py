"""Whom an act of the staff concerns, and how whoever does it stands to them.

Every act of the staff declares what it concerns: `@concerns("tournament", "tournament_id")`. Each
kind is registered by the app that knows who takes part, or has; a bot's owner takes part with it.
What follows from it stands in the back office's matrix (`backoffice.team.conflicts`), which judges
every act from here. A test walks over all acts and finds those that declare nothing.

Tied are friends, whoever signs in on the same device, and the owners of such people's bots. What
nobody can know of a person beyond that is for the log, which nobody can change.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import partial, wraps
from itertools import chain
from typing import Any, Protocol, TypeVar, cast

from django.db import transaction
from django.db.models import Model, Q, QuerySet

from accounts.models import ChipAccount, ClubMember, Friendship, Player, PremiumTicket
from web.database.trouble import again
from web.refusals import Refusal, words_of

Parties = Callable[[int], QuerySet[Player]]
Ties = Callable[[int], QuerySet[Any]]
Act = TypeVar("Act", bound=Callable[..., Any])
CONFLICT = "conflict_of_interest"
TIES_TOLD = 5


class Relation(StrEnum):
    """How somebody stands to what an act concerns."""

    PART = "takes_part"
    TIED = "tied"
    NEITHER = "neither"


class Judge(Protocol):
    """Raises Refused where an act may not be done so."""

    def __call__(
        self, *, by: Player, act: str, kind: str, number: int | None, only_looks: bool
    ) -> None: ...


_PARTIES: dict[str, Parties] = {}
_TIES: list[tuple[str, Ties]] = []
_JUDGES: list[Judge] = []


def parties_to(kind: str) -> Callable[[Parties], Parties]:
    """Register who takes part in what: by the row's number, from inside the act's transaction."""

    def register(parties: Parties) -> Parties:
        _PARTIES[kind] = parties
        return parties

    return register


def ties_people(name: str) -> Callable[[Ties], Ties]:
    """Register what ties people: from a player's number to the numbers of the others."""

    def register(ties: Ties) -> Ties:
        _TIES.append((name, ties))
        return ties

    return register


def judges(judge: Judge) -> Judge:
    """Register who decides what follows; one, however often it says so."""
    _JUDGES[:] = [judge]
    return judge


def relation_to(by: Player, kind: str, number: int | None) -> Relation:
    """How `by` stands to a row of this kind; to nothing at all, not."""
    if number is None:
        return Relation.NEITHER
    parties = _PARTIES[kind](number)
    # Who orders and publishes is few or nobody; who is tied to whom costs ten times as much to ask.
    if not parties.exists():
        return Relation.NEITHER
    near = parties.filter(_oneself(by) | _tied(by)).values_list("pk", "owner_id")
    found = set(chain.from_iterable(near))
    if by.pk in found:
        return Relation.PART
    return Relation.TIED if found else Relation.NEITHER


def ties_to(by: Player, kind: str, number: int) -> list[tuple[str, Player]]:
    """By what `by` is tied to which of those with a part in this row, at most `TIES_TOLD` of each
    sort. A bot stands for its owner."""
    parties = _PARTIES[kind](number).select_related("owner").order_by("pk")
    return [
        (name, party)
        for name, ties in _TIES
        for party in parties.filter(_among(ties(by.pk)))[:TIES_TOLD]
    ]


def people_near(by: Player) -> set[int]:
    """Their own number, those of everybody they are tied to, and of all their bots: what concerns
    none of them is no conflict. For lists, which ask once."""
    return set(Player.objects.filter(_oneself(by) | _tied(by)).values_list("pk", flat=True))


def _oneself(by: Player) -> Q:
    return Q(pk=by.pk) | Q(owner_id=by.pk)


def _tied(by: Player) -> Q:
    tied = Q()
    for _name, ties in _TIES:
        tied |= _among(ties(by.pk))
    return tied


def _among(others: QuerySet[Any]) -> Q:
    return Q(pk__in=others) | Q(owner_id__in=others)


def require_may(
    by: Player,
    act: str,
    kind: str = "",
    concerned: Model | int | None = None,
    *,
    only_looks: bool = False,
) -> None:
    """Raises what the matrix says against this act; who only looks uses no consent up for it."""
    number = concerned.pk if isinstance(concerned, Model) else concerned
    for judge in _JUDGES:
        judge(by=by, act=act, kind=kind, number=number, only_looks=only_looks)


def why_not(by: Player, act: str, kind: str, number: int) -> str:
    """The sentence by which this act would be refused to them now, or "": for buttons."""
    try:
        require_may(by, act, kind, number, only_looks=True)
    except Refusal as refusal:
        return words_of(refusal)
    return ""


def concerns(kind: str, argument: str) -> Callable[[Act], Act]:
    """Declare that the staff's act `act(..., by=)` concerns the row that `argument` names.

    It is judged, done and logged in one transaction, and once more where that crossed with another.
    """

    def declare(act: Act) -> Act:
        @transaction.atomic
        def whole(*args: Any, **kwargs: Any) -> Any:
            by = kwargs.get("by")
            if by is not None:  # the platform itself has no part in anything
                require_may(by, act.__name__, kind, kwargs[argument] if argument else None)
            return act(*args, **kwargs)

        @wraps(act)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            return again(partial(whole, *args, **kwargs))

        guarded.concerns = kind  # type: ignore[attr-defined]
        return cast(Act, guarded)

    return declare


def concerns_nobody(act: Act) -> Act:
    """Declare that an act touches no tournament, table, player or chip account."""
    return concerns("", "")(act)


@parties_to("player")
def _player(number: int) -> QuerySet[Player]:
    return Player.objects.filter(pk=number)


@parties_to("account")
def _account(number: int) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=ChipAccount.objects.filter(pk=number).values("player_id"))


@parties_to("club")
def _club(number: int) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=ClubMember.objects.filter(club=number).values("player_id"))


@parties_to("ticket")
def _ticket(number: int) -> QuerySet[Player]:
    """Whoever has issued it."""
    issued = PremiumTicket.objects.filter(pk=number)
    return Player.objects.filter(pk__in=issued.values("issued_by_id"))


@ties_people("friend")
def _higher_friends(number: int) -> QuerySet[Any]:
    return Friendship.objects.filter(lower=number, accepted_at__isnull=False).values("higher_id")


@ties_people("friend")
def _lower_friends(number: int) -> QuerySet[Any]:
    return Friendship.objects.filter(higher=number, accepted_at__isnull=False).values("lower_id")
