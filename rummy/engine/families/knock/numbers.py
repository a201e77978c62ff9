"""The numbers of a knock game: every literal of GIN-1 … GIN-14 as a parameter."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from rummy.engine.rules import RuleSet, play_numbers

RANK_VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class LayOff(StrEnum):
    """When the opponent may lay off on the knocker's melds (GIN-7)."""

    ON_KNOCK = "on_knock"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class KnockNumbers:
    """Card values by rank (GIN-4); `defender_rank_values` while answering a knock (GIN-S8).

    `box_bonus` is paid only where the point limit is above `box_bonus_above` (GIN-9). The round
    ends without scoring when `stock_floor` cards are left in the stock after a discard (GIN-10).

    In teams `gin_bonus` is paid for a small gin and `big_gin_bonus` for a big one (GIN-T4).

    Of special rules: `joker_value` as deadwood (GIN-S5), `glass_points` per claim (GIN-S1),
    `hirschn_bonuses` for winning on the first, second … own turn after the announcement, and
    `hirschn_missed` to the opponent when all of these turns have passed (GIN-S4).
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
    glass_points: int = 10
    hirschn_bonuses: tuple[int, ...] = (5, 10, 20)
    hirschn_missed: int = 15


play_numbers(KnockNumbers.family, KnockNumbers)


def numbers_of(rules: RuleSet) -> KnockNumbers:
    """The numbers of a knock game's rule-set; TypeError for another family's."""
    if not isinstance(rules.play, KnockNumbers):
        raise TypeError(f"not a knock game: {rules.family}")
    return rules.play
