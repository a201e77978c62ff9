"""A table inside a transaction: its locked row, its match, and what is to be written of it."""

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import orjson

from games.models import TableStatus
from games.moves.commands import StoredEvent
from games.moves.decks import TableShuffler
from rummy import match
from rummy.engine.as_json.stored import event_to_json
from rummy.engine.records import Event
from rummy.match.events import MatchFinished, RoundScored

CACHED_TABLES_MAX = 5_000


@dataclass(slots=True)
class LiveTable:
    """The row as locked, with the events collected for it in this transaction."""

    id: int
    version_before: int
    status: str
    state: match.MatchState
    now_ms: int
    shuffler: TableShuffler
    pending: list[StoredEvent] = field(default_factory=list)
    happened: list[tuple[int, Event]] = field(default_factory=list)
    turn_before: int | None = None
    sheet_before: tuple[RoundScored, ...] = ()
    came_from: str = ""  # the request that what was done last follows from

    def __post_init__(self) -> None:
        self.turn_before = self.state.clock.turn
        self.sheet_before = self.state.sheet

    @property
    def version(self) -> int:
        return self.version_before + len(self.pending)

    def take(self, step: match.Step) -> tuple[StoredEvent, ...]:
        """Add a step's events to the log and go on from its state."""
        first = len(self.pending)
        for event in step.events:
            data = event_to_json(event)
            kind = data.pop("type")
            self.happened.append((self.version + 1, event))
            self.note(kind, data)
        self.state = step.state
        self.status = _status(self.status, step.state)
        return tuple(self.pending[first:])

    def note(self, kind: str, payload: dict[str, Any]) -> StoredEvent:
        event = StoredEvent(self.version + 1, kind, payload, self.now_ms)
        self.pending.append(event)
        return event

    def events_of(self, kind: type[Event]) -> list[tuple[int, Any]]:
        """(sequence number, event) of one kind, as collected in this transaction."""
        return [(seq, event) for seq, event in self.happened if isinstance(event, kind)]

    def dealer_of_deal(self, started: int) -> int:
        """The dealer of the round that started with this event, as the deal after it says."""
        deals = (event for seq, event in self.happened if seq > started)
        dealer: int = next(deals).dealer  # type: ignore[attr-defined]  # in every family's deal
        return dealer

    @property
    def result(self) -> MatchFinished | None:
        """The match's end, when it came in this transaction."""
        found = self.events_of(MatchFinished)
        return found[0][1] if found else None

    @property
    def turn_to_tell(self) -> int | None:
        """The player whose turn has come in this transaction, where moves take days."""
        state = self.state
        turn = state.clock.turn
        if not state.terms.turn_based or turn is None or turn == self.turn_before:
            return None
        return None if state.robots[turn] or state.plays_alone(turn) else state.players[turn]

    @property
    def deals_from_stored_seed(self) -> bool:
        """Whether a command may make use of a seed that was drawn before this transaction."""
        phase, is_known = self.state.phase, self.state.terms.cards_are_known
        return phase is match.Phase.BETWEEN or (is_known and phase is not match.Phase.FINISHED)

    def wake_ms(self) -> int | None:
        """When the table must be looked at next: a bot's thought, or the clock's end."""
        clock, state = self.state.clock, self.state
        if clock.turn is None or clock.deadline_ms is None:
            return clock.deadline_ms
        if not any(map(state.bot_plays, (clock.turn, *match.seats_out_of_turn(state)))):
            return clock.deadline_ms
        due_ms = self.now_ms + state.terms.robot_ms
        if state.bot_plays(clock.turn):
            due_ms = max(due_ms, match.knock_until_ms(state) or 0)
        return min(due_ms, clock.deadline_ms)

    def snapshot(self) -> dict[str, Any] | str:
        """The state for JSON; an empty text while nobody plays."""
        if self.state.phase is match.Phase.SEATING:
            return ""
        return match.state_to_json(self.state)

    def changed_sheet(self) -> list[dict[str, Any]] | None:
        """The score sheet, if it is another than before: states share it from move to move."""
        sheet = self.state.sheet
        return None if sheet is self.sheet_before else match.sheet_to_json(sheet)


def _status(before: str, state: match.MatchState) -> str:
    if state.phase is match.Phase.FINISHED:
        return TableStatus.FINISHED.value
    return before if state.phase is match.Phase.SEATING else TableStatus.PLAYING.value


class StateCache:
    """Decoded states by table, each good for exactly one version.

    Only a saving: a transaction compares the version with the locked row and reads the
    stored state when they differ. Entries are put in after the commit.
    """

    def __init__(self, most: int = CACHED_TABLES_MAX) -> None:
        self._most = most
        self._states: OrderedDict[int, tuple[int, match.MatchState]] = OrderedDict()

    def version_of(self, table_id: int) -> int:
        known = self._states.get(table_id)
        return -1 if known is None else known[0]

    def state_of(self, table_id: int) -> match.MatchState:
        self._states.move_to_end(table_id)
        return self._states[table_id][1]

    def keep(self, table_id: int, version: int, state: match.MatchState) -> None:
        self._states[table_id] = (version, state)
        self._states.move_to_end(table_id)
        while len(self._states) > self._most:
            self._states.popitem(last=False)

    def forget(self, table_id: int) -> None:
        self._states.pop(table_id, None)


def read_state(terms: str, state: str, sheet: str) -> match.MatchState:
    """A match from the three columns of its table."""
    agreed = _read_terms(terms)
    if not state:
        return match.opening_state(agreed)
    return match.state_from_json(agreed, orjson.loads(state), _read_sheet(sheet))


# Where others move at a table, too, its state is read for each move. What stays as it was is most
# of that: terms, which many tables have in common, and the sheet from one round to the next.
@lru_cache(maxsize=256)
def _read_terms(terms: str) -> match.MatchTerms:
    return match.MatchTerms.from_json(orjson.loads(terms))


@lru_cache(maxsize=128)
def _read_sheet(sheet: str) -> tuple[RoundScored, ...]:
    return match.sheet_from_json(orjson.loads(sheet))
