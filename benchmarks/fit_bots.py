"""How the expert's weights are found: `python -m benchmarks.fit_bots ROUNDS PASSES [FIRST]`.

Rounds are played out with some curiosity, mostly against the "Simple" player and now and then
against itself, under many knock limits and bonuses. Then these are fitted, from the weights before:

* what waiting after a discard brings, and what drawing from the stock, for each thing that is
  counted (deadwood points, gins, undercuts, rounds won): two nets, by gradient descent to what came
  of each decision; the next pass plays by the last fit;
* what a knock brings, likewise, except that its outcome is not waited for: the hidden cards of the
  played round tell it at once;
* where unseen cards are, by logistic regression of who holds them on what the holder did before.

The dice are seeded by pass (numbered from FIRST) and part, so the same call on the same weights
writes the same numbers.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

import numpy as np

from rummy import engine
from rummy.bots import Recollection, recall, remember
from rummy.bots.knock import estimate, weights
from rummy.bots.knock.estimate import UNIT, hand_facts, scene_facts
from rummy.bots.knock.options import Worth, knock_facts, worths
from rummy.bots.knock.outlook import Scene, clues_of, scene_of
from rummy.bots.knock.suspicion import PLACES, places
from rummy.engine.cards import BIT, PACK, cards_of
from rummy.engine.families.knock.actions import ANSWER, Discard, DrawStock, Knock
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.knock.views import KnockView
from rummy.engine.records import Action
from rummy.engine.scoring import RoundScore
from tests.bots.simple_player import SimplePlayer

NETS = ("WAITING", "DRAWING", "KNOCKING")
COUNTED = ("deadwood", "gin_bonus", "undercut_bonus", "won")
COUNTS_AS = (1 / 25, 1.0, 0.8, 0.5)  # how much a miss by one of each weighs in the fit
KNOCK_COUNTS_AS = (1 / 15, 1.0)  # deadwood points, and undercuts suffered
CURIOSITY = 0.05
AGAINST_SIMPLE = 0.8  # of the rounds; the others against itself
BOOTSTRAP = 0.2
BATCH = 128
LOOKS = 2  # at each row, of a pass
PACE, SLOWER = 2e-3, 0.2  # of the first pass, and what is left of it at its end
RIDGE_OF_HOLDING = 3.0
NEWTON_STEPS = 6
PARTS = 2
PARTS_KEPT = 10
Vector = Any  # of four numbers, as COUNTED
Row = tuple[str, list[float], Vector]
Step = tuple[str, list[float], Vector | None]  # the last: what the best choice should bring
Told = dict[str, Any]


class Played(NamedTuple):
    """What one round taught: decisions with their outcome; unseen cards with their holder."""

    rows: list[Row]
    cards: list[tuple[tuple[int, ...], bool]]


def random_rules(dice: Random) -> engine.RuleSet:
    """Mostly the presets as they are, now and then a lower knock limit as with Oklahoma."""
    limit = 10 if dice.random() < 0.9 else dice.randrange(10)
    if dice.random() < 0.4:
        point_limit = dice.choice([50, 100, 100, 100])
        return engine.build_rules("gin_palast", knock_limit=limit, point_limit=point_limit)
    undercut = dice.choice([10, 10, 20, 25, 25])
    return engine.build_rules("gin_classic", knock_limit=limit, undercut_bonus=undercut)


def play(dice: Random) -> Played:
    """One round; every decision of a curious seat as (kind, facts, what it brought)."""
    rules = random_rules(dice)
    deck = list(engine.deck_cards(rules))
    dice.shuffle(deck)
    state, events = engine.start_round(rules, 2, deck, dice.randrange(2))
    recalled = recall(events)
    simple = dice.randrange(2) if dice.random() < AGAINST_SIMPLE else None
    played = Played([], [])
    steps: tuple[list[Step], list[Step]] = ([], [])
    while state.turn is not None:
        seat = state.turn
        seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        assert isinstance(seen, KnockView)
        assert isinstance(state, KnockState)
        if seat == simple or legal == [ANSWER]:
            action: Action = SimplePlayer().choose(seen, legal, dice)
        else:
            choices = worths(seen, legal, recalled)
            played.rows.extend(knocks_of(state, seen, choices, recalled))
            chosen = choices[0]
            if dice.random() < CURIOSITY:
                chosen = dice.choice(choices[:4])
            step = step_of(seen, recalled, choices, chosen)
            if step is not None:
                steps[seat].append(step)
                played.cards.append(card_of(state, seat, seen, recalled, dice))
            action = chosen.action
        for event in engine.decide(state, seat, action):
            state = engine.evolve(state, event)
            recalled = remember(recalled, event)
    score = engine.score(state)
    assert score is not None
    for seat, own in enumerate(steps):
        played.rows.extend(targets(own, np.array(counted(score, seat))))
    return played


def card_of(
    state: KnockState, seat: int, seen: KnockView, recalled: Recollection, dice: Random
) -> tuple[tuple[int, ...], bool]:
    """One of the unseen cards: what speaks for or against it, and whether it was there."""
    scene = scene_of(seen, recalled)
    card = dice.choice([card for card in cards_of(scene.stock) if card < PACK])
    told = places(clues_of(recalled, 1 - seat, scene.held), card)
    return told, bool(state.hands[1 - seat] & BIT[card])


def knocks_of(
    state: KnockState, seen: KnockView, choices: list[Worth], recalled: Recollection
) -> Iterator[Row]:
    """The knocks open to the seat with what each would have brought."""
    scene, seat = scene_of(seen, recalled), seen.seat or 0
    for worth in choices:
        if isinstance(worth.action, Knock):
            facts = knock_facts(seen, scene, worth.action, seen.hand or 0)
            deadwood, _, undercut, _ = outcome_now(state, seat, worth.action)
            yield "KNOCKING", facts, np.array((deadwood, -undercut))


def step_of(
    seen: KnockView, recalled: Recollection, choices: list[Worth], chosen: Worth
) -> Step | None:
    """A draw from the stock, or the end of a turn: the facts of the discard chosen (none for a
    knock), and what the best choice was thought to bring."""
    scene, best = scene_of(seen, recalled), choices[0]
    if isinstance(chosen.action, DrawStock):
        return "DRAWING", waiting_facts(scene, chosen), None
    if not any(isinstance(worth.action, Discard) for worth in choices):
        return None
    facts = waiting_facts(scene, chosen) if isinstance(chosen.action, Discard) else []
    return "WAITING", facts, estimated(seen, scene, best)


def waiting_facts(scene: Scene, worth: Worth) -> list[float]:
    assert worth.outlook is not None
    return [*hand_facts(worth.outlook, worth.danger), *scene_facts(scene)]


def estimated(seen: KnockView, scene: Scene, worth: Worth) -> Vector:
    if not isinstance(worth.action, Knock):
        return outputs(arrays(weights.WAITING), np.array(waiting_facts(scene, worth)))
    facts = knock_facts(seen, scene, worth.action, seen.hand or 0)
    deadwood, undercut = outputs(arrays(weights.KNOCKING), np.array(facts))
    gin = worth.points == 0
    undercut = 0.0 if gin else min(1.0, max(0.0, undercut))
    return np.array((deadwood, float(gin), -undercut, 1 - 2 * undercut))


def arrays(net: weights.Net) -> list[Any]:
    return [np.array(part) / UNIT for part in net]


def outputs(net: list[Any], facts: Any) -> Any:
    """What the net says to each output, of one row of facts or of many."""
    units, voices, straight = net
    known = np.concatenate([facts, np.ones((*facts.shape[:-1], 1))], axis=-1)
    return np.maximum(known @ units.T, 0) @ voices.T + known @ straight.T


def targets(steps: list[Step], outcome: Vector) -> Iterator[Row]:
    """Each decision with what it led to: partly the next estimate, partly what came of it."""
    came: Vector = outcome
    for net, facts, thought in reversed(steps):
        if facts:
            yield net, facts, came
        if thought is not None:
            came = BOOTSTRAP * thought + (1 - BOOTSTRAP) * came


def outcome_now(state: KnockState, seat: int, action: Knock) -> tuple[float, ...]:
    after: engine.RoundState = state
    for event in engine.decide(state, seat, action):
        after = engine.evolve(after, event)
    if after.turn is not None:
        for event in engine.decide(after, after.turn, ANSWER):
            after = engine.evolve(after, event)
    score = engine.score(after)
    assert score is not None
    return counted(score, seat)


def counted(score: RoundScore, seat: int) -> tuple[float, ...]:
    """Deadwood points, gins, undercuts and rounds won, the opponent's negative."""
    sums = dict.fromkeys(COUNTED, 0.0)
    for line in score.lines:
        if line.reason in sums:
            points = line.points if line.reason == "deadwood" else 1
            sums[line.reason] += points if line.seat == seat else -points
    if score.winner is not None:
        sums["won"] = 1 if score.winner == seat else -1
    return tuple(sums.values())


def gather(job: tuple[int, int, Told]) -> dict[str, tuple[Any, Any]]:
    seed, rounds, told = job
    vars(weights).update(told)
    estimate.judge_of.cache_clear()
    dice, rows, cards = Random(seed), [], []
    for _ in range(rounds):
        played = play(dice)
        rows += played.rows
        cards += played.cards
    found = {
        net: (
            np.array([row[1] for row in rows if row[0] == net]),
            np.array([row[2] for row in rows if row[0] == net]),
        )
        for net in NETS
    }
    spoken = np.zeros((len(cards), PLACES))
    for row, (speaking, _) in enumerate(cards):
        spoken[row, list(speaking)] = 1
    return {**found, "HOLDING": (spoken, np.array([held for _, held in cards], float))}


def fit(parts: list[dict[str, tuple[Any, Any]]], told: Told, pace: float) -> Told:
    found: Told = {}
    for name in NETS:
        facts, came = joined(parts, name)
        net = arrays(told[name])
        counts_as = np.array(KNOCK_COUNTS_AS if name == "KNOCKING" else COUNTS_AS)
        descend(net, facts, came, counts_as, pace, LOOKS * PARTS * len(parts[-1][name][0]) // BATCH)
        left = came - outputs(net, facts)
        print(name, facts.shape, "explained", np.round(1 - left.var(axis=0) / came.var(axis=0), 3))
        found[name] = weights.Net(
            *(tuple(tuple(round(float(one) * UNIT) for one in row) for row in part) for part in net)
        )
    found["HOLDING"] = fit_holding(*joined(parts, "HOLDING"))
    return found


def descend(net: list[Any], facts: Any, came: Any, counts_as: Any, pace: float, steps: int) -> None:
    """Move the net towards what came, by batches, each weight at a pace of its own (Adam)."""
    mean, square = ([np.zeros_like(part) for part in net] for _ in range(2))
    dice = np.random.default_rng(steps)
    known = np.concatenate([facts, np.ones((len(facts), 1))], axis=1)
    for step in range(1, steps + 1):
        batch = dice.integers(len(known), size=BATCH)
        rows = known[batch]
        moved = np.maximum(rows @ net[0].T, 0)
        missed = (moved @ net[1].T + rows @ net[2].T - came[batch]) * counts_as**2 / BATCH
        hidden = (missed @ net[1]) * (moved > 0)
        slower = pace * SLOWER ** (step / steps)
        for place, push in enumerate((hidden.T @ rows, missed.T @ moved, missed.T @ rows)):
            mean[place] += 0.1 * (push - mean[place])
            square[place] += 0.001 * (push * push - square[place])
            late = np.sqrt(square[place] / (1 - 0.999**step)) + 1e-6
            net[place] -= slower * mean[place] / (1 - 0.9**step) / late


def joined(parts: list[dict[str, tuple[Any, Any]]], kind: str) -> tuple[Any, Any]:
    return (
        np.concatenate([part[kind][0] for part in parts]),
        np.concatenate([part[kind][1] for part in parts]),
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


def save(found: Told) -> None:
    """All weights anew."""
    nets = {name: found[name]._asdict() for name in NETS}
    told = json.dumps({**nets, "HOLDING": found["HOLDING"]}, indent=1)
    weights.STORED.write_text(told + "\n")


def main() -> None:
    rounds, passes, first = (int(word) for word in (*sys.argv[1:], "0")[:3])
    parts: list[dict[str, tuple[Any, Any]]] = []
    with ProcessPoolExecutor(PARTS) as pool:
        for number in range(passes):
            told = {kind: getattr(weights, kind) for kind in (*NETS, "HOLDING")}
            seeds = [(first + number) * 1000 + part for part in range(PARTS)]
            jobs = [(seed, rounds // PARTS, told) for seed in seeds]
            parts = [*parts, *pool.map(gather, jobs)][-PARTS_KEPT:]
            found = fit(parts, told, PACE * SLOWER ** (number / passes))
            vars(weights).update(found)
            save(found)


if __name__ == "__main__":
    main()
