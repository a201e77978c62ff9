"""Why each round was dealt by the seat that dealt it, with what that follows from."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.models import Round, Seat, TableEvent
from rummy.fairness import Before, Dealing
from rummy.match.events import PlayersReseated, RoundPrepared, RoundStarted
from web.finding import or_raise

_TOLD = (RoundPrepared.type, RoundStarted.type, PlayersReseated.type)


@dataclass(slots=True)
class _Log:
    """What of one table's story concerns the deal."""

    seats: dict[int, int] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    prepared: dict[int, dict[str, Any]] = field(default_factory=dict)
    dealt_to: dict[int, int] = field(default_factory=dict)
    moves: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    def players(self, played: Round) -> tuple[int, ...]:
        """Everybody by the seats they had in this round."""
        came_from = [
            move["came_from"] for seq, move in self.moves if seq > (played.last_event or 0)
        ]
        by_seat = {}
        for now, player in self.seats.items():
            seat = now
            for moved in reversed(came_from):
                seat = moved[seat]
            by_seat[seat] = player
        return tuple(by_seat[seat] for seat in sorted(by_seat))

    def before(self, table: int, number: int) -> Before | None:
        """A round as those after it refer to it; one given up before its first card, too."""
        played = self.rounds.get(number)
        if played is None:
            return None
        winner = played.score["winner"] if played.score else None
        players = self.players(played)[: self.dealt_to.get(number)]
        return Before(table, number, players, played.dealer, winner)

    def dropped_out(self, since: Round, until: Round) -> tuple[int, ...]:
        """Those of the round `since` who dropped out before the first card of `until`.

        Whoever bought back is among them: who deals was settled before.
        """
        players, out, playing = self.players(since), [], self.dealt_to[since.number]
        for seq, move in self.moves:
            if (since.last_event or 0) < seq < (until.first_event or math.inf):
                out += [players[seat] for seat in move["came_from"][move["playing"] : playing]]
                players = tuple(players[seat] for seat in move["came_from"])
                playing = move["playing"]
        return tuple(out)


@dataclass(frozen=True, slots=True)
class Dealt:
    """Why a round's dealer deals, None where its log does not tell; all players by their seats."""

    dealing: Dealing | None
    players: tuple[int, ...]


def dealt(rounds: Sequence[Round]) -> dict[int, Dealt]:
    """By each round's id who sat there and why its dealer deals.

    However many rounds, it takes three questions to the database, and three more where the deal
    goes on from other tables.
    """
    logs = _logs({played.table_id for played in rounds})
    known = [payload for log in logs.values() for payload in log.prepared.values()]
    logs |= _logs({p["before_table"] for p in known if p.get("before_table")} - set(logs))
    return {
        played.pk: Dealt(_dealing(played, logs), logs[played.table_id].players(played))
        for played in rounds
    }


def round_before(table_id: int, number: int) -> Before:
    """A round from which the deal goes on elsewhere."""
    before = _logs([table_id])[table_id].before(table_id, number)
    return or_raise(before, AssertionError(f"table {table_id} has no round {number}"))


def last_rounds(table_ids: Iterable[int]) -> dict[int, Before]:
    """The last round dealt at each of these tables, or the first where none was."""
    found = {}
    for table, log in _logs(table_ids).items():
        before = log.before(table, max(log.dealt_to, default=1))
        if before is not None:
            found[table] = before
    return found


def _dealing(played: Round, logs: dict[int, _Log]) -> Dealing | None:
    log = logs[played.table_id]
    known = log.prepared.get(played.number, {})
    if known.get("reason") is None:
        return None
    if known.get("before_table"):
        table, number = known["before_table"], known["before_round"]
        before = logs[table].before(table, number) if table in logs else None
        return Dealing(played.dealer, known["reason"], before)
    if played.number == 1:
        return Dealing(played.dealer, known["reason"])
    before = log.before(played.table_id, played.number - 1)
    out = log.dropped_out(log.rounds[played.number - 1], played) if before else ()
    return Dealing(played.dealer, known["reason"], before, out)


def _logs(tables: Iterable[int]) -> dict[int, _Log]:
    ids = list(tables)
    logs: dict[int, _Log] = defaultdict(_Log)
    if not ids:
        return {}
    for table, number, player in Seat.objects.filter(table__in=ids).values_list(
        "table_id", "number", "player_id"
    ):
        logs[table].seats[number] = player
    for played in Round.objects.filter(table__in=ids):
        logs[played.table_id].rounds[played.number] = played
    events = TableEvent.objects.filter(table__in=ids, kind__in=_TOLD).order_by("table", "seq")
    for event in events:
        _tell(logs[event.table_id], event)
    return dict(logs)


def _tell(log: _Log, event: TableEvent) -> None:
    known = event.payload
    if event.kind == RoundPrepared.type:
        log.prepared[known["number"]] = known
    elif event.kind == RoundStarted.type:
        log.dealt_to[known["number"]] = known.get("seats") or len(known["client_seeds"])
    else:
        log.moves.append((event.seq, known))
