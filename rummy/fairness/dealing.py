"""Why this seat deals a round: part of its proof, so that nobody has to take it on trust.

The lot and the cards drawn for places follow from the round's own seeds. Where a tournament has
paired a stage, its seats say who deals; where the cards of an earlier round are dealt once more,
the same seat deals them. Everything else follows from a round before: its players, who dealt it and
who won it, all of which its own record tells.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

LOT: Final = "lot"
SEATS_DRAWN: Final = "seats_drawn"
WINNER: Final = "winner"
LOSER: Final = "loser"
LEFT: Final = "left"
AGAIN: Final = "again"
REMATCH: Final = "rematch"
TABLE_GOES_ON: Final = "table_goes_on"
PAIRED: Final = "paired"
DEALT_BEFORE: Final = "dealt_before"

# All others follow from a round before.
BY_THEMSELVES: Final = (LOT, SEATS_DRAWN, PAIRED, DEALT_BEFORE)
REASONS: Final = (*BY_THEMSELVES, WINNER, LOSER, LEFT, AGAIN, REMATCH, TABLE_GOES_ON)
# What a game's rules call who deals next, and which reason that is after a round with a winner.
_AFTER_A_WINNER: Final = {"winner": WINNER, "loser": LOSER, "alternate": LEFT, "clockwise": LEFT}
CLOCKWISE: Final = "clockwise"


def reason_after(way: str, winner: int | None) -> str:
    """Why somebody deals the next round of a match.

    GIN-10: without a winner the same deals again, unless the deal goes round (GER-2, R500-12).
    """
    if winner is None and way != CLOCKWISE:
        return AGAIN
    return _AFTER_A_WINNER[way]


def first_in_turn(reason: str, *, dealer: int, winner: int | None, seats: int) -> int:
    """The seat of the round before whose turn to deal it is, if its player is still there."""
    start = dealer if winner is None else winner
    step = {WINNER: 0, AGAIN: 0, LOSER: 1}
    return (start + step[reason]) % seats if reason in step else (dealer + 1) % seats


@dataclass(frozen=True, slots=True)
class Before:
    """The round that a deal follows from. `players` are those dealt to, by their ids, from seat 0;
    `dealer` and `winner` are seats among them."""

    table: int
    round_number: int
    players: tuple[int, ...]
    dealer: int
    winner: int | None = None

    def next_to_deal(
        self, reason: str, here: Collection[int], out: Collection[int] = ()
    ) -> int | None:
        """The player whose turn it is: from that seat on to the left the first who plays on."""
        start = first_in_turn(
            reason, dealer=self.dealer, winner=self.winner, seats=len(self.players)
        )
        circle = (*self.players[start:], *self.players[:start])
        return next((player for player in circle if player in here and player not in out), None)

    def to_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "round": self.round_number,
            "players": list(self.players),
            "dealer": self.dealer,
            "winner": self.winner,
        }


@dataclass(frozen=True, slots=True)
class Dealing:
    """Who deals and why. `out` are players of the round before who dropped out after it."""

    dealer: int
    reason: str
    before: Before | None = None
    out: tuple[int, ...] = ()

    def follows(
        self,
        *,
        table: int,
        round_number: int,
        players: tuple[int, ...],
        way: str,
        is_directed: bool,
    ) -> bool:
        """Whether the reason holds here and leads to this seat; not asked where lots decide.

        `players` sit at the table, from seat 0; `way` is who deals next by the game's rules;
        `is_directed` at the tables of tournaments, where there are no rematches.
        """
        before = self.before
        if before is None or not 0 <= self.dealer < len(players):
            return False
        if before.table == table:
            is_next = before.round_number == round_number - 1
            due = reason_after(way, before.winner)
            is_the_reason = is_next and set(self.out) < set(before.players)
        else:
            due = TABLE_GOES_ON if is_directed else REMATCH
            same = before.round_number == 1 and sorted(before.players) == sorted(players)
            begins = round_number == 1 and before.table < table and not self.out
            is_the_reason = begins and (is_directed or same)
        if not is_the_reason or self.reason != due:
            return False
        return players[self.dealer] == before.next_to_deal(self.reason, players, self.out)

    def to_json(self) -> dict[str, Any]:
        return {
            "reason": self.reason,
            "before": None if self.before is None else self.before.to_json(),
            "out": list(self.out),
        }
