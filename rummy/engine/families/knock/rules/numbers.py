"""The numbers of a knock game: every literal of GIN-1 … GIN-14 as a parameter."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from rummy.engine.as_json.codec import Shape
from rummy.engine.errors import UnreadableRecord
from rummy.engine.rules import RuleSet, play_numbers

RANK_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class LayOff(StrEnum):
    """When the opponent may lay off on the knocker's melds (GIN-7)."""

    ON_KNOCK = "on_knock"
    NEVER = "never"


def _read_special(value: Any) -> tuple[tuple[str, Any], ...]:
    if not isinstance(value, dict) or not all(map(_is_number, value.values())):
        raise UnreadableRecord("not_a_number", found=value)
    return tuple((name, tuple(n) if isinstance(n, list) else n) for name, n in value.items())


def _is_number(value: Any) -> bool:
    return all(type(one) is int for one in (value if isinstance(value, list) else [value]))


Special = Annotated[
    tuple[tuple[str, int | tuple[int, ...]], ...],
    Shape(
        lambda pairs: {name: list(n) if isinstance(n, tuple) else n for name, n in pairs},
        _read_special,
    ),
]


@dataclass(frozen=True, slots=True)
class KnockNumbers:
    """Card values by rank (GIN-4); `defender_rank_values` while answering a knock (GIN-S8).

    `box_bonus` is paid only where the point limit is above `box_bonus_above` (GIN-9). The round
    ends without scoring when `stock_floor` cards are left in the stock after a discard (GIN-10).

    In teams `gin_bonus` is paid for a small gin and `big_gin_bonus` for a big one (GIN-T4).

    A joker counts `joker_value` as deadwood (GIN-S5). `special` are the numbers of house rules, by
    name, in the order of the book.
    """

    family: ClassVar[str] = "knock"

    hand_size: int = 10
    rank_values: tuple[int, ...] = RANK_VALUES
    defender_rank_values: tuple[int, ...] = RANK_VALUES
    knock_limit: int = 10
    gin_bonus: int = 25
    big_gin_bonus: int = 0
    undercut_bonus: int = 20
    box_bonus: int = 0
    box_bonus_above: int = 50
    lay_off: LayOff = LayOff.ON_KNOCK
    upcard_offer: bool = False
    upcard_streak_limit: int = 10
    stock_floor: int = 2
    joker_value: int = 15
    special: Special = ()

    def number(self, name: str) -> Any:
        """A house rule's number, or row of numbers."""
        for known, number in self.special:
            if known == name:
                return number
        raise KeyError(name)


play_numbers(KnockNumbers.family, KnockNumbers)


def numbers_of(rules: RuleSet) -> KnockNumbers:
    """The numbers of a knock game's rule-set; TypeError for another family's."""
    if not isinstance(rules.play, KnockNumbers):
        raise TypeError(f"not a knock game: {rules.family}")
    return rules.play
