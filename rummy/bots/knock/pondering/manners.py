"""Manners of play: what an opponent of each kind would take, throw and knock with.

A belief asks how likely a manner was to do what it did; a playout asks what it does.
"""

from math import exp
from typing import Final

from rummy.bots.knock.draws import ACES, HIGH_ENDS, LOW_ENDS

from .looking import Looking

# Takes into a best meld, throws the highest rank, knocks at once, lays nothing off.
PLAIN: Final = 0
# Takes into any meld, throws a dearest card, knocks at once.
SIMPLE: Final = 1
# Takes into a best meld, throws what is dear and fits little, knocks when it pays.
SOUND: Final = 2
MANNERS: Final = (PLAIN, SIMPLE, SOUND)

ODD: Final = 0.02  # the chance that somebody does what its manner would not
WAITS: Final = 0.35  # of those who could knock
TAKES_FOR_LATER: Final = 0.1
HOPE: Final = 2  # points that a neighbour in the hand is worth, to who throws with judgement
SPREAD: Final = 2.0

_WEIGHTS: Final = [exp((points - 20) / SPREAD) for points in range(40)]


class Manners:
    """How each manner plays where hands are looked up so."""

    def __init__(self, look: Looking, knock_limit: int) -> None:
        self.look = look
        self.limit = knock_limit

    def takes(self, manner: int, hand: int, upcard: int) -> bool:
        """Whether it takes this card (a bit) to these ten."""
        eleven = hand | upcard
        look = self.look
        if manner == SIMPLE:
            return self.melds(hand, upcard)
        if not self.melds(hand, upcard):
            return look.can_reach(eleven, self.limit)
        return not look.loose(eleven) & upcard or look.can_reach(eleven, self.limit)

    def melds(self, hand: int, card: int) -> bool:
        """Whether the card would lie in some meld."""
        up, down = hand << 1 & LOW_ENDS, hand >> 1 & HIGH_ENDS
        if card & (up & (down | up << 1 & LOW_ENDS) | down & (down >> 1 & HIGH_ENDS)):
            return True
        look = self.look
        beside = look.ranks(card)
        count = 0
        for place in (0, 13, 26, 39):
            if hand >> place & beside:
                count += 1
        return count >= 2

    def refused(self, manner: int, hand: int, upcard: int) -> float:
        """How likely it was to let this card lie."""
        if self.takes(manner, hand, upcard):
            return 0.1 if manner == SOUND else ODD
        return 1 - TAKES_FOR_LATER if manner == SOUND else 1.0

    def took(self, manner: int, hand: int, upcard: int) -> float:
        return (
            1.0 if self.takes(manner, hand, upcard) else TAKES_FOR_LATER if manner == SOUND else ODD
        )

    def threw(self, manner: int, eleven: int, taken: int, card: int) -> float:
        """How likely it was to throw this card and not to knock; `taken` it may not throw."""
        look = self.look
        chance = 1.0
        if look.can_reach(eleven, self.limit):
            chance = WAITS if manner == SOUND else ODD
        loose = look.loose(eleven)
        if not loose & card:
            return chance * ODD
        if manner == PLAIN:
            return chance if look.dearest(loose) & card else chance * ODD
        loose &= ~taken
        if manner == SIMPLE:
            dearest = self.dearest_of(loose)
            return chance / look.size(dearest) if dearest & card else chance * ODD
        every, own = 0.0, 0.0
        left = loose
        while left:
            one = left & -left
            left ^= one
            weight = _WEIGHTS[20 + self.regret(eleven, one)]
            every += weight
            if one == card:
                own = weight
        return chance * (ODD + (1 - ODD) * own / every)

    def dearest_of(self, cards: int) -> int:
        """Those of the most points."""
        tens = cards & (ACES << 9 | ACES << 10 | ACES << 11 | ACES << 12)
        return tens if tens else self.look.dearest(cards)

    def regret(self, hand: int, card: int) -> int:
        """Points of a loose card less what its neighbours in the hand let it hope for."""
        look = self.look
        number = look.first(card)
        beside = (card << 1 & LOW_ENDS) | (card >> 1 & HIGH_ENDS)
        same = ACES << number % 13 & ~card
        near = look.size(hand & (beside | same))
        return look.values[number] - HOPE * near

    def throws(self, manner: int, eleven: int, taken: int) -> int:
        """The card (a bit) it throws: not the one just taken, but that rule `PLAIN` ignores."""
        look = self.look
        if manner == PLAIN:
            taken = 0
        loose = look.loose(eleven) & ~taken
        if not loose:
            return self.of_melds(eleven, taken)
        if manner != SOUND:
            dearest = look.dearest(loose) if manner == PLAIN else self.dearest_of(loose)
            return dearest & -dearest
        best, chosen = -100, 0
        while loose:
            one = loose & -loose
            loose ^= one
            regret = self.regret(eleven, one)
            if regret > best:
                best, chosen = regret, one
        return chosen

    def of_melds(self, eleven: int, taken: int) -> int:
        """Where all else lies in melds: what costs least."""
        left, chosen, least = eleven & ~taken, 0, 1000
        while left:
            one = left & -left
            left ^= one
            points = self.look.points(eleven ^ one)
            if points < least:
                least, chosen = points, one
        return chosen
