"""What a puzzle is: a position, what there is to decide, and the proof of what is best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, NamedTuple

from rummy import engine
from rummy.engine.as_json.codec import Json, Shape, read_record, write_record
from rummy.engine.as_json.stored import action_from_json, action_to_json
from rummy.engine.families.knock.actions import Knock
from rummy.engine.families.table_melding.actions import ExchangeJoker, LayMeld, LayOff, Rearrange
from rummy.engine.moves import Discard
from rummy.engine.records import Action

from .position import Position

# What there is to decide.
DRAW, DISCARD, KNOCK, MELD, GO_OUT = "draw", "discard", "knock", "meld", "go_out"
THEMES: Final = (DRAW, DISCARD, KNOCK, MELD, GO_OUT)
LAYING: Final = (LayMeld, LayOff, ExchangeJoker, Rearrange)


Move = Annotated[Action, Shape(action_to_json, action_from_json)]
Measured = Annotated[float, Shape(float, float)]


class Choice(NamedTuple):
    """A move and how many points it is behind the best one, give or take `margin` (95 %).

    `playouts`: how often it was played on from both, with the same cards dealt anew.
    """

    action: Move
    behind: Measured
    margin: Measured
    playouts: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`choices` are the best move first, then those that come next.

    Where a hand can go out (`GO_OUT`) there is nothing to weigh: `line` are the moves of one way to
    do it. `reason` is a code with its `facts`, as a hint's. `found_by` are the bots of the house
    that move right here.
    """

    theme: str
    position: Annotated[Position, Shape(Position.to_json, Position.from_json)]
    choices: tuple[Choice, ...] = ()
    line: tuple[Move, ...] = ()
    reason: str = ""
    facts: Annotated[Json, Shape(dict, dict)] = field(default_factory=dict)
    found_by: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """The preset."""
        return self.position.rules.key

    @property
    def best(self) -> Action:
        """The first move of the answer."""
        return self.line[0] if self.theme == GO_OUT else self.choices[0].action

    def to_json(self) -> Json:
        return write_record(self)

    @classmethod
    def from_json(cls, stored: Json) -> Puzzle:
        return read_record(cls, stored)


def same_move(state: engine.RoundState, seat: int, one: Action, other: Action) -> bool:
    """Whether both come to the same: a knock however it is laid out, a top card with its name or
    without. Raises IllegalAction where the rules forbid either."""
    if isinstance(one, Knock) and isinstance(other, Knock):
        return one.card == other.card
    if type(one) is not type(other):
        return False
    return one == other or engine.decide(state, seat, one) == engine.decide(state, seat, other)


def goes_out(position: Position, moves: Sequence[Action]) -> bool | None:
    """Whether these moves end the round with nothing left in the seat's hand; None: not yet."""
    state = position.state
    for action in moves:
        for event in engine.decide(state, position.seat, action):
            state = engine.evolve(state, event)
    return has_gone_out(state, position.seat)


def has_gone_out(state: engine.RoundState, seat: int) -> bool | None:
    """Whether the round is over with nothing left in this hand; None while it is on turn."""
    if state.turn == seat:
        return None
    counts = engine.view(state, None).to_json()["hand_counts"]
    return state.is_over and counts[seat] == 0


def theme_of(legal: Sequence[Action]) -> str:
    """What there is to decide among these."""
    if any(isinstance(action, Knock) for action in legal):
        return KNOCK
    if any(isinstance(action, LAYING) for action in legal):
        return MELD
    return DISCARD if any(isinstance(action, Discard) for action in legal) else DRAW
