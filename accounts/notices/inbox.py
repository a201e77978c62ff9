"""Reading notices: a player's inbox in words, how many are new, what comes by e-mail."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import Notice, NoticeWish, Player
from accounts.notices.kinds import KINDS
from web.api.paging import cut

UNREAD_SHOWN_MAX = 99


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


def mail_wishes(player: Player) -> dict[str, bool]:
    """By kind that this player may ever be told of, whether its notices come by e-mail."""
    wished = dict(NoticeWish.objects.filter(player=player).values_list("kind", "by_mail"))
    concerning = {key: kind for key, kind in KINDS.items() if kind.concerns(player)}
    return {key: wished.get(key, kind.by_mail) for key, kind in concerning.items()}
