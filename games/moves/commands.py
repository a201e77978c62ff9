"""What a batch of table work is asked to do, and what came of each request."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from rummy.engine.as_json.stored import action_to_json
from rummy.engine.records import Action
from rummy.match import FirstDeal, TableAction
from web.whence import whence


@dataclass(frozen=True, slots=True)
class Asked:
    """Of a table; and from which request it follows, which makes it no other."""

    table_id: int
    came_from: str = field(default_factory=whence, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Move(Asked):
    player_id: int
    action: Action
    expected_version: int | None
    key: str

    @property
    def needs_version(self) -> bool:
        """Cards are played on a state the player has seen; getting ready is not."""
        return not isinstance(self.action, TableAction)

    @property
    def fingerprint(self) -> str:
        """Of what was asked for, through whichever door: it tells a retry from a key used twice."""
        version = self.expected_version if self.needs_version else None
        asked = [self.table_id, action_to_json(self.action), version]
        return hashlib.sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()


@dataclass(frozen=True, slots=True)
class Tick(Asked):
    """Look whether time has run out at a table."""


@dataclass(frozen=True, slots=True)
class PlayFor(Asked):
    """A bot has chosen this for the absent player on turn, on a state it has seen."""

    action: Action
    by: str
    expected_version: int


@dataclass(frozen=True, slots=True)
class Compensate(Asked):
    """The house could not be reached in this span of time: put the clock forward."""

    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class GiveTime(Asked):
    """A tournament's director gives whoever is on turn more time."""

    ms: int


@dataclass(frozen=True, slots=True)
class BuyBack(Asked):
    """An eliminated player is in again; the chips are posted in the same transaction."""

    player_id: int


@dataclass(frozen=True, slots=True)
class CallOff(Asked):
    """Staff end a match that cannot go on, as they have seen it: every stake goes back."""

    expected_version: int


@dataclass(frozen=True, slots=True)
class Start(Asked):
    """All seats are taken: begin the match. Lots decide who deals first, unless it goes on from
    another table (PLAY-4); with `places_settled` no cards are drawn for the seats."""

    players: tuple[int, ...]
    robots: tuple[bool, ...]
    places_settled: bool = False
    first_deal: FirstDeal | None = None


@dataclass(frozen=True, slots=True)
class Note(Asked):
    """An entry in the table's log that changes no match: somebody sat down or left."""

    kind: str
    payload: Mapping[str, Any]


MatchCommand = Move | Tick | PlayFor | Compensate | GiveTime | BuyBack | CallOff | Start
Command = MatchCommand | Note


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as the log holds it."""

    seq: int
    kind: str
    payload: Mapping[str, Any]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Done:
    """The command was carried out (now, or earlier under the same key)."""

    table_id: int
    version: int
    events: tuple[StoredEvent, ...]
    seat: int | None = None
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """The command was refused and changed nothing."""

    error: Exception = field(compare=False)


Outcome = Done | Failed
