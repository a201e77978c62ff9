"""A rule-set made ready for play, and the ids of the rules that its refusals name."""

from functools import lru_cache
from typing import NamedTuple

from rummy.engine.cards import cards_of, is_joker, rank_of
from rummy.engine.families.table_melding.rules.numbers import Book, numbers_of
from rummy.engine.rules import RuleSet
from rummy.engine.table_melding import MeldRules


class RuleIds(NamedTuple):
    """Where a book of rules says what; the two games say the same in different places."""

    turn: str
    draw: str
    meld: str
    jokers: str
    first_meld: str
    lay_off: str
    exchange: str
    taken: str
    must_use: str
    last_card: str
    end: str
    stall: str


RULE_IDS = {
    Book.GERMAN: RuleIds(
        turn="GER-7",
        draw="GER-7",
        meld="GER-4",
        jokers="GER-5",
        first_meld="GER-8",
        lay_off="GER-8",
        exchange="GER-9",
        taken="GER-14",
        must_use="GER-V2",
        last_card="GER-7",
        end="GER-10",
        stall="GER-12",
    ),
    Book.FIVE_HUNDRED: RuleIds(
        turn="R500-2",
        draw="R500-3",
        meld="R500-5",
        jokers="R500-6",
        first_meld="R500-2",
        lay_off="R500-2",
        exchange="R500-6",
        taken="R500-4",
        must_use="R500-3",
        last_card="R500-9",
        end="R500-9",
        stall="R500-13",
    ),
}


class TableMeldingLaws:
    """The compiled form of a table-melding rule-set; equal when the rule-sets are."""

    __slots__ = ("ids", "melds", "numbers", "rules")

    def __init__(self, rules: RuleSet) -> None:
        numbers = numbers_of(rules)
        self.rules = rules
        self.numbers = numbers
        self.melds = MeldRules(
            numbers.jokers_in_three, numbers.jokers_in_longer, numbers.place_values
        )
        self.ids = RULE_IDS[numbers.book]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, TableMeldingLaws) and self.rules == other.rules)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        return f"TableMeldingLaws({self.rules.key}, {self.rules.digest})"

    def penalty_of(self, hand: int) -> int:
        """What the cards of a hand count against its owner at the end (GER-6, R500-8)."""
        values, joker = self.numbers.held_values, self.numbers.joker_held
        return sum(joker if is_joker(card) else values[rank_of(card)] for card in cards_of(hand))

    def tally_of(self, hand: int) -> int:
        """The value of a hand where ties are broken: ace as a high ace, joker apart (PLAY-21)."""
        values, joker = self.numbers.place_values, self.numbers.tally_joker
        return sum(
            joker if is_joker(card) else values[rank_of(card) or len(values) - 1]
            for card in cards_of(hand)
        )

    def takes_in_a_row(self, seats: int) -> int:
        """How many turns in a row may draw from the discard pile (GER-12, R500-13)."""
        return self.numbers.take_streak_per_seat * seats


@lru_cache(maxsize=1024)
def laws_of(rules: RuleSet) -> TableMeldingLaws:
    """The compiled form of these rules."""
    return TableMeldingLaws(rules)
