"""Gin once more, slowly and plainly, from card texts: the referee the engine is held against.

Shares nothing with the engine but the numbers of a rule-set. Every move copies everything; melds
and lay-offs are found by brute force.
"""

from copy import deepcopy
from dataclasses import dataclass, field

from games.engine.families.knock.numbers import KnockNumbers
from games.engine.rules import RuleSet
from tests.engine import brute_force as brute


@dataclass
class Referee:
    """A round between seats 0 (dealer) and 1."""

    rules: RuleSet
    numbers: KnockNumbers
    hands: list[set[str]]
    pile: list[str]
    stock: list[str]
    phase: str
    limit: int
    turn: int = 1
    passes: int = 0
    streak: int = 0
    taken: str = ""
    knocker: int = -1
    ending: str = ""
    points: list[int] = field(default_factory=lambda: [0, 0])

    def legal(self) -> set[str]:
        if self.phase == "over":
            return set()
        if self.phase == "offer":
            return {"take_upcard", "pass_upcard"}
        if self.phase == "answer":
            return {"answer"}
        if self.phase == "draw":
            forced = self.passes == 2 or self.streak >= self.numbers.upcard_streak_limit
            return {"draw_stock"} if forced else {"draw_stock", "take_upcard"}
        free = self.hands[self.turn] - {self.taken}
        knocks = {card for card in free if self._deadwood_without(card) <= self.limit}
        return {f"discard {card}" for card in free} | {f"knock {card}" for card in knocks}

    def after(self, action: str) -> "Referee":
        later = deepcopy(self)
        name, _, card = action.partition(" ")
        getattr(later, f"_{name}")(card)
        return later

    def _deadwood_without(self, card: str) -> int:
        return brute.least_deadwood(frozenset(self.hands[self.turn] - {card}))

    def _pass_upcard(self, _: str) -> None:
        self.passes += 1
        self.turn = 1 - self.turn
        if self.passes == 2:
            self.phase = "draw"

    def _take_upcard(self, _: str) -> None:
        self.taken = self.pile.pop()
        self.hands[self.turn].add(self.taken)
        self.phase, self.passes = "discard", 0
        self.streak += 1

    def _draw_stock(self, _: str) -> None:
        self.hands[self.turn].add(self.stock.pop(0))
        self.phase, self.passes, self.streak = "discard", 0, 0

    def _throw(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.taken = ""

    def _discard(self, card: str) -> None:
        self._throw(card)
        self.turn, self.phase = 1 - self.turn, "draw"
        if len(self.stock) <= self.numbers.stock_floor:
            self.phase, self.ending = "over", "stock_exhausted"

    def _knock(self, card: str) -> None:
        self._throw(card)
        self.knocker, self.turn = self.turn, 1 - self.turn
        is_gin = brute.least_deadwood(frozenset(self.hands[self.knocker])) == 0
        self.phase = "answer"
        if is_gin or self.numbers.lay_off.value == "never":
            self._score(brute.least_deadwood(frozenset(self.hands[self.turn])))

    def _answer(self, _: str) -> None:
        melds = self._knockers_melds()
        self._score(brute.least_after_laying_off(melds, frozenset(self.hands[self.turn])))

    def _knockers_melds(self) -> tuple[brute.Cards, ...]:
        hand = frozenset(self.hands[self.knocker])
        least = brute.least_deadwood(hand)
        deck = frozenset(rank + suit for rank in brute.RANKS for suit in "shdc")
        unseen = deck - hand - set(self.pile)
        return min(
            (m for m in brute.arrangements(hand) if brute.points(hand.difference(*m)) == least),
            key=lambda melds: self._exposure(melds, unseen),
        )

    @staticmethod
    def _exposure(melds: tuple[brute.Cards, ...], unseen: brute.Cards) -> tuple[int, int]:
        reach = brute.reachable(melds, unseen)
        return len(reach), brute.points(reach)

    def _score(self, opponent: int) -> None:
        knocker = brute.least_deadwood(frozenset(self.hands[self.knocker]))
        numbers = self.numbers
        if knocker == 0:
            self.ending, winner, bonus = "gin", self.knocker, numbers.gin_bonus
        elif knocker < opponent:
            self.ending, winner, bonus = "knock", self.knocker, 0
        else:
            self.ending, winner, bonus = "undercut", 1 - self.knocker, numbers.undercut_bonus
        if self.rules.point_limit is not None and self.rules.point_limit > 50:
            bonus += numbers.box_bonus
        self.points[winner] = abs(opponent - knocker) + bonus
        self.phase = "over"


def referee(rules: RuleSet, deck: list[str]) -> Referee:
    """The round dealt: one card at a time, seat 1 first."""
    numbers = rules.play
    assert isinstance(numbers, KnockNumbers)
    size = 2 * numbers.hand_size
    limit = numbers.knock_limit
    if "oklahoma" in rules.house_rules:
        limit = 0 if deck[-1][0] == "A" else brute.value(deck[-1])
    return Referee(
        rules=rules,
        numbers=numbers,
        hands=[set(deck[1:size:2]), set(deck[0:size:2])],
        pile=[deck[size]],
        stock=deck[size + 1 :],
        phase="offer" if numbers.upcard_offer else "draw",
        limit=limit,
    )
