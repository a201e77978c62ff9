"""Choices weighed by rounds played on in worlds that the opponent's play makes likely."""

from typing import Final

from .believing import Belief
from .looking import Chance
from .manners import SOUND
from .playing import Option, Playout

SHARE: Final = 0.85  # of a choice's value, where the manner is known; the rest is what was said
HEATED: Final = 200  # steps of each heat, of which there are three, and of cooling down
APART: Final = 20  # steps between one hand of the opponent and the next
STOCKS: Final = 3  # that each hand is tried with: they tell more apart, for less
WORLD: Final = 3  # steps: what dealing out a stock counts as
LOOKS_EVERY: Final = 40  # hands
UNSURE: Final = 40.0  # points: about three times by how much two choices differ from world to world


def weigh(
    belief: Belief,
    playout: Playout,
    chance: Chance,
    options: list[Option],
    said: list[float],
    unseen: int,
    steps: int,
) -> list[float]:
    """The value of each option, from what is `said` of it already and what playouts bring.

    All go on in the same worlds. In those of an opponent with judgement (`SOUND`) nothing is
    played and what was said holds, for that manner is too rough to be played out. A choice that is
    clearly behind is left, with the value it then had; when one alone is not, the rest of the steps
    is not needed. `unseen` are the cards of the stock and of the opponent.
    """
    spent, hands, known = 0, 0, 0
    sums = [0] * len(options)
    values = list(said)
    left = list(range(len(options)))
    while spent < steps and len(left) > 1:
        if not hands % LOOKS_EVERY:
            belief.heat(HEATED)
            belief.run(HEATED)
            spent += 4 * HEATED
        belief.run(APART)
        hands += 1
        before = playout.turns
        stocks = 0 if belief.manner == SOUND else STOCKS
        for _ in range(stocks):
            stock = chance.shuffled(unseen & ~belief.hand)
            for place in left:
                sums[place] += playout.points(options[place], belief.hand, belief.manner, stock)
        known += stocks
        spent += APART + stocks * WORLD + playout.turns - before
        if not hands % LOOKS_EVERY or spent >= steps:
            best, share = -1000.0, SHARE / (hands * STOCKS)
            for place in left:
                values[place] = said[place] + share * (sums[place] - known * said[place])
                best = max(best, values[place])
            allowed = share * UNSURE * float(known) ** 0.5
            left = [place for place in left if best - values[place] <= allowed]
    return values
