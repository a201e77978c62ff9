"""What a player may ask of the table besides playing cards."""

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


@action_type("ready")
class Ready(TableAction):
    """Go on to the next round; `seed` is the player's share in its shuffle (may be empty)."""

    seed: str = ""

    def __post_init__(self) -> None:
        require_seed(self.seed)


@action_type("sit_out")
class SitOut(TableAction):
    """Let the table make safe moves for me until I return."""


@action_type("return")
class Return(TableAction):
    """Take my seat back from the automatic moves."""


@action_type("resign")
class Resign(TableAction):
    """Give the match up; the stake stays in the pot."""


@action_type("take_vacation")
class TakeVacation(TableAction):
    """Let my clock stand for so many days, of those the table allows; cards may be played."""

    days: int

    def __post_init__(self) -> None:
        if not 1 <= self.days <= VACATION_DAYS_AT_ONCE_MAX:
            raise InvalidAction("vacation_unreadable", most=VACATION_DAYS_AT_ONCE_MAX)
