"""The numbers of a table-melding game: every literal of GER-1 … and R500-1 … as a parameter."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from rummy.engine.rules import RuleSet, play_numbers


class Book(StrEnum):
    """Whose rules a refusal names: Deutsches Rommé or Rommé 500."""

    GERMAN = "GER"
    FIVE_HUNDRED = "R500"


class DiscardDraw(StrEnum):
    """What a card taken from the discard pile obliges to (GER-V2)."""

    FREE = "free"
    MUST_MELD = "must_meld"


class FreedJoker(StrEnum):
    """Where an exchanged joker goes: into a new meld at once (GER-9), or to the hand (R500-6)."""

    MUST_MELD = "must_meld"
    TO_HAND = "to_hand"


class Scoring(StrEnum):
    """What counts: what is left in the hands (GER-10), or what was laid less that (R500-10)."""

    PENALTY = "penalty"
    LAID = "laid"


@dataclass(frozen=True, slots=True)
class TableMeldingNumbers:
    """Hands, melds, values and turns.

    `dealer_extra` cards more for the dealer, who begins without drawing (GER-3). `place_values` are
    those of a run's places, low ace to high ace; `held_values` by rank and `joker_held` count in
    the hand at the end, `tally_joker` when ties are broken (PLAY-21). With `own_meld_first` nobody
    lays off or exchanges before an own first meld (GER-8). The discard pile may be drawn from in at
    most `take_streak_per_seat` × seats turns in a row (GER-12, R500-13).

    `robber` rearranges the table, without a discard pile (GER-V6); the other switches are GER-V2 to
    GER-V4 and GER-V7.
    """

    family: ClassVar[str] = "table_melding"

    book: Book = Book.GERMAN
    hand_size: int = 13
    dealer_extra: int = 1
    upcard: bool = False
    first_meld_minimum: int = 40
    own_meld_first: bool = True
    jokers_in_three: int = 1
    jokers_in_longer: int = 2
    place_values: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
    held_values: tuple[int, ...] = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    joker_held: int = 20
    tally_joker: int = 15
    hand_romme_factor: int = 2
    take_streak_per_seat: int = 5
    deep_draw: bool = False
    discard_draw: DiscardDraw = DiscardDraw.FREE
    freed_joker: FreedJoker = FreedJoker.MUST_MELD
    strict_joker_exchange: bool = False
    knock_for_discard: bool = False
    robber: bool = False
    joker_cut: bool = False
    scoring: Scoring = Scoring.PENALTY


play_numbers(TableMeldingNumbers.family, TableMeldingNumbers)


def numbers_of(rules: RuleSet) -> TableMeldingNumbers:
    """The numbers of a table-melding game's rule-set; TypeError for another family's."""
    if not isinstance(rules.play, TableMeldingNumbers):
        raise TypeError(f"not a table-melding game: {rules.family}")
    return rules.play
