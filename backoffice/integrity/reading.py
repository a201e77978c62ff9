"""Integrity: who plays with whom more than chance says, where chips flow, odd discards.

Nothing here accuses anybody. It says where a person should look, with the numbers, and every row
leads to the tables and replays behind it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.models import Round, Seat, Table
from games.moves.errors import Refused
from games.replay.hints import review_of
from games.replay.rounds import card_events, stored_events
from games.replay.thoughts import Asked
from rummy.engine.moves import Discard
from rummy.engine.records import Event
from rummy.hints.review import WORTH_MENTIONING
from rummy.match import MatchTerms
from web.database import sql
from web.database.sql_files import read_sql

TABLES = 5_000
SHARED_LEAST = 3
PAIRS_MAX = 50
ROUNDS_LOOKED_THROUGH = 6
TABLES_SHOWN = 20
TAKEN = ("upcard_taken", "discard_taken", "pile_taken")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people over the latest tables. `flow_chips` from the first to the second, if positive."""

    one: int
    one_name: str
    other: int
    other_name: str
    shared: int
    expected: float
    flow_chips: int
    lost: int
    latest_table: int
    common_places: int

    @property
    def ratio(self) -> float:
        """How many times as often as by chance they sat together."""
        return round(self.shared / max(0.1, self.expected), 1)


@dataclass(frozen=True, slots=True)
class Gift:
    """A discard that cost its player points by the expert's judgement, and that the other took."""

    table: int
    round: int
    step: int
    giver: str
    taker: str
    card: str
    cost: float


def pairs(*, player_id: int | None = None, most: int = PAIRS_MAX) -> list[Pair]:
    """Pairs worth a look, the most striking first, over the latest tables; or those of a player."""
    values = {"tables": TABLES, "player": player_id, "least": SHARED_LEAST, "most": most}
    return [Pair(*row) for row in sql.rows(read_sql("backoffice", "pairs"), values)]


def shared_tables(one: int, other: int) -> list[Table]:
    """The latest finished tables at which both sat, with their seats."""
    both = Seat.objects.filter(player_id=one).order_by("-table_id")[:TABLES].values("table_id")
    return list(
        Table.objects.filter(pk__in=both, seats__player_id=other, status="finished")
        .defer("state")
        .prefetch_related("seats__player")
        .order_by("-id")[:TABLES_SHOWN]
    )


@dataclass(frozen=True, slots=True)
class Gifts:
    """What was found in the rounds looked through; `waiting` for so many rounds to be."""

    found: list[Gift]
    waiting: int


def gifts(tables: list[Table], one: int, other: int) -> Gifts:
    """Costly discards between the two in the latest rounds they played; games with two seats only.

    A few rounds are looked through, by a worker, and remembered.
    """
    ids = [table.pk for table in tables if table.seats_max == 2]
    rounds = (
        Round.objects.all_cards_open()
        .select_related("table")
        .filter(table_id__in=ids)
        .exclude(score=None)
        .order_by("-ended_at")[:ROUNDS_LOOKED_THROUGH]
    )
    found: list[Gift] = []
    waiting = 0
    for played in rounds:
        if MatchTerms.from_json(played.table.terms).rules.family != "knock":
            continue
        review = _review(played)
        if review is None:
            waiting += 1
        else:
            found += _gifts_of(played, review)
    names = {seat.player_id: seat.player.name for table in tables for seat in table.seats.all()}
    wanted = {names.get(one), names.get(other)}
    between = [gift for gift in found if {gift.giver, gift.taker} == wanted]
    return Gifts(sorted(between, key=lambda gift: -gift.cost), waiting)


def _review(played: Round) -> list[dict[str, Any]] | None:
    """None while it is being thought about, and where nobody had the time."""
    try:
        review = review_of(played)
    except Refused:
        return None
    return None if isinstance(review, Asked) else review["results"]


def _gifts_of(played: Round, review: list[dict[str, Any]]) -> Iterator[Gift]:
    costly = [
        (seat["seat"], decision)
        for seat in review
        for decision in seat["decisions"]
        if decision["action"]["type"] == Discard.type and decision["cost"] >= WORTH_MENTIONING
    ]
    if not costly:
        return
    events = [event for _seq, event in card_events(stored_events(played))]
    seats = Seat.objects.filter(table_id=played.table_id).select_related("player")
    names = {seat.number: seat.player.name for seat in seats}
    for giver, decision in costly:
        if _taken_next(events, decision["step"] + 1):
            yield Gift(
                table=played.table_id,
                round=played.number,
                step=decision["step"],
                giver=names[giver],
                taker=names[1 - giver],
                card=decision["action"]["card"],
                cost=decision["cost"],
            )


def _taken_next(events: list[Event], place: int) -> bool:
    """Whether the next thing that happened with the cards was that the discard was taken."""
    return place + 1 < len(events) and type(events[place + 1]).type in TAKEN
