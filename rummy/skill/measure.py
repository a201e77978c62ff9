"""Accuracy: how near somebody's decisions come to the estimator's, given what their seat knew.

Each decision costs the points that the estimator's own choice would have brought more. Costs of
many points say little more than costs of some, so a decision *loses* 1 − e^(−cost / 3): nothing for
the best choice, half of itself for two points given away, nearly all for ten.

Good hands have dearer decisions than bad ones. So what is lost is divided by the *par* of the same
positions, which is what a middling player of the house loses there; with that the luck of the deal
falls out. Accuracy is 100 % without losses, and for whoever loses just par it is what middling
players keep on average.

The estimator is the strong bot's own. Accuracy says how alike somebody plays, and where the bot is
wrong, so is the figure. docs/skill.md has the calibration.
"""

import json
from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from rummy import engine
from rummy.engine.families.knock.actions import Knock
from rummy.engine.moves import Discard
from rummy.engine.records import Event
from rummy.hints.advice import Decision
from rummy.hints.review import decisions

SCALE_POINTS: Final = 3.0
ROUNDS_FOR_A_MARGIN: Final = 5
CERTAIN: Final = 1.96  # standard errors on either side of 95 of 100
# The games that have pars, each with the preset they were found in.
USUAL_PRESETS: Final = {
    "gin": "gin_palast",
    "german_romme": "german_romme",
    "romme_500": "romme_500",
}
# Of a preset that is no game's name, its family's.
OF_FAMILY: Final = {"knock": "gin", "table_melding": "german_romme"}
EARLY: Final = (2, 4, 8, 12)  # so many decisions of a seat part a round
ENDING, GIVING, TAKING = "ending", "giving", "taking"


class Tally(NamedTuple):
    """What a seat's decisions of a round come to: so many judged, lost, and par, each up to 1."""

    decisions: int
    lost: float
    par: float


@dataclass(frozen=True, slots=True)
class Accuracy:
    """In percent, with its margin on either side (95 %); without one for less than five rounds."""

    percent: float
    margin: float | None
    decisions: int
    rounds: int


def loss(cost: float) -> float:
    """What a decision loses, from 0 to 1, that gave so many points away."""
    return 1 - exp(-max(0.0, cost) / SCALE_POINTS)


def tally(rules: engine.RuleSet, seats: int, events: Sequence[Event], seat: int) -> Tally:
    """The seat's decisions of a round; `events` are its whole log, the deal first, not redacted."""
    return tallied(rules, decisions(rules, seats, events, seat))


def tallied(rules: engine.RuleSet, made: Iterable[Decision]) -> Tally:
    """The same of decisions that have been judged already."""
    count, lost, par = 0, 0.0, 0.0
    pars = _pars(game_of(rules))
    for decision in made:
        lost += loss(decision.cost)
        par += pars.of(decision, count)
        count += 1
    return Tally(count, lost, par)


def accuracy(rounds: Iterable[Tally], game: str) -> Accuracy | None:
    """The accuracy of these rounds of one game (`game_of`); None where nothing was decided."""
    judged = [one for one in rounds if one.decisions]
    total = sum(one.decisions for one in judged)
    if not total:
        return None
    par, mean = sum(one.par for one in judged), _pars(game).mean
    of_par = sum(one.lost for one in judged) / par
    margin = 100 * mean * CERTAIN * _error(judged, of_par, par)
    return Accuracy(
        percent=max(0.0, 100 * (1 - mean * of_par)),
        margin=margin if len(judged) >= ROUNDS_FOR_A_MARGIN else None,
        decisions=total,
        rounds=len(judged),
    )


def _error(judged: Sequence[Tally], of_par: float, par: float) -> float:
    """The standard error of a ratio of sums over rounds, which differ by chance."""
    count = len(judged)
    spread = sum((one.lost - of_par * one.par) ** 2 for one in judged)
    return sqrt(spread * count / max(1, count - 1)) / par


def game_of(rules: engine.RuleSet) -> str:
    """Under which name the game's pars stand."""
    return rules.key if rules.key in USUAL_PRESETS else OF_FAMILY[rules.family]


def family_of(game: str) -> str:
    """The family of a game by this name."""
    return engine.PRESETS[USUAL_PRESETS[game]].family


def kind_of(decision: Decision, made: int) -> str:
    """Whether the round could be ended by it, a card given away, or one taken; of how many choices,
    up to those that a hint names, since among few it is easier to be right; and how early in the
    round, after how many decisions `made` by the seat."""
    offered = decision.better.choices
    actions = (decision.action, *(one.action for one in offered))
    if any(isinstance(action, Knock) for action in actions):
        what = ENDING
    else:
        what = GIVING if any(isinstance(action, Discard) for action in actions) else TAKING
    return f"{what} {len(offered)} {bisect(EARLY, made)}"


class Pars(NamedTuple):
    """What a middling player loses, by the kind of decision and what the best choice is worth."""

    mean: float
    bounds: dict[str, tuple[float, ...]]
    losses: dict[str, tuple[float, ...]]

    def of(self, decision: Decision, made: int) -> float:
        return self.at(kind_of(decision, made), decision.value + decision.cost)

    def at(self, kind: str, best: float) -> float:
        if kind not in self.losses:
            return self.mean
        return self.losses[kind][bisect(self.bounds[kind], best)]


def levels_of(game: str) -> dict[str, float]:
    """The accuracy of the house's bots in percent, as measured with the pars."""
    return dict(_stored(game)["levels"])


@cache
def _stored(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(STORED.read_text())[game]
    return found


@cache
def _pars(game: str) -> Pars:
    stored = _stored(game)
    return Pars(
        stored["mean"],
        {kind: tuple(bounds) for kind, bounds in stored["bounds"].items()},
        {kind: tuple(losses) for kind, losses in stored["losses"].items()},
    )


# Written by `python -m benchmarks.fit_skill`.
STORED = Path(__file__).with_name("pars.json")
