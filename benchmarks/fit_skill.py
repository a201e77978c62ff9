"""How the figures of `rummy.skill` are found: `python -m benchmarks.fit_skill pars|weights [N]`.

The easy-going and the sound bot play N rounds of each game against one of the others, and what they
lose is averaged over each kind of decision and ten ranges of the best choice's worth: these are the
pars. The weights by which a round is valued with all cards open are those that come nearest, in
squares, to how rounds of bots of all strengths ended: at every moment, and over a whole round by
what the cards alone changed. The deals are numbered, so the same call writes the same numbers;
`benchmarks.skill` uses others.
"""

import json
import sys
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import mean, quantiles
from typing import Any, NamedTuple

import numpy as np

from benchmarks.rounds import play_round
from rummy import engine
from rummy.bots import BOTS
from rummy.bots.serving.dice import SeededDice
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.records import Event
from rummy.hints.advice import Decision
from rummy.hints.review import decisions
from rummy.skill import measure, value
from rummy.skill.luck import DRAWN, HARD_TURNS, OPEN, snapshots
from rummy.skill.value import TURN_COLUMNS, row_of

ROUNDS = 4_000
FIRST_DEAL = 1_000_000
MIDDLING = ("casual", "solid")
RANGES = 10
IN_A_RANGE_MIN = 150
PAR_MIN = 0.001  # where no bot ever errs, somebody may
PARTS = 40


class Played(NamedTuple):
    """A round of the first bot against the second: its log, and its points less theirs."""

    rules: engine.RuleSet
    events: list[Event]
    ahead: int

    def judged(self) -> Iterator[Decision]:
        """The first bot's decisions."""
        return decisions(self.rules, 2, self.events, 0)


def played(game: str, bots: tuple[str, str], deal: int) -> Played:
    rules = engine.build_rules(measure.USUAL_PRESETS[game])
    decks = [shuffled(rules, f"{deal} {number}") for number in range(1 + rules.reshuffles)]
    dice = [SeededDice(f"{deal} {seat}") for seat in range(2)]
    players = [BOTS[bot] for bot in bots]
    events, points = play_round(rules, players, dealer=deal % 2, decks=decks, dice=dice)
    return Played(rules, events, points[0] - points[1])


def shuffled(rules: engine.RuleSet, name: str) -> tuple[int, ...]:
    cards = list(engine.deck_cards(rules))
    Random(name).shuffle(cards)
    return tuple(cards)


class Found(NamedTuple):
    """A decision of one of the middling bots: its kind, the best choice's worth, what was lost."""

    level: str
    kind: str
    best: float
    lost: float


def _found(part: tuple[str, int, int]) -> list[Found]:
    game, first, rounds = part
    return [
        Found(bots[0], measure.kind_of(one, made), one.value + one.cost, measure.loss(one.cost))
        for deal in range(first, first + rounds)
        for bots in [(MIDDLING[deal % 2], MIDDLING[deal // 2 % 2])]
        for made, one in enumerate(played(game, bots, deal).judged())
    ]


def _fitted(found: list[Found]) -> dict[str, Any]:
    pars = measure.Pars(round(mean(one.lost for one in found), 4), {}, {})
    for kind in sorted({one.kind for one in found}):
        made = [one for one in found if one.kind == kind]
        ranges = max(1, min(RANGES, len(made) // IN_A_RANGE_MIN))
        cuts = quantiles([one.best for one in made], n=ranges) if ranges > 1 else []
        pars.bounds[kind] = tuple(sorted({round(cut, 1) for cut in cuts}))
        inside = defaultdict(list)
        for one in made:
            inside[bisect(pars.bounds[kind], one.best)].append(one.lost)
        overall = mean(one.lost for one in made)
        pars.losses[kind] = tuple(
            max(PAR_MIN, round(mean(inside[at]) if inside[at] else overall, 4))
            for at in range(len(pars.bounds[kind]) + 1)
        )
    return {**pars._asdict(), "levels": _levels(pars, found)}


def _levels(pars: measure.Pars, found: list[Found]) -> dict[str, float]:
    """Accuracy of the bots; the strong one is the estimator itself."""
    levels = {}
    for level in MIDDLING:
        made = [one for one in found if one.level == level]
        par = sum(pars.at(one.kind, one.best) for one in made)
        levels[level] = round(100 * (1 - pars.mean * sum(one.lost for one in made) / par), 1)
    return {**levels, "expert": 100.0}


WEIGHING_PAIRS = (
    ("solid", "solid"),
    ("casual", "solid"),
    ("expert", "solid"),
    ("expert", "casual"),
)
RIDGE = 10.0  # keeps features that say nearly the same from great weights of opposite sign


class Row(NamedTuple):
    """What the weights are for at a moment of a round, how it ended, and what had just happened.

    `drew` is who had drawn from the stock, 1 or −1, and `took` who had taken from the pile.
    """

    row: list[float]
    end: float
    is_deal: bool
    drew: int
    took: int


def _rows(part: tuple[str, int, int]) -> list[Row]:
    """Every moment of these rounds, in order."""
    game, first, rounds = part
    found = []
    for deal in range(first, first + rounds):
        one = played(game, WEIGHING_PAIRS[deal % len(WEIGHING_PAIRS)], deal)
        steps = Budget(DECIDING_STEPS * HARD_TURNS)
        for place, now in enumerate(snapshots(one.rules, 2, one.events, steps)):
            row = row_of(now.state, now.features, 0)
            drew, took = (_who(now.event, kinds) for kinds in (DRAWN, OPEN))
            found.append(Row(row, float(one.ahead), place == 0, drew, took))
    return found


def _who(event: Event, kinds: tuple[type[Event], ...]) -> int:
    seat: int | None = getattr(event, "seat", None)
    return (1, -1)[seat] if seat is not None and isinstance(event, kinds) else 0


def _valuing(rows: list[Row]) -> dict[str, Any]:
    """Weights by which the value comes nearest to how rounds ended at every moment, and the sum of
    what deal, draws and pile changed does so over whole rounds; both count alike."""
    found, ends = np.array([one.row for one in rows]), np.array([one.end for one in rows])
    scale = found.std(axis=0)
    scale[scale == 0] = 1.0
    scaled, deals = found / scale, np.array([one.is_deal for one in rows])
    cards, of_rounds = _cards_of_rounds(rows, scaled, deals), ends[deals]
    share = len(rows) / deals.sum()
    both = scaled.T @ scaled + share * cards.T @ cards + RIDGE * np.eye(len(scale))
    aims = scaled.T @ ends + share * cards.T @ of_rounds
    weights = np.round(np.linalg.solve(both, aims) / scale, 4)
    drew = np.array([one.drew for one in rows[1:]])
    draw = (np.diff(found @ weights) * drew)[drew != 0].mean()
    return {"weights": [float(one) for one in weights], "draw": round(float(draw), 2)}


def _cards_of_rounds(rows: list[Row], scaled: Any, deals: Any) -> Any:
    """By round, what the deal is like and how draws and pile changed it, each beyond a usual draw;
    whose turn it is changes with every draw and is left out."""
    changes = np.diff(scaled, axis=0, prepend=0)
    drew = np.array([[one.drew] for one in rows])
    took = np.array([[one.took] for one in rows])
    usual = (changes * drew)[drew[:, 0] != 0].mean(axis=0)
    cards = np.where(drew + took, changes - (drew + took) * usual, 0)
    cards[:, -TURN_COLUMNS:] = 0
    cards[deals] = scaled[deals]
    return np.add.reduceat(cards, np.flatnonzero(deals))


def main(what: str, rounds: str = str(ROUNDS)) -> None:
    ways: dict[str, tuple[Callable[..., list[Any]], Callable[[list[Any]], dict[str, Any]]]]
    ways = {"pars": (_found, _fitted), "weights": (_rows, _valuing)}
    find, fit = ways[what]
    figures = {}
    with ProcessPoolExecutor() as pool:
        for game in measure.USUAL_PRESETS:
            share = int(rounds) // PARTS
            parts = [(game, FIRST_DEAL + part * share, share) for part in range(PARTS)]
            figures[game] = fit([one for found in pool.map(find, parts) for one in found])
    stored = {"pars": measure.STORED, "weights": value.STORED}[what]
    stored.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
