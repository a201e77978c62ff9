"""What the opponent may hold: whole hands, by what it refused, took, threw and did not knock with.

A Markov chain over what it was dealt and what it drew when. One step puts another card in the place
of one, or lets two cards have come the other way round; it is kept by how much likelier the manner
was to do then what it did. The manner itself is of the chain.
"""

from typing import Final

from .looking import Chance
from .manners import MANNERS, Manners
from .story import Story

SWITCHES_ONE_IN: Final = 16


class Belief:
    """A chain as it stands; `expected` is how likely each manner was before the round."""

    def __init__(self, play: Manners, story: Story, chance: Chance, expected: list[float]) -> None:
        self.play, self.chance = play, chance
        self.expected = expected
        self.manners = [manner for manner in MANNERS if expected[manner] > 0]
        self.manner = self.manners[0]
        self.taken = 0  # steps
        self.power = 1.0  # of the chance by which a step is judged: above 1 it may cost more
        self.upcards, self.takes, self.throws = story.upcards, story.takes, story.throws
        self.turns = len(story.upcards)
        self.knocked = self.turns - 1 if story.knocked else -1  # the turn it did so in
        self.cards: list[int] = []  # of each card held at some time: its bit,
        self.came: list[int] = []  # the turn it was drawn in, or −1 for dealt,
        self.went: list[int] = []  # and the turn it was thrown in; never: the number of turns
        self.free: list[int] = []  # the cards whose bit is not known
        self.moving: list[int] = []  # those whose coming is not known
        self.out: list[int] = []
        self._begin(story)
        self.before = [0] * self.turns  # the ten before each turn
        self.during = [0] * self.turns  # and the eleven before a card is thrown
        self.hand = 0
        self._lay_out()
        self.likely = [self._likelihood(turn, self.manner) for turn in range(self.turns)]

    def _begin(self, story: Story) -> None:
        turns, drawn = self.turns, 0
        for turn in range(turns):
            upcard, thrown = self.upcards[turn], self.throws[turn]
            if self.takes[turn]:
                self._add(upcard, turn, turns)
            if not thrown:
                continue
            drawn += not self.takes[turn]
            for place in range(len(self.cards)):
                if self.cards[place] == thrown and self.went[place] == turns:
                    self.went[place] = turn
                    break
            else:
                self.moving.append(len(self.cards))
                self._add(thrown, -1, turn)
        pool = self.chance.shuffled(story.pool)
        for _ in range(10 + drawn - len(self.moving)):
            self.free.append(len(self.cards))
            self.moving.append(len(self.cards))
            self._add(pool.pop(), -1, turns)
        self.out = pool
        for turn in range(turns):
            if not self.takes[turn] and self.throws[turn]:
                self._let_come(turn)

    def _let_come(self, turn: int) -> None:
        for place in self.moving:
            if self.went[place] >= turn and self.came[place] < 0:
                self.came[place] = turn
                return

    def _add(self, card: int, came: int, went: int) -> None:
        self.cards.append(card)
        self.came.append(came)
        self.went.append(went)

    def _lay_out(self) -> None:
        for turn in range(self.turns):
            self.before[turn], self.during[turn] = 0, 0
        self.hand = 0
        for place in range(len(self.cards)):
            came, went, card = self.came[place], self.went[place], self.cards[place]
            for turn in range(max(0, came), min(went + 1, self.turns)):
                self.during[turn] |= card
                if came < turn:
                    self.before[turn] |= card
            if went == self.turns:
                self.hand |= card

    def _likelihood(self, turn: int, manner: int) -> float:
        """How likely the manner was to do in this turn what it did."""
        upcard, thrown, chance = self.upcards[turn], self.throws[turn], 1.0
        play = self.play
        taken = 0
        if self.takes[turn]:
            taken = upcard
            chance = play.took(manner, self.before[turn], upcard)
        elif upcard:
            chance = play.refused(manner, self.before[turn], upcard)
        if thrown and turn != self.knocked:
            chance *= play.threw(manner, self.during[turn], taken, thrown)
        return chance

    def heat(self, steps: int) -> None:
        """Away from where it stands: steps taken more freely, and less and less so."""
        for power in (5.0, 2.5, 1.5):
            self.power = power
            self.run(steps)
        self.power = 1.0

    def run(self, steps: int) -> None:
        """So many steps."""
        self.taken += steps
        below, free, out = self.chance.below, len(self.free), len(self.out)
        for step in range(steps):
            if self.turns:
                if len(self.manners) > 1 and not step % SWITCHES_ONE_IN:
                    self._switch()
                if self.moving and not step & 3:
                    self._other_way_round()
                    continue
            if free and out:
                self._other_card(self.free[below(free)], below(out))

    def _other_card(self, place: int, outside: int) -> None:
        old, new = self.cards[place], self.out[outside]
        came = self.came[place]
        change = old | new
        self._toggle(came, self.turns, change)
        if self._accepts(max(0, came), self.turns, 1.0):
            self.cards[place], self.out[outside] = new, old
            self.hand ^= change
        else:
            self._toggle(came, self.turns, change)

    def _toggle(self, came: int, until: int, change: int) -> None:
        before, during = self.before, self.during
        if came >= 0:
            during[came] ^= change
        for turn in range(came + 1, until):
            before[turn] ^= change
            during[turn] ^= change

    def _other_way_round(self) -> None:
        moving = self.moving
        one = moving[self.chance.below(len(moving))]
        two = moving[self.chance.below(len(moving))]
        if self.came[one] > self.came[two]:
            one, two = two, one
        early, late = self.came[one], self.came[two]
        if early == late or self.went[one] < late:
            return
        change = self.cards[one] | self.cards[two]
        self._shift(early, late, change)
        if self._accepts(max(0, early), late + 1, 1.0):
            self.came[one], self.came[two] = late, early
        else:
            self._shift(early, late, change)

    def _shift(self, early: int, late: int, change: int) -> None:
        """One card comes late and the other early: of the turns between each has the other."""
        before, during = self.before, self.during
        if early >= 0:
            during[early] ^= change
        for turn in range(early + 1, late):
            before[turn] ^= change
            during[turn] ^= change
        before[late] ^= change

    def _accepts(self, first: int, until: int, rarer: float) -> bool:
        """Whether the turns from here are likely enough as they stand now, which without them is so
        much rarer than before."""
        likely = self.likely
        need = self.chance.unit() * rarer
        if self.power != 1.0:
            need = need**self.power
        for turn in range(first, until):
            need *= likely[turn]
        found, manner = 1.0, self.manner
        fresh: list[float] = []
        for turn in range(first, until):
            chance = self._likelihood(turn, manner)
            found *= chance
            if found < need:
                return False
            fresh.append(chance)
        for turn in range(first, until):
            likely[turn] = fresh[turn - first]
        return True

    def _switch(self) -> None:
        other = self.manners[self.chance.below(len(self.manners))]
        if other == self.manner:
            return
        own, self.manner = self.manner, other
        if not self._accepts(0, self.turns, self.expected[own] / self.expected[other]):
            self.manner = own
