"""Reading notices: a player's inbox in words, how many are new, what comes to them unasked."""

from collections.abc import Mapping
from typing import Any

from accounts.models import Notice, NoticeWish, Player
from accounts.notices.kinds import GROUPS, KINDS, NoticeKind
from web.api.paging import cut
from web.api.payloads import With

UNREAD_SHOWN_MAX = 99
WAYS = ("by_mail", "by_push")


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


def shown(notice: Notice) -> With:
    """A notice in `words` of the active language, and its page ("" where it leads nowhere)."""
    words, path = words_of(notice.kind, notice.facts)
    return With(notice, words=words, path=path, is_read=notice.read_at is not None)


def words_of(kind_key: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """A notice's sentence and its page; one of a kind we no longer know is shown by its name."""
    kind = KINDS.get(kind_key)
    return (kind_key, "") if kind is None else (kind.words(facts), kind.path(facts))


def wishes_of(player: Player) -> list[With]:
    """Each kind that this player may ever be told of, and by which of the `WAYS` it comes."""
    said = {wish.kind: wish for wish in NoticeWish.objects.filter(player=player)}
    return [
        With(kind, **{way: wants(kind, said.get(kind.key), way) for way in WAYS})
        for kind in KINDS.values()
        if kind.concerns(player)
    ]


def grouped(wishes: list[With]) -> list[With]:
    """By their groups, without empty ones; `on` wishes bring something to the player unasked."""
    groups = ((key, [one for one in wishes if one.group == key]) for key in GROUPS)
    return [
        With(
            key=key,
            title=GROUPS[key],
            wishes=some,
            on=sum(one.by_mail or one.by_push for one in some),
        )
        for key, some in groups
        if some
    ]


def wants(kind: NoticeKind, said: NoticeWish | None, way: str) -> bool:
    """Whether notices of a kind come in one of the `WAYS`, for whoever has said this about it."""
    wish: bool | None = getattr(said, way, None)
    return getattr(kind, way) if wish is None else wish
