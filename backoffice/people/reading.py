"""A player's file, and the list it is found in."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.books.reading import StatementLine, statement
from accounts.models import ChipAccount, Membership, Player, PremiumTicket, Silence
from accounts.people.reputation import rating_of, reputation
from accounts.programs.tokens.issuing import live_tokens
from accounts.signing_in.devices import sessions_of
from accounts.signing_in.stepping_up import has_second_factor
from backoffice.models import PlayerNote, Sanction, Seen, StaffAct
from games.models import ChatReport, Seat
from tournaments.models import Entry
from web.database import sql
from web.finding import or_raise
from web.numbers import whole
from web.refusals import Refused

PAGE = 50
ROWS = 15
MOVED = 5
KINDS = {
    "members": Q(is_guest=False, is_bot=False),
    "guests": Q(is_guest=True),
    "bots": Q(is_bot=True),
    "staff": Q(is_staff=True),
    "banned": Q(is_active=False) & ~Q(username__contains=" "),  # as `Player.is_gone`
}
_LIKE = """
SELECT id FROM accounts_player
WHERE lower(username) >= lower(%(name)s)
  AND lower(username) < lower(%(name)s) || chr(1114111)
ORDER BY lower(username) LIMIT %(most)s
"""
_ALIKE = """
SELECT o.player_id, p.username, count(DISTINCT o.digest), bool_or(o.kind = 'device'),
  bool_or(o.kind = 'browser'), p.is_active
FROM player_seen s
JOIN player_seen o ON o.digest = s.digest AND o.player_id <> s.player_id
JOIN accounts_player p ON p.id = o.player_id
WHERE s.player_id = %s GROUP BY 1, 2, 6 ORDER BY 4 DESC, 5 DESC, 3 DESC, 1 LIMIT 20
"""


@dataclass(frozen=True, slots=True)
class Alike:
    """Another player seen in the same places; `device`: on the very same one; `browser`: by the
    same build in the same network, which two phones of one model are as well."""

    player_id: int
    name: str
    places: int
    device: bool
    browser: bool
    is_active: bool


@dataclass(frozen=True, slots=True)
class PlayerFile:
    """Everything staff know of a player."""

    player: Player
    accounts: list[ChipAccount]
    moved: tuple[StatementLine, ...]
    seats: list[Seat]
    entries: list[Entry]
    memberships: list[Membership]
    tickets: list[PremiumTicket]
    reports: list[ChatReport]
    silences: list[Silence]
    sanctions: list[Sanction]
    notes: list[PlayerNote]
    acts: list[StaffAct]
    seen: list[Seen]
    alike: list[Alike]
    facts: dict[str, Any]

    @property
    def silent_until(self) -> dt.datetime | None:
        return max((one.until for one in self.silences), default=None)


def players(*, name: str = "", kind: str = "", before: int | None = None) -> list[Player]:
    """Players, newest first, or by the beginning of their name; a page and one more."""
    found = Player.objects.order_by("-id")
    number = whole(name)
    if number is not None:
        found = found.filter(pk=number)
    elif name:
        called = sql.rows(_LIKE, {"name": name, "most": PAGE + 1})
        found = found.filter(pk__in=[pk for (pk,) in called])
    found = found.filter(KINDS.get(kind, Q()))
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found[: PAGE + 1])


def player_of(player_id: int) -> Player:
    """Raises Refused(player_not_found)."""
    return or_raise(Player.objects.filter(pk=player_id).first(), Refused("player_not_found"))


def player_file(player: Player) -> PlayerFile:
    """A player's file in a fixed number of queries."""
    return PlayerFile(
        player=player,
        accounts=list(ChipAccount.objects.filter(player=player).order_by("-id")[:ROWS]),
        moved=statement(player, limit=MOVED).lines,
        seats=list(
            Seat.objects.filter(player=player)
            .select_related("table")
            .defer("table__state")
            .order_by("-table_id")[:ROWS]
        ),
        entries=list(
            Entry.objects.filter(player=player).select_related("tournament").order_by("-id")[:ROWS]
        ),
        memberships=list(Membership.objects.filter(player=player).order_by("-id")[:5]),
        tickets=list(PremiumTicket.objects.filter(redeemed_by=player).order_by("-id")[:5]),
        reports=list(
            ChatReport.objects.filter(author=player)
            .select_related("reporter")
            .order_by("-id")[:ROWS]
        ),
        silences=list(player.silences.filter(until__gt=timezone.now())[:5]),
        sanctions=list(Sanction.objects.filter(player=player).select_related("by")[:ROWS]),
        notes=list(PlayerNote.objects.filter(player=player).select_related("author")[:ROWS]),
        acts=list(
            StaffAct.objects.filter(subject=f"player:{player.pk}").select_related("actor")[:ROWS]
        ),
        seen=list(Seen.objects.filter(player=player).order_by("-last_at")[:ROWS]),
        alike=[Alike(*row) for row in sql.rows(_ALIKE, [player.pk])],
        facts={
            "reputation": reputation(player),
            "rating": rating_of(player),
            "has_second_factor": has_second_factor(player),
            "sessions": sessions_of(player).count(),
            "tokens": live_tokens(player).count(),
        },
    )
