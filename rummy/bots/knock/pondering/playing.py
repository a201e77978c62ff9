"""A round of gin played on from one's own choice: the opponent by its manner, oneself by deadwood.

Everything is open to the playout but is used by nobody: each side goes by its own cards. Points are
the seat's own less the opponent's.
"""

from typing import Final, NamedTuple

from rummy.bots.knock.draws import ACES, HIGH_ENDS, LOW_ENDS

from .looking import Looking
from .manners import PLAIN, Manners

THROWS: Final = 0
DRAWS: Final = 1
TAKES: Final = 2
KNOCKS: Final = 3
PASSES: Final = 4  # the first upcard, which the opponent may take
PASSES_LAST: Final = 5  # as the second: the opponent draws from the stock


class Option(NamedTuple):
    """How it goes on: what is done, the own hand then (a knocker's without the discard) and the
    card that lies open then."""

    how: int
    hand: int
    upcard: int


class Stakes(NamedTuple):
    """The numbers of a rule-set that a round's points come from."""

    knock_limit: int
    gin: int
    undercut: int
    box: int
    stock_floor: int


class Playout:
    """Plays rounds on under one set of numbers. `turns` counts those played."""

    def __init__(self, look: Looking, play: Manners, stakes: Stakes) -> None:
        self.look, self.play = look, play
        self.limit, self.floor = stakes.knock_limit, stakes.stock_floor
        self.gin, self.undercut, self.box = stakes.gin, stakes.undercut, stakes.box
        self.turns = 0

    def points(self, option: Option, theirs: int, manner: int, stock: list[int]) -> int:
        """What the option brings against these ten cards of an opponent of this manner.

        Of the stock in this order the opponent draws from the list's end and the seat itself from
        its beginning: what one of them takes from the pile moves no card of the other's.
        """
        how, mine, upcard = option
        if how == KNOCKS:
            return self.knock(mine, theirs, self.look.points(mine), lays_off=manner != PLAIN)
        if how == PASSES and not self.play.takes(manner, theirs, upcard):
            how = DRAWS
        return self._played(how, mine, upcard, theirs, manner, stock)

    def _played(
        self, how: int, mine: int, upcard: int, theirs: int, manner: int, stock: list[int]
    ) -> int:
        look, play, limit, floor = self.look, self.play, self.limit, self.floor
        first, end, gone = 0, len(stock), upcard
        while True:
            self.turns += 1
            if how != DRAWS and how != TAKES:
                if end - first <= floor:
                    return 0
                taken = 0
                if how != PASSES_LAST and play.takes(manner, theirs, upcard):
                    taken = upcard
                    theirs |= upcard
                else:
                    end -= 1
                    theirs |= stock[end]
                thrown = play.throws(manner, theirs, taken)
                if look.can_reach(theirs, limit):
                    points = look.after(theirs)
                    card = self.lowest(theirs, thrown, points)
                    return -self.knock(theirs ^ card, mine, points, lays_off=True)
                theirs ^= thrown
                upcard = thrown
                gone |= upcard
                how = THROWS
            if end - first <= floor:
                return 0
            taken = 0
            if how == TAKES or (how == THROWS and self.wants(mine, upcard)):
                taken = upcard
                mine |= upcard
            else:
                mine |= stock[first]
                first += 1
            how = THROWS
            thrown = self.throws(mine, taken, gone)
            if look.can_reach(mine, limit):
                points = look.after(mine)
                card = self.lowest(mine, thrown, points)
                return self.knock(mine ^ card, theirs, points, lays_off=manner != PLAIN)
            mine ^= thrown
            upcard = thrown
            gone |= upcard

    def lowest(self, eleven: int, likely: int, points: int) -> int:
        """The card that leaves so many points."""
        look = self.look
        if look.points(eleven ^ likely) == points:
            return likely
        left = eleven
        while left:
            one = left & -left
            left ^= one
            if look.points(eleven ^ one) == points:
                return one
        return likely

    def wants(self, hand: int, upcard: int) -> bool:
        if not self.play.melds(hand, upcard):
            return False
        return not self.look.loose(hand | upcard) & upcard

    def throws(self, eleven: int, taken: int, gone: int) -> int:
        """The loose card of most points; of several the one with least hope."""
        look = self.look
        loose = look.loose(eleven) & ~taken
        if not loose:
            return self.play.of_melds(eleven, taken)
        alive = ~(eleven | gone)
        best, chosen, values = -1000, 0, look.values
        while loose:
            one = loose & -loose
            loose ^= one
            number = look.first(one)
            value = 8 * values[number] - self.hope(eleven, one, number, alive)
            if value > best:
                best, chosen = value, one
        return chosen

    def hope(self, hand: int, card: int, number: int, alive: int) -> int:
        """How many living cards make a meld of this one and another of the hand."""
        look = self.look
        same = ACES << number % 13 & ~card
        outs = 0
        if same & hand:
            outs = look.size(same & alive)
        up, up2 = card << 1 & LOW_ENDS, 0
        down, down2 = card >> 1 & HIGH_ENDS, 0
        if up:
            up2 = up << 1 & LOW_ENDS
        if down:
            down2 = down >> 1 & HIGH_ENDS
        if up & hand:
            outs += bool(up2 & alive) + bool(down & alive)
        elif up2 & hand and up & alive:
            outs += 1
        if down & hand:
            outs += bool(down2 & alive) + bool(up & alive)
        elif down2 & hand and down & alive:
            outs += 1
        return outs

    def knock(self, knocker: int, other: int, points: int, *, lays_off: bool) -> int:
        """What the knocker wins by it: its ten cards, so many points, against these."""
        look = self.look
        held = look.points(other)
        if points == 0:
            return held + self.gin + self.box
        if lays_off and held:
            melded = knocker & ~look.loose(knocker)
            loose = look.loose(other)
            off = look.laid_off(melded, loose)
            if off:
                held = look.points(other ^ off)
        if held > points:
            return held - points + self.box
        return -(points - held + self.undercut + self.box)
