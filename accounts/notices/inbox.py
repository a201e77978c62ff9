"""Reading notices: a player's inbox in words, how many are new, what comes to them unasked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import Notice, NoticeWish, Player
from accounts.notices.kinds import GROUPS, KINDS, NoticeKind, Words
from web.api.paging import cut

UNREAD_SHOWN_MAX = 99
WAYS = ("by_mail", "by_push")


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """A notice in the active language, and the page it leads to ("" where it leads nowhere)."""

    notice: Notice
    words: str
    path: str


def read_inbox(
    player: Player, *, before: int | None = None, limit: int = 30
) -> tuple[list[Notice], int | None]:
    """The player's notices with an id below `before`, newest first, and where more begin."""
    own = Notice.objects.filter(player=player)
    if before is not None:
        own = own.filter(pk__lt=before)
    return cut(own.order_by("-pk")[: limit + 1], limit)


def unread_count(player: Player) -> int:
    """How many notices are new, counted up to a hundred."""
    unread = Notice.objects.filter(player=player, read_at=None)
    return unread[: UNREAD_SHOWN_MAX + 1].count()


def shown(notice: Notice) -> ShownNotice:
    """In words, with its page."""
    return ShownNotice(notice, *words_of(notice.kind, notice.facts))


def words_of(kind_key: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """A notice's sentence and its page; one of a kind we no longer know is shown by its name."""
    kind = KINDS.get(kind_key)
    return (kind_key, "") if kind is None else (kind.words(facts), kind.path(facts))


@dataclass(frozen=True, slots=True)
class Wish:
    """How notices of a kind come to a player."""

    kind: NoticeKind
    by_mail: bool
    by_push: bool


def wishes_of(player: Player) -> list[Wish]:
    """For each kind that this player may ever be told of."""
    said = {wish.kind: wish for wish in NoticeWish.objects.filter(player=player)}
    return [
        Wish(kind, *(wants(kind, said.get(kind.key), way) for way in WAYS))
        for kind in KINDS.values()
        if kind.concerns(player)
    ]


@dataclass(frozen=True, slots=True)
class WishGroup:
    """Wishes that are shown together; `on` of them bring something to the player unasked."""

    key: str
    title: Words
    wishes: list[Wish]

    @property
    def on(self) -> int:
        return sum(wish.by_mail or wish.by_push for wish in self.wishes)


def grouped(wishes: list[Wish]) -> list[WishGroup]:
    """By their groups, those without any left out."""
    groups = (
        WishGroup(key, title, [wish for wish in wishes if wish.kind.group == key])
        for key, title in GROUPS.items()
    )
    return [group for group in groups if group.wishes]


def wants(kind: NoticeKind, said: NoticeWish | None, way: str) -> bool:
    """Whether notices of a kind come in one of the `WAYS`, for whoever has said this about it."""
    wish: bool | None = getattr(said, way, None)
    return getattr(kind, way) if wish is None else wish
