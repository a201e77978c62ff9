"""Matches between bots, and how sure their results are."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import thread_time
from typing import NamedTuple

from rummy import engine
from rummy.bots import Bot, recall, remember
from rummy.engine.scoring import RoundScore


class Estimate(NamedTuple):
    """A mean with the borders of its 95 % confidence interval."""

    mean: float
    low: float
    high: float


def share(won: int, played: int) -> Estimate:
    """The share won (Wilson's interval)."""
    z, part = 1.96, won / played
    middle = (part + z * z / (2 * played)) / (1 + z * z / played)
    reach = z * sqrt(part * (1 - part) / played + z * z / (4 * played * played))
    reach /= 1 + z * z / played
    return Estimate(part, middle - reach, middle + reach)


def average(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    mean, reach = fmean(values), 1.96 * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach)


@dataclass
class Contest:
    """Two bots at a table of these rules; each remembers what everybody could see.

    `seconds` has the processor time of every decision, by seat: what else a machine does at the
    same time does not count.
    """

    rules: engine.RuleSet
    bots: Sequence[Bot]
    dice: Random

    def __post_init__(self) -> None:
        self.seconds: tuple[list[float], ...] = ([], [])

    def play_round(self, dealer: int) -> RoundScore:
        deck = list(engine.deck_cards(self.rules))
        self.dice.shuffle(deck)
        state, events = engine.start_round(self.rules, 2, deck, dealer)
        recalled = recall(events)
        while state.turn is not None:
            seat = state.turn
            seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
            began = thread_time()
            action = self.bots[seat].choose(seen, legal, self.dice, recalled)
            self.seconds[seat].append(thread_time() - began)
            for event in engine.decide(state, seat, action):
                state = engine.evolve(state, event)
                recalled = remember(recalled, event)
        score = engine.score(state)
        assert score is not None
        return score

    def play_match(self, point_limit: int = 100) -> int:
        """The winner of a match to so many points; the winner of a round deals the next."""
        totals, dealer = [0, 0], self.dice.randrange(2)
        while max(totals) < point_limit:
            score = self.play_round(dealer)
            totals = [had + won for had, won in zip(totals, score.points, strict=True)]
            dealer = dealer if score.winner is None else score.winner
        return totals.index(max(totals))

    def matches_won(self, matches: int) -> Estimate:
        """The first bot's share of matches."""
        return share(sum(self.play_match() == 0 for _ in range(matches)), matches)

    def points_ahead(self, rounds: int) -> Estimate:
        """Points per round the first bot is ahead, dealing in turn."""
        scores = [self.play_round(number % 2).points for number in range(rounds)]
        return average([own - others for own, others in scores])
