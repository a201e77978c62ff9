"""How the expert's weights at gin are found: `python -m benchmarks.fit_bots STEPS [FIRST]`.

Rounds are played out, mostly against the "Simple" player and now and then against itself, under
many knock limits and bonuses. A learner takes the best choice or one that is nearly as good, by
dice (a soft maximum), and after each step of `ROUNDS` rounds the nets of
`rummy.bots.knock.estimate` move a little, on two grounds:

* what brought more than was thought shall be chosen more often, what brought less shall not: this
  is what makes the choices good, and knows nothing of how well the values are estimated;
* the values of what was chosen shall come near to what it brought, so that they stay points.

Where unseen cards are is fitted at the end, by logistic regression of who holds them on what the
holder did before. The dice are seeded by step (numbered from FIRST) and part: the same call on the
same weights writes the same numbers. Some thousand steps tell; compiled, one takes a second.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, NamedTuple

import numpy as np

from rummy import engine
from rummy.bots import Recollection, recall, remember
from rummy.bots.knock import estimate, weights
from rummy.bots.knock.estimate import Prices, hand_facts, judge_of, scene_facts
from rummy.bots.knock.options import Worth, knock_facts, worths
from rummy.bots.knock.outlook import clues_of, scene_of
from rummy.bots.knock.suspicion import PLACES, places
from rummy.engine.cards import BIT, PACK, cards_of
from rummy.engine.families.knock.actions import DrawStock, Knock, PassUpcard
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.knock.views import KnockView
from rummy.engine.records import Action
from tests.bots.simple_player import SimplePlayer

NETS = ("WAITING", "DRAWING", "KNOCKING")
ROUNDS = 256  # of a step
PARTS = 2
AGAINST_SIMPLE = 0.75  # of the rounds; the others against itself
TEMPERATURE = 0.5  # points: how far from the best a choice may be that is still taken
BOOTSTRAP = 0.1  # what came of a choice is so much what was thought next, else how the round ended
BRINGING, NEARING = 1 / 5, 0.3 / 20  # how much each of the two grounds counts
LIKE_DEADWOOD = 1 / 5  # a bonus of 25 moves its weights five times as far as a point does
PACE, FADING = 1.2e-3, 0.5  # thousandths by which weights move, slower in the last half
RIDGE_OF_HOLDING = 3.0
NEWTON_STEPS = 6
Told = dict[str, Any]
Facts = list[float]
Card = tuple[tuple[int, ...], bool]  # what spoke for it, and whether it was there


class Decided(NamedTuple):
    """One decision: its choices as (net, facts, value), which was taken, and what came of it."""

    choices: list[tuple[str, Facts, float]]
    taken: int
    prices: Prices
    came: float = 0.0

    @property
    def likely(self) -> list[float]:
        """How likely each choice was."""
        best = max(value for _, _, value in self.choices)
        odds = [exp((value - best) / TEMPERATURE) for _, _, value in self.choices]
        return [one / sum(odds) for one in odds]

    @property
    def thought(self) -> float:
        """What the seat expected before it took one."""
        values = [value for _, _, value in self.choices]
        return sum(map(float.__mul__, self.likely, values))


class Played(NamedTuple):
    """What rounds taught: decisions; unseen cards with their holder."""

    decided: list[Decided]
    cards: list[Card]


def random_rules(dice: Random) -> engine.RuleSet:
    """Mostly the presets as they are, now and then a lower knock limit as with Oklahoma."""
    limit = 10 if dice.random() < 0.95 else dice.randrange(10)
    if dice.random() < 0.25:
        point_limit = dice.choice([50, 100, 100, 100])
        return engine.build_rules("gin_palast", knock_limit=limit, point_limit=point_limit)
    undercut = dice.choice([10, 10, 20, 25, 25, 25, 25])
    return engine.build_rules("gin_classic", knock_limit=limit, undercut_bonus=undercut)


def play(dice: Random, played: Played) -> None:
    """One round, noted where a learner sat."""
    rules = random_rules(dice)
    deck = list(engine.deck_cards(rules))
    dice.shuffle(deck)
    state, events = engine.start_round(rules, 2, deck, dice.randrange(2))
    recalled = recall(events)
    simple = dice.randrange(2) if dice.random() < AGAINST_SIMPLE else None
    made: tuple[list[Decided], list[Decided]] = ([], [])
    while state.turn is not None:
        seat = state.turn
        seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        assert isinstance(seen, KnockView)
        assert isinstance(state, KnockState)
        if seat == simple or len(legal) == 1:
            action: Action = SimplePlayer().choose(seen, legal, dice)
        else:
            choices = worths(seen, legal, recalled)
            decided = decide(seen, choices, recalled, dice)
            if decided is not None:
                made[seat].append(decided)
                played.cards.append(card_of(state, seat, seen, recalled, dice))
            action = choices[decided.taken if decided else 0].action
        for event in engine.decide(state, seat, action):
            state = engine.evolve(state, event)
            recalled = remember(recalled, event)
    score = engine.score(state)
    assert score is not None
    for seat, own in enumerate(made):
        came = float(score.points[seat] - score.points[1 - seat])
        for one in reversed(own):
            played.decided.append(one._replace(came=came))
            came = BOOTSTRAP * one.thought + (1 - BOOTSTRAP) * came


def decide(
    seen: KnockView, choices: list[Worth], recalled: Recollection, dice: Random
) -> Decided | None:
    """One of the choices by dice; None where the best is gin, or not told by facts: it is taken."""
    if choices[0].points == 0 or any(isinstance(one.action, PassUpcard) for one in choices):
        return None
    if any(one.outlook is None and not isinstance(one.action, Knock) for one in choices):
        return None  # taken to knock
    told = [(*facts_of(seen, one, recalled), one.value) for one in choices]
    decided = Decided(told, 0, judge_of(seen.laws).prices)
    return decided._replace(taken=dice.choices(range(len(told)), decided.likely)[0])


def facts_of(seen: KnockView, worth: Worth, recalled: Recollection) -> tuple[str, Facts]:
    """The net that judged this choice, and what it was asked."""
    scene = scene_of(seen, recalled)
    if isinstance(worth.action, Knock):
        return "KNOCKING", knock_facts(seen, scene, worth.action, seen.hand or 0)
    assert worth.outlook is not None
    facts = [*hand_facts(worth.outlook, worth.danger), *scene_facts(scene)]
    return ("DRAWING" if isinstance(worth.action, DrawStock) else "WAITING"), facts


def card_of(
    state: KnockState, seat: int, seen: KnockView, recalled: Recollection, dice: Random
) -> tuple[tuple[int, ...], bool]:
    """One of the unseen cards: what speaks for or against it, and whether it was there."""
    scene = scene_of(seen, recalled)
    card = dice.choice([card for card in cards_of(scene.stock) if card < PACK])
    told = places(clues_of(recalled, 1 - seat, scene.held), card)
    return told, bool(state.hands[1 - seat] & BIT[card])


def gather(job: tuple[int, int, Told]) -> tuple[Told, list[Card]]:
    """Rounds played by these weights: what moves each net, and what was played."""
    seed, rounds, told = job
    vars(weights).update({net: in_thousandths(told[net]) for net in NETS})
    estimate.judge_of.cache_clear()
    dice, played = Random(seed), Played([], [])
    for _ in range(rounds):
        play(dice, played)
    rows: dict[str, list[tuple[Facts, Facts]]] = {net: [] for net in NETS}
    for one in played.decided:
        for (net, facts, _), push in zip(one.choices, pushes(one), strict=True):
            rows[net].append((facts, shared_out(net, push, one.prices)))
    moved = {net: pushed(told[net], rows[net]) for net in NETS if rows[net]}
    return moved, played.cards


def pushes(one: Decided) -> Iterator[float]:
    """How far the value of each choice shall go down."""
    more = one.came - one.thought
    for place, (likely, (_, _, value)) in enumerate(zip(one.likely, one.choices, strict=True)):
        taken = place == one.taken
        yield -BRINGING * more * (taken - likely) / TEMPERATURE + taken * NEARING * (
            value - one.came
        )


def shared_out(net: str, push: float, prices: Prices) -> Facts:
    """The push to a value as one to each output of its net."""
    if net == "KNOCKING":
        return [push, -push * (prices.undercut + 2 * prices.box) * LIKE_DEADWOOD**2]
    return [push, *(push * price * LIKE_DEADWOOD for price in prices)]


def pushed(net: Sequence[Any], rows: list[tuple[Facts, Facts]]) -> list[Any]:
    """What these pushes to the outputs are to every weight of the net."""
    units, voices, _ = net
    facts = np.array([[*facts, 1.0] for facts, _ in rows])
    outputs = np.array([push for _, push in rows])
    moved = np.maximum(facts @ units.T, 0)
    hidden = (outputs @ voices) * (moved > 0)
    return [hidden.T @ facts, outputs.T @ moved, outputs.T @ facts]


class Mover:
    """Moves weights by what pushes them, each at a pace of its own (Adam)."""

    def __init__(self, told: Told) -> None:
        self.mean = {net: [np.zeros_like(part) for part in told[net]] for net in NETS}
        self.square = {net: [np.zeros_like(part) for part in told[net]] for net in NETS}
        self.steps = 0

    def move(self, told: Told, net: str, place: int, push: Any, pace: float) -> None:
        mean, square = self.mean[net][place], self.square[net][place]
        mean += 0.1 * (push - mean)
        square += 0.001 * (push * push - square)
        late = 1 - 0.999**self.steps
        told[net][place] -= pace * (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / late) + 1e-6)


def in_thousandths(net: Sequence[Any]) -> weights.Net:
    return weights.Net(
        *(
            tuple(tuple(round(float(one) * estimate.UNIT) for one in row) for row in part)
            for part in net
        )
    )


def fit_holding(x: Any, y: Any) -> tuple[float, ...]:
    """Logistic regression by Newton's method, with the same ridge."""
    solved = np.zeros(x.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-x @ solved))
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + RIDGE_OF_HOLDING * np.eye(x.shape[1])
        step = x.T @ (y - chance) - RIDGE_OF_HOLDING * solved
        solved = solved + np.linalg.solve(curve, step)
    print("HOLDING", x.shape, "held", round(float(y.mean()), 3))
    return tuple(round(float(one), 4) for one in solved)


def save(told: Told, holding: tuple[float, ...]) -> None:
    """The module of weights anew: its head as it is, then the numbers."""
    stored = Path(str(weights.__file__))
    lines = [stored.read_text().split("WAITING: ")[0].rstrip(), "", ""]
    for net in NETS:
        lines.append(f"{net}: Final = Net(")
        for part in in_thousandths(told[net]):
            lines.append("    (")
            for row in part:
                lines += numbers(f"({', '.join(map(str, row))}),", "        ")
            lines.append("    ),")
        lines.append(")")
    lines.append("HOLDING: Final[tuple[float, ...]] = (")
    lines += numbers(", ".join(map(str, holding)) + ",", "    ")
    stored.write_text("\n".join([*lines, ")"]) + "\n")


def numbers(text: str, indent: str) -> list[str]:
    return wrap(text, 100, initial_indent=indent, subsequent_indent=indent + " ")


def main() -> None:
    steps, first = (int(word) for word in (*sys.argv[1:], "0")[:2])
    told = {net: [np.array(part) / estimate.UNIT for part in getattr(weights, net)] for net in NETS}
    mover = Mover(told)
    cards: list[Card] = []
    with ProcessPoolExecutor(PARTS) as pool:
        for number in range(steps):
            jobs = [
                ((first + number) * 1000 + part, ROUNDS // PARTS, told) for part in range(PARTS)
            ]
            found = [*pool.map(gather, jobs)]
            played = [card for _, cards_of_part in found for card in cards_of_part]
            cards += played
            mover.steps += 1
            pace = PACE * min(1.0, (1 - number / steps) / FADING)
            for net in NETS:
                for place in range(3):
                    push = sum(moved[net][place] for moved, _ in found if net in moved)
                    mover.move(told, net, place, push / len(played), pace)
    spoken = np.zeros((len(cards), PLACES))
    for row, (speaking, _) in enumerate(cards):
        spoken[row, list(speaking)] = 1
    save(told, fit_holding(spoken, np.array([held for _, held in cards], float)))


if __name__ == "__main__":
    main()
