"""Golden playthroughs: rounds written down so that a person can follow and check them.

A file holds a rule-set's digest and some rounds. A round is its deck in the order dealt, every
action with what followed from it and the hand it left, and the score. Reading a round back plays
its deck and actions again with today's engine.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from rummy.engine import decide, evolve, score, start_round
from rummy.engine.as_json.stored import action_from_json, action_to_json, card_text, event_to_json
from rummy.engine.cards import cards_text, parse_cards
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Action
from rummy.engine.rules import RuleSet
from tests.engine.dealing import Played
from tests.engine.playing import play, wild
from tests.engine.variants import TEAMS, VARIANTS, name_of

WRITTEN = [*VARIANTS, *TEAMS]

FOLDER = Path(__file__).parent.parent / "golden"
Move = tuple[int, Action]


def path_of(rules: RuleSet) -> Path:
    """`tests/golden/gin_palast+oklahoma.txt`"""
    return FOLDER / f"{name_of(rules)}.txt"


def write_all() -> Iterator[Path]:
    """Write a playthrough for every variant; yields the paths."""
    for rules in WRITTEN:
        rounds = [(round_.deck, round_.actions) for round_ in _rounds(rules)]
        path_of(rules).write_text(written(rules, rounds), encoding="utf-8")
        yield path_of(rules)


def read(text: str) -> list[tuple[list[int], list[Move]]]:
    """The deck and the actions of each round in a file."""
    rounds: list[tuple[list[int], list[Move]]] = []
    for line in text.splitlines():
        if line.startswith("deck "):
            rounds.append((list(parse_cards(line[5:])), []))
        elif line.startswith("seat "):
            _, seat, action = line.split(" ", 2)
            rounds[-1][1].append((int(seat), action_from_json(json.loads(action))))
    return rounds


def written(rules: RuleSet, rounds: list[tuple[list[int], list[Move]]]) -> str:
    """The rounds as played by today's engine."""
    lines = [f"{name_of(rules)} {rules.digest}"]
    for number, (deck, moves) in enumerate(rounds, start=1):
        lines += ["", f"round {number}", "deck " + " ".join(map(card_text, deck))]
        lines += _played(rules, deck, moves)
    return "\n".join(lines) + "\n"


def _played(rules: RuleSet, deck: list[int], moves: list[Move]) -> Iterator[str]:
    state, events = start_round(rules, min(rules.seats), deck, dealer=0)
    for event in events[1:]:
        yield _line(event.type, event_to_json(event))
    for seat, action in moves:
        yield f"seat {seat} {_json(action_to_json(action))}"
        for event in decide(state, seat, action):
            yield _line(event.type, event_to_json(event))
            state = evolve(state, event)
        yield _hand(state, seat)
    outcome = score(state)
    yield "unfinished" if outcome is None else f"score {list(outcome.points)}"


def _hand(state: object, seat: int) -> str:
    assert isinstance(state, KnockState)
    hand = state.hands[seat]
    return f"    {' '.join(cards_text(hand))} = {state.laws.knocking.points(hand)}"


def _line(kind: str, data: dict[str, object]) -> str:
    facts = {name: value for name, value in data.items() if name != "type"}
    return f"  {kind} {_json(facts)}"


def _json(data: object) -> str:
    return json.dumps(data)


def _rounds(rules: RuleSet) -> Iterator[Played]:
    """The first round found for each way to end and for each trace of a house rule; then a wild
    one that runs the stock out."""
    wanted = {"knock", "gin", "undercut", *(key for key in TRACES if key in rules.house_rules)}
    for seed in range(3000):
        round_ = play(rules, seed)
        found = wanted & set(shown_by(round_))
        if found:
            wanted -= found
            yield round_
        if not wanted:
            break
    wild_rounds = (play(rules, seed, wild) for seed in range(1, 1000))
    yield next(round_ for round_ in wild_rounds if "stock_exhausted" in shown_by(round_))


def shown_by(round_: Played) -> Iterator[str]:
    """How the round ended, and the house rules whose trace can be seen in it."""
    outcome = score(round_.state)
    if outcome is not None:
        yield outcome.reason
    lines = [_line(event.type, event_to_json(event)) for event in round_.events]
    for key, trace in TRACES.items():
        if any(trace.search(line) for line in lines):
            yield key


# What only this house rule leaves in a log.
TRACES = {
    "catch_the_glass": re.compile(r'glass_claimed .*"cards": \["'),
    "cyclic_runs": re.compile(r'"K([shdc])", "A\1"'),
    "hirschn": re.compile(r'"reason": "hirschn", "points"'),
    "jokers": re.compile(r'knocked .*"X\d=\w\w"'),
    "oklahoma": re.compile(r"stock_bottom_shown"),
    "rainbow_runs": re.compile(r'knocked .*\["(\w)[hd]", "(?!\1)\w[sc]", "\w[hd]", "\w[sc]"\]'),
    "tedesco": re.compile(r'answered .*"deadwood": \[[^]]*"A[shdc]"'),
}
