"""What a player may ask of the table besides playing cards."""

from dataclasses import dataclass
from typing import ClassVar

from rummy.engine.errors import InvalidAction
from rummy.engine.records import Action, action_type

SEED_CHARS_MAX = 64
VACATION_DAYS_AT_ONCE_MAX = 30


def require_seed(seed: str) -> None:
    """What a player gives to the chance that decides. Raises InvalidAction(seed_unreadable)."""
    if len(seed) > SEED_CHARS_MAX or not seed.isprintable():
        raise InvalidAction("seed_unreadable", most=SEED_CHARS_MAX)


class TableAction(Action):
    """Base of the actions that concern the match and not the cards."""

    __slots__ = ()


@action_type
@dataclass(frozen=True, slots=True)
class Ready(TableAction):
    """Go on to the next round; `seed` is the player's share in its shuffle (may be empty)."""

    seed: str = ""
    type: ClassVar[str] = "ready"

    def __post_init__(self) -> None:
        require_seed(self.seed)


@action_type
@dataclass(frozen=True, slots=True)
class SitOut(TableAction):
    """Let the table make safe moves for me until I return."""

    type: ClassVar[str] = "sit_out"


@action_type
@dataclass(frozen=True, slots=True)
class Return(TableAction):
    """Take my seat back from the automatic moves."""

    type: ClassVar[str] = "return"


@action_type
@dataclass(frozen=True, slots=True)
class Resign(TableAction):
    """Give the match up; the stake stays in the pot."""

    type: ClassVar[str] = "resign"


@action_type
@dataclass(frozen=True, slots=True)
class TakeVacation(TableAction):
    """Let my clock stand for so many days, of those the table allows; cards may be played."""

    days: int
    type: ClassVar[str] = "take_vacation"

    def __post_init__(self) -> None:
        if not 1 <= self.days <= VACATION_DAYS_AT_ONCE_MAX:
            raise InvalidAction("vacation_unreadable", most=VACATION_DAYS_AT_ONCE_MAX)
