"""The plain referee for four: partners opposite, both teams' deadwood compared (GIN-T1 … GIN-T4).

It plays without special rules; what lies on the table it is told, as the referee for two is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rummy.engine.families.knock.rules.numbers import KnockNumbers
from rummy.engine.rules import RuleSet
from tests.engine.meld_referee import Book, Cards, Laid, fitting
from tests.engine.reference import Referee, least_after_laying_off, least_deadwood

SEATS = 4


@dataclass
class TeamReferee(Referee):
    """A round of four seats; seat 0 deals. `kept` is the deadwood of each hand shown so far."""

    points: list[int] = field(default_factory=lambda: [0] * SEATS)
    kept: list[int] = field(default_factory=list)
    both: int = 0  # the least that the answering team can keep together

    def legal(self) -> set[str]:
        if self.phase == "draw" and self.passes == SEATS:
            return {"draw_stock"}
        return super().legal()

    def _pass_upcard(self, _: str) -> None:
        self.passes += 1
        self.turn = (self.turn + 1) % SEATS
        if self.passes == SEATS:
            self.phase = "draw"

    def _discard(self, card: str) -> None:
        self._throw(card)
        self.turn, self.phase = (self.turn + 1) % SEATS, "draw"
        if len(self.stock) <= self.numbers.stock_floor:
            self.phase, self.ending = "over", "stock_exhausted"

    def _knock(self, card: str, melds: list[Laid]) -> None:
        self._throw(card)
        self.knocker = self.turn
        own, partner = (frozenset(self.hands[seat]) for seat in self._side(self.knocker))
        self.kept = [self._shown(melds), least_deadwood(self._book(), partner)]
        assert self.kept[0] == least_deadwood(self._book(), own)
        self.phase, self.turn = "answer", (self.knocker + 1) % SEATS
        if self.kept[0] == 0 or self.numbers.lay_off.value == "never":
            self._answer([])
            self._answer([])

    def _answer(self, melds: list[Laid]) -> None:
        """`melds` lie there before this answer: the knocking team's, with what was laid off."""
        own, partner = (frozenset(self.hands[seat]) for seat in self._side(self.turn))
        self.kept = [*self.kept, least_after_laying_off(self._book(), own, melds)]
        if len(self.kept) < SEATS:
            self.both = least_for_both(self._book(), own, partner, melds)
        self.turn = (self.turn + 2) % SEATS
        if len(self.kept) == SEATS:
            self._compare()

    def _compare(self) -> None:
        own, others = sum(self.kept[:2]), self.both
        numbers, bonus = self.numbers, 0
        winner = self.knocker
        if own == 0:
            self.ending, bonus = "gin", numbers.big_gin_bonus
        elif own >= others:
            self.ending, bonus = "undercut", numbers.undercut_bonus
            winner = (self.knocker + 1) % SEATS
        elif self.kept[0] == 0:
            self.ending, bonus = "gin", numbers.gin_bonus
        else:
            self.ending = "knock"
        if self.rules.point_limit is not None and self.rules.point_limit > 50:
            bonus += numbers.box_bonus
        for seat in self._side(winner):
            self.points[seat] = abs(others - own) + bonus
        self.phase = "over"

    @staticmethod
    def _side(seat: int) -> tuple[int, int]:
        return seat, (seat + 2) % SEATS


def least_for_both(book: Book, first: Cards, second: Cards, melds: list[Laid]) -> int:
    """The least that two hands can keep when the first lays off and then the second."""
    return min(
        least_deadwood(book, left) + least_after_laying_off(book, second, longer)
        for left, longer in _laid_off(book, first, melds)
    )


def _laid_off(book: Book, hand: Cards, melds: list[Laid]) -> Iterator[tuple[Cards, list[Laid]]]:
    """Every way to lay natural cards off: the hand that is left, the melds as they then lie."""
    if not melds:
        yield hand, []
        return
    for cards in {way.cards for way in fitting(book, hand, melds[0])}:
        longer = Laid((*melds[0].faces, *sorted(cards)))
        for left, others in _laid_off(book, hand - cards, melds[1:]):
            yield left, [longer, *others]


def team_referee(rules: RuleSet, deck: list[str]) -> TeamReferee:
    """The round dealt: one card at a time, seat 1 first."""
    numbers = rules.play
    assert isinstance(numbers, KnockNumbers)
    size = SEATS * numbers.hand_size
    return TeamReferee(
        rules=rules,
        numbers=numbers,
        hands=[set(deck[(seat - 1) % SEATS : size : SEATS]) for seat in range(SEATS)],
        pile=[deck[size]],
        stock=deck[size + 1 :],
        phase="offer" if numbers.upcard_offer else "draw",
        limit=numbers.knock_limit,
    )
