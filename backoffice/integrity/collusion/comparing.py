"""A pair's rounds against each player's own rounds with others, corrected for looking at many.

Each player is measured by their own play, so that neither strength nor style is suspicious: a
novice gives points away to everybody. Friends may play as often as they like.
"""

from collections.abc import Iterator
from math import erfc, exp, lgamma, sqrt
from typing import NamedTuple

from .watching import Behaviour

ROUNDS_LEAST = 20  # with each other and with others; below it there is nothing to be said
SURE = 0.1  # innocent pairs pointed out, on average, of all that are looked at together
SEATS = 2
SIGNALS = ("feeding", "sharing_hands", "soft_knocking", "dumping")


class Finding(NamedTuple):
    """How differently player 0 or 1 of a pair played with the other, by one signal.

    `together` and `otherwise` are shares (for `dumping`: points a round), `p_value` is one-sided
    and `corrected` for the pairs, signals and players that were looked at: at most 1.
    """

    signal: str
    player: int
    rounds: int
    together: float
    otherwise: float
    p_value: float
    corrected: float

    @property
    def is_share(self) -> bool:
        return self.signal != SIGNALS[-1]

    @property
    def is_striking(self) -> bool:
        return self.corrected <= SURE


def compare(
    together: tuple[Behaviour, Behaviour], otherwise: tuple[Behaviour, Behaviour], pairs: int
) -> list[Finding]:
    """Every signal of both players, the most striking first; nothing where rounds are too few.

    `together`: how players 0 and 1 played in the rounds they shared; `otherwise`: how each did in
    rounds with others; `pairs`: how many pairs are looked at in all.
    """
    found = [
        Finding(signal, player, own.rounds, *rates, p_value, min(1.0, p_value * pairs * tests))
        for tests in (SEATS * len(SIGNALS),)
        for player, (own, usual) in enumerate(zip(together, otherwise, strict=True))
        if min(own.rounds, usual.rounds) >= ROUNDS_LEAST
        for signal, rates, p_value in _signals(own, usual)
    ]
    return sorted(found, key=lambda one: one.p_value)


def _signals(own: Behaviour, usual: Behaviour) -> Iterator[tuple[str, tuple[float, float], float]]:
    """(signal, share together and otherwise, chance) of one player."""
    guess = max(("least", "expert"), key=lambda one: getattr(usual, f"{one}_followed"))
    counted = (
        (f"{guess}_fed", f"{guess}_harmless"),
        (f"{guess}_avoided", f"{guess}_helpful"),
        ("held_back", "due"),
    )
    for signal, (name, of) in zip(SIGNALS, counted, strict=False):
        hits, tries = getattr(own, name), getattr(own, of)
        usually, usual_tries = getattr(usual, name), getattr(usual, of)
        rates = (hits / max(1, tries), usually / max(1, usual_tries))
        yield signal, rates, _more_often(hits, tries, usually, usual_tries)
    mean, error = _mean(own)
    usual_mean, usual_error = _mean(usual)
    spread = sqrt(error + usual_error)
    p_value = erfc((mean - usual_mean) / spread / sqrt(2)) / 2 if spread else 1.0
    yield SIGNALS[-1], (mean, usual_mean), p_value


def _more_often(hits: int, tries: int, usually: int, usual_tries: int) -> float:
    """Fisher's exact test: the chance of so many hits or more here if both were alike."""
    all_hits, everything = hits + usually, tries + usual_tries
    most = min(tries, all_hits)
    whole = _ways(everything, tries)
    chances = (
        exp(_ways(all_hits, one) + _ways(everything - all_hits, tries - one) - whole)
        for one in range(max(hits, tries + all_hits - everything), most + 1)
    )
    return min(1.0, sum(chances))


def _ways(of: int, some: int) -> float:
    """The logarithm of the ways to choose `some` of `of`."""
    return lgamma(of + 1) - lgamma(some + 1) - lgamma(of - some + 1)


def _mean(seen: Behaviour) -> tuple[float, float]:
    """The mean of points given away and the square of its standard error."""
    mean = seen.given_away / seen.rounds
    spread = max(0.0, seen.squared - seen.rounds * mean * mean)
    return mean, spread / (seen.rounds - 1) / seen.rounds
