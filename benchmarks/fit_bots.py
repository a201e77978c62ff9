"""How the expert's weights are found: `python -m benchmarks.fit_bots ROUNDS PASSES [FIRST]`.

Rounds are played out with some curiosity, mostly against the "Simple" player and now and then
against itself, under many knock limits and bonuses. Then three things are fitted:

* what waiting brings, for each thing that is counted (deadwood points, gins, undercuts, rounds
  won), by ridge regression to the facts at each decision; the next pass plays by the last fit;
* what a knock brings, likewise, except that its outcome is not waited for: the hidden cards of the
  played round tell it at once;
* where unseen cards are, by logistic regression of who holds them on what the holder did before.

The dice are seeded by pass (numbered from FIRST) and part, so the same call on the same weights
writes the same numbers.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from rummy import engine
from rummy.bots import Recollection, recall, remember
from rummy.bots.knock import estimate, weights
from rummy.bots.knock.estimate import hand_facts, products, scene_facts
from rummy.bots.knock.options import Worth, knock_facts, worths
from rummy.bots.knock.outlook import Scene, clues_of, scene_of
from rummy.bots.knock.suspicion import PLACES, places
from rummy.engine.cards import BIT, PACK, cards_of
from rummy.engine.families.knock.actions import ANSWER, Discard, Knock, TakeUpcard
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.knock.views import KnockView
from rummy.engine.records import Action
from rummy.engine.scoring import RoundScore
from tests.bots.simple_player import SimplePlayer

KINDS = ("WAITING", "KNOCKING")
COUNTED = ("deadwood", "gin_bonus", "undercut_bonus", "won")
CURIOSITY = 0.12
AGAINST_SIMPLE = 0.85  # of the rounds; the others against itself
RIDGE = 60.0  # towards the weights before
RIDGE_OF_HOLDING = 3.0
BOOTSTRAP = 0.3
NEWTON_STEPS = 6
PARTS = 2
PARTS_KEPT = 4
Vector = Any  # of four numbers, as COUNTED
Row = tuple[str, list[float], Vector]
Step = tuple[list[float] | None, Vector]
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


def play(dice: Random, first_pass: bool) -> Played:
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
            chosen = first_choice(choices, dice) if first_pass else choices[0]
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
    trust = 0.0 if first_pass else BOOTSTRAP
    for seat, own in enumerate(steps):
        played.rows.extend(targets(own, np.array(counted(score, seat)), trust))
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
            yield "KNOCKING", facts, np.array(outcome_now(state, seat, worth.action))


def step_of(
    seen: KnockView, recalled: Recollection, choices: list[Worth], chosen: Worth
) -> Step | None:
    """The end of a turn: the facts of the discard chosen (None for a knock), and what the best
    choice was thought to bring."""
    if not any(isinstance(worth.action, Discard) for worth in choices):
        return None
    scene, best = scene_of(seen, recalled), choices[0]
    thought = estimated(seen, scene, best)
    if isinstance(chosen.action, Discard) and chosen.outlook is not None:
        return waiting_facts(scene, chosen), thought
    return None, thought


def waiting_facts(scene: Scene, worth: Worth) -> list[float]:
    assert worth.outlook is not None
    return [*hand_facts(worth.outlook, worth.danger), *scene_facts(scene)]


def estimated(seen: KnockView, scene: Scene, worth: Worth) -> Vector:
    if isinstance(worth.action, Knock):
        facts, kind = knock_facts(seen, scene, worth.action, seen.hand or 0), weights.KNOCKING
    else:
        facts, kind = waiting_facts(scene, worth), weights.WAITING
    return np.array(kind) @ np.array(products(facts))


def targets(steps: list[Step], outcome: Vector, trust: float) -> Iterator[Row]:
    """Each discard with what it led to: partly the next estimate, partly what came of it."""
    came: Vector = outcome
    for facts, thought in reversed(steps):
        if facts is not None:
            yield "WAITING", facts, came
        came = trust * thought + (1 - trust) * came


def first_choice(choices: list[Worth], dice: Random) -> Worth:
    """Without weights: for low deadwood, and for gin more often than not."""

    def cost(worth: Worth) -> float:
        seen = worth.outlook
        if seen is None:
            return -100.0 if worth.points == 0 or dice.random() < 0.3 else 100.0
        return seen.points if isinstance(worth.action, TakeUpcard) else seen.mean

    return min(choices, key=cost)


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


def gather(job: tuple[int, int, bool, Told]) -> dict[str, tuple[Any, Any]]:
    seed, rounds, first_pass, told = job
    vars(weights).update(told)
    estimate.judge_of.cache_clear()
    dice, rows, cards = Random(seed), [], []
    for _ in range(rounds):
        played = play(dice, first_pass)
        rows += played.rows
        cards += played.cards
    found = {
        kind: (
            np.array([products(row[1]) for row in rows if row[0] == kind]),
            np.array([row[2] for row in rows if row[0] == kind]),
        )
        for kind in KINDS
    }
    spoken = np.zeros((len(cards), PLACES))
    for row, (speaking, _) in enumerate(cards):
        spoken[row, list(speaking)] = 1
    return {**found, "HOLDING": (spoken, np.array([held for _, held in cards], float))}


def fit(parts: list[dict[str, tuple[Any, Any]]], told: Told) -> Told:
    found: Told = {}
    for kind in KINDS:
        x, y = joined(parts, kind)
        last = np.array(told[kind]).T
        solved = last + np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ (y - x @ last))
        found[kind] = tuple(tuple(round(float(one), 4) for one in column) for column in solved.T)
        left = y - x @ solved
        print(kind, x.shape, "explained", np.round(1 - left.var(axis=0) / y.var(axis=0), 3))
    found["HOLDING"] = fit_holding(*joined(parts, "HOLDING"))
    return found


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
    lines = [
        '"""Weights of `rummy.bots.knock.estimate` (deadwood, gin, undercut, rounds won) and of',
        "`rummy.bots.knock.suspicion`. Fitted by `python -m benchmarks.fit_bots`, never by hand.",
        '"""',
        "",
        "# fmt: off",
        "Row = tuple[float, ...]",
        "Rows = tuple[Row, ...]",
        "",
    ]
    for kind in KINDS:
        lines.append(f"{kind}: Rows = (")
        for column in found[kind]:
            lines += ["    (", *numbers(column, "        "), "    ),"]
        lines.append(")")
    lines += ["HOLDING: Row = (", *numbers(found["HOLDING"], "    "), ")"]
    Path(str(weights.__file__)).write_text("\n".join(lines) + "\n")


def numbers(column: tuple[float, ...], indent: str) -> list[str]:
    words = [f"{one:g}" if one % 1 else f"{one:.1f}" for one in column]
    return [f"{indent}{', '.join(words[at : at + 10])}," for at in range(0, len(words), 10)]


def main() -> None:
    rounds, passes, first = (int(word) for word in (*sys.argv[1:], "0")[:3])
    blank = all(one == 0 for one in weights.WAITING[0])
    parts: list[dict[str, tuple[Any, Any]]] = []
    with ProcessPoolExecutor(PARTS) as pool:
        for number in range(first, first + passes):
            told = {kind: getattr(weights, kind) for kind in (*KINDS, "HOLDING")}
            jobs = [
                (number * 1000 + part, rounds // PARTS, blank and number == 0, told)
                for part in range(PARTS)
            ]
            parts = [*parts, *pool.map(gather, jobs)][-PARTS_KEPT:]
            found = fit(parts, told)
            vars(weights).update(found)
            save(found)


if __name__ == "__main__":
    main()
