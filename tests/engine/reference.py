"""Gin once more, slowly and plainly, from card texts: the referee the engine is held against.

Shares nothing with the engine but the numbers of a rule-set. Every move copies everything; melds
and lay-offs are found by brute force.
"""

from dataclasses import dataclass, field, replace
from functools import cache

from rummy.engine.families.knock.rules.numbers import KnockNumbers
from rummy.engine.rules import RuleSet
from tests.engine.meld_referee import (
    RANKS,
    Book,
    Cards,
    Laid,
    Way,
    fitting,
    is_meld,
    melds_in,
)


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
    knocker_points: int = 0
    ending: str = ""
    claimed: bool = False
    glasses: list[int] = field(default_factory=list)
    hirschn: int = -1
    hirschn_turns: int = 0
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
            forced = forced or not self.pile
            return {"draw_stock"} if forced else {"draw_stock", "take_upcard"}
        free = self.hands[self.turn] - {self.taken}
        knocks = {card for card in free if self._may_knock(card)}
        return {
            *(f"discard {card}" for card in free),
            *(f"knock {card}" for card in knocks),
            *self._calls(),
        }

    def _calls(self) -> set[str]:
        found = set()
        if self._plays("catch_the_glass") and not self.claimed:
            found |= {f"catch_set {rank}" for rank in RANKS}
            found |= {f"catch_run {suit}" for suit in "shdc"}
        if self._plays("hirschn") and self.hirschn < 0:
            found.add("announce_hirschn")
        return found

    def after(self, action: str, melds: list[Laid]) -> "Referee":
        """The round after the action; `melds` are what the engine laid for a knock."""
        later = replace(
            self,
            hands=[set(hand) for hand in self.hands],
            pile=list(self.pile),
            stock=list(self.stock),
            glasses=list(self.glasses),
            points=list(self.points),
        )
        name, _, card = action.partition(" ")
        if name == "knock":
            later._knock(card, melds)
        elif name == "answer":
            later._answer(melds)
        else:
            getattr(later, f"_{name}")(card)
        return later

    def _plays(self, house_rule: str) -> bool:
        return house_rule in self.rules.house_rules

    def _book(self, *, answering: bool = False) -> Book:
        return Book(
            cyclic=self._plays("cyclic_runs"),
            rainbow=self._plays("rainbow_runs"),
            ace=15 if answering and self._plays("tedesco") else 1,
        )

    def _may_knock(self, card: str) -> bool:
        if self.hirschn == self.turn and self.hirschn_turns == 0:
            return False
        left = frozenset(self.hands[self.turn] - {card})
        return least_deadwood(self._book(), left, self._must_meld()) <= self.limit

    def _must_meld(self) -> Cards:
        tedesco = self._plays("tedesco") and self.taken
        return frozenset({self.taken} if tedesco else ())

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

    def _catch_set(self, rank: str) -> None:
        same = {card for card in self.pile if card[0] == rank}
        self._catch(same if len(same) >= 3 else set())

    def _catch_run(self, suit: str) -> None:
        runs = [
            {rank + suit for rank in RANKS[low : low + size]}
            for size in range(3, 14)
            for low in range(14 - size)
        ]
        held = [run for run in runs if run <= set(self.pile)]
        self._catch(held[-1] if held else set())

    def _catch(self, cards: set[str]) -> None:
        self.claimed = True
        self.pile = [card for card in self.pile if card not in cards]
        self.glasses.append(self.turn if cards else 1 - self.turn)

    def _announce_hirschn(self, _: str) -> None:
        self.hirschn = self.turn

    def _throw(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.pile.append(card)
        self.taken, self.claimed = "", False

    def _discard(self, card: str) -> None:
        self._throw(card)
        self.hirschn_turns += self.hirschn == self.turn
        self.turn, self.phase = 1 - self.turn, "draw"
        if len(self.stock) <= self.numbers.stock_floor:
            self.phase, self.ending = "over", "stock_exhausted"

    def _knock(self, card: str, melds: list[Laid]) -> None:
        must = self._must_meld()
        self._throw(card)
        self.knocker, self.turn = self.turn, 1 - self.turn
        self.knocker_points = self._shown(melds)
        hand = frozenset(self.hands[self.knocker])
        assert self.knocker_points == least_deadwood(self._book(), hand, must)
        self.phase = "answer"
        if self.knocker_points == 0 or self.numbers.lay_off.value == "never":
            self._answer([])

    def _shown(self, melds: list[Laid]) -> int:
        """The knocker's deadwood points; what was laid must be melds."""
        book, hand = self._book(), self.hands[self.knocker]
        left = set(hand)
        for meld in melds:
            assert is_meld(book, meld), meld
            left -= set(meld.faces) - meld.wild
        jokers = sum(len(meld.wild) for meld in melds)
        left -= set(sorted(card for card in left if card[0] == "X")[:jokers])
        return book.points(left)

    def _answer(self, melds: list[Laid]) -> None:
        hand = frozenset(self.hands[self.turn])
        opponent = least_after_laying_off(self._book(answering=True), hand, melds)
        if self._plays("jokers") and self.pile[-1][0] == "X":
            opponent *= 2
        self._score(opponent)

    def _score(self, opponent: int) -> None:
        knocker, numbers = self.knocker_points, self.numbers
        if knocker == 0:
            self.ending, winner, bonus = "gin", self.knocker, numbers.gin_bonus
        elif knocker < opponent:
            self.ending, winner, bonus = "knock", self.knocker, 0
        else:
            self.ending, winner, bonus = "undercut", 1 - self.knocker, numbers.undercut_bonus
        if self.rules.point_limit is not None and self.rules.point_limit > 50:
            bonus += numbers.box_bonus
        self.points[winner] = abs(opponent - knocker) + bonus
        for seat in self.glasses:
            self.points[seat] += 10
        if self.hirschn >= 0:
            self._score_hirschn(winner)
        self.phase = "over"

    def _score_hirschn(self, winner: int) -> None:
        if self.hirschn_turns > 3:
            self.points[1 - self.hirschn] += 15
        elif self.knocker == winner == self.hirschn:
            self.points[winner] += {1: 5, 2: 10, 3: 20}[self.hirschn_turns]


NEVER = 10**6


@cache
def least_deadwood(book: Book, hand: Cards, must: Cards = frozenset()) -> int:
    """The least deadwood points with the cards of `must` in melds."""
    jokers = sum(card[0] == "X" for card in hand)
    natural = tuple(sorted(card for card in hand if card[0] != "X"))
    idle = jokers - sum(card[0] == "X" for card in must)
    return _least(book, natural, jokers, idle, must, melds_in(book, hand), {})


def _least(
    book: Book,
    natural: tuple[str, ...],
    jokers: int,
    idle: int,
    must: Cards,
    ways: list[Way],
    known: dict[tuple[tuple[str, ...], int], int],
) -> int:
    """The first card is left over, or lies in a meld; of the jokers `idle` may be left over."""
    if not natural:
        return jokers * book.joker if jokers <= idle else NEVER
    place = natural, jokers
    if place not in known:
        card, rest = natural[0], frozenset(natural)
        best = NEVER
        if card not in must:
            left = _least(book, natural[1:], jokers, idle, must, ways, known)
            best = book.value(card) + left
        for way in ways:
            if card in way.cards and way.cards <= rest and way.jokers <= jokers:
                left_over = tuple(sorted(rest - way.cards))
                spare = jokers - way.jokers
                best = min(best, _least(book, left_over, spare, idle, must, ways, known))
        known[place] = best
    return known[place]


def least_after_laying_off(book: Book, hand: Cards, melds: list[Laid]) -> int:
    """The least deadwood points over all ways to lay off on each of the melds."""
    if not melds:
        return least_deadwood(book, hand)
    best = least_after_laying_off(book, hand, melds[1:])
    jokers = sorted(card for card in hand if card[0] == "X")
    for way in set(fitting(book, hand, melds[0])):
        left = hand - way.cards - set(jokers[: way.jokers])
        if left != hand:
            best = min(best, least_after_laying_off(book, left, melds[1:]))
    return best


def referee(rules: RuleSet, deck: list[str]) -> Referee:
    """The round dealt: one card at a time, seat 1 first."""
    numbers = rules.play
    assert isinstance(numbers, KnockNumbers)
    size = 2 * numbers.hand_size
    stock, limit = deck[size + 1 :], numbers.knock_limit
    if "oklahoma" in rules.house_rules:
        place = next(place for place in range(1, 5) if stock[-place][0] != "X")
        stock[-1], stock[-place] = stock[-place], stock[-1]
        limit = 0 if stock[-1][0] == "A" else Book().value(stock[-1])
    return Referee(
        rules=rules,
        numbers=numbers,
        hands=[set(deck[1:size:2]), set(deck[0:size:2])],
        pile=[deck[size]],
        stock=stock,
        phase="offer" if numbers.upcard_offer else "draw",
        limit=limit,
    )
