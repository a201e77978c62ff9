"""Golden playthroughs: rounds of both games written down so that a person can check them.

A file holds a rule-set's digest and some rounds. A round is its seats, its deck in the order dealt,
the orders for later stocks, every action with what followed from it and the hand it left, and the
score. Reading a round back plays its cards and actions again with today's engine.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from rummy.engine.cards import card_text, cards_text, parse_cards
from rummy.engine.families.table_melding.deal import start_round
from rummy.engine.families.table_melding.events import CardsDealt
from rummy.engine.families.table_melding.rules.numbers import numbers_of
from rummy.engine.records import Action, action_from_json, action_to_json, event_to_json
from rummy.engine.rules import RuleSet
from tests.engine.golden import FOLDER
from tests.engine.table_melding.dealing import Round
from tests.engine.table_melding.playing import eager, play, wild
from tests.engine.table_melding.rules import VARIANTS

WRITTEN = (
    "german_romme",
    "german_romme+all_but_robber",
    "german_romme+robber",
    "romme_500",
)
# What a playthrough must show, besides somebody going out.
WANTED = {
    "german_romme": {"joker_exchanged", "taken_back"},
    "german_romme+all_but_robber": {"claim_granted", "discard_taken", "cut", "joker_exchanged"},
    "german_romme+robber": {"table_rearranged", "stock_exhausted"},
    "romme_500": {"discard_taken", "joker_exchanged", "stock_exhausted", "deep"},
}


LONGEST = 160


class Script(NamedTuple):
    """What a round is played from."""

    seats: int
    dealer: int
    deck: tuple[int, ...]
    reshuffles: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[int, Action], ...]


def read(text: str) -> list[Script]:
    """The rounds of a file."""
    scripts: list[Script] = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "round":
            _, seats, _, dealer, _ = rest.split(" ", 4)
            scripts.append(Script(int(seats), int(dealer.rstrip(",")), (), (), ()))
        elif word == "deck":
            scripts[-1] = scripts[-1]._replace(deck=parse_cards(rest))
        elif word == "reshuffle":
            orders = (*scripts[-1].reshuffles, parse_cards(rest))
            scripts[-1] = scripts[-1]._replace(reshuffles=orders)
        elif word == "seat":
            seat, _, action = rest.partition(" ")
            move = int(seat), action_from_json(json.loads(action))
            scripts[-1] = scripts[-1]._replace(moves=(*scripts[-1].moves, move))
    return scripts


def written(name: str, scripts: list[Script]) -> str:
    """The rounds as played by today's engine."""
    lines = [f"{name} {VARIANTS[name].digest}"]
    for script in scripts:
        lines += ["", *_told(VARIANTS[name], script)]
    return "\n".join(lines) + "\n"


def _told(rules: RuleSet, script: Script) -> Iterator[str]:
    yield f"round with {script.seats} seats, {script.dealer} deals"
    yield f"deck {_cards(script.deck)}"
    yield from (f"reshuffle {_cards(order)}" for order in script.reshuffles)
    round_ = Round(*start_round(rules, script.seats, script.deck, script.dealer, script.reshuffles))
    for seat, action in script.moves:
        before = round_.table()
        yield f"seat {seat} {json.dumps(action_to_json(action))}"
        for event in round_.does(seat, action):
            facts = {name: value for name, value in event_to_json(event).items() if name != "type"}
            yield f"  {event.type} {json.dumps(facts)}"
        yield f"    {' '.join(cards_text(round_.hand(seat)))}"
        if round_.table() != before:
            yield from (f"    | {meld}" for meld in round_.table())
    outcome = round_.state.open.outcome
    yield "unfinished" if outcome is None else f"score {list(outcome.points)}"


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(map(card_text, cards))


def write_all() -> Iterator[str]:
    """Write every playthrough; yields the names."""
    for name in WRITTEN:
        scripts = [script_of(round_) for round_ in _rounds(name)]
        (FOLDER / f"{name}.txt").write_text(written(name, scripts), encoding="utf-8")
        yield name


def _rounds(name: str) -> Iterator[Round]:
    """The first rounds that show something wanted: short ones, with fewest seats or most."""
    rules, wanted = VARIANTS[name], {"out", *WANTED[name]}
    for seed in range(1000):
        seats = 3 if numbers_of(rules).knock_for_discard else rules.seats[-(seed % 2)]
        round_ = play(rules, seats, seed, wild if seed % 5 == 4 else eager)
        found = wanted & traces(round_)
        if found and len(round_.actions) < LONGEST:
            wanted -= found
            yield round_
        if not wanted:
            return
    raise AssertionError(f"{name}: no round shows {wanted}")


def traces(round_: Round) -> set[str]:
    """The events of a round and the way it ended."""
    found = {event.type for event in round_.events} | {round_.score.reason}
    deal = round_.events[0]
    if isinstance(deal, CardsDealt) and deal.cut is not None:
        found.add("cut")
    data: list[dict[str, Any]] = [event_to_json(event) for event in round_.events]
    if any(len(facts.get("cards", ())) > 1 for facts in data if facts["type"] == "discard_taken"):
        found.add("deep")
    return found


def script_of(round_: Round) -> Script:
    """What the round was played from."""
    deal = round_.events[0]
    assert isinstance(deal, CardsDealt)
    return Script(
        round_.state.seats,
        deal.dealer,
        tuple(round_.deck),
        deal.reshuffles or (),
        tuple(round_.actions),
    )
