"""What must always hold, over random rounds of both games, players × variations.

A sample runs with the fast tests, the thousands with `make soak`. Every failure names its
seed; `play(rules, seats, seed, player)` plays that round again.
"""

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from rummy.engine import IllegalAction, deck_cards
from rummy.engine.as_json.stored import action_from_json, action_to_json
from rummy.engine.cards import cards_of, held_of, mask_of
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.reading import figure_at
from rummy.engine.families.table_melding.state import Act, TableMeldingState
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.moves import Discarded
from rummy.engine.records import Event, event_from_json, event_to_json
from rummy.engine.replay import first_departure
from rummy.engine.rules import RuleSet
from tests.engine.table_melding.dealing import Round
from tests.engine.table_melding.playing import Player, eager, play, wild
from tests.engine.table_melding.rules import VARIANTS

pytestmark = pytest.mark.thorough

SAMPLE, MANY = 2, 5_000
variants = pytest.mark.parametrize("name", VARIANTS)


def games(name: str, rounds: int) -> Iterator[tuple[int, Round]]:
    """So many rounds of a variant: every number of seats in turn, mostly eager players."""
    rules = VARIANTS[name]
    for seed in range(rounds):
        player: Player = wild if seed % 4 == 3 else eager
        yield seed, play(rules, rules.seats[seed % len(rules.seats)], seed, player)


def states(rules: RuleSet, seats: int, events: list[Event]) -> Iterator[TableMeldingState]:
    """The state after each event."""
    state = table_melding.blank(rules, seats)
    for event in events:
        state = table_melding.evolve(state, event)
        yield state


def every_card(state: TableMeldingState) -> list[int]:
    """The cards wherever they are, sorted."""
    hidden, now = state.hidden, state.open
    places = [card for hand in hidden.hands for card in cards_of(hand)]
    places += [*hidden.stock, *now.pile, *cards_of(now.freed)]
    places += [held_of(card) for meld in now.melds for card in meld.cards]
    return sorted(places)


def share_of(name: str) -> int:
    """How many of a game's five thousand rounds fall to this variant."""
    game = VARIANTS[name].key
    return MANY // sum(rules.key == game for rules in VARIANTS.values()) + 1


def check_end(rules: RuleSet, round_: Round, seed: int) -> str:
    """Ended, scored, no card lost, and the same when folded from its events."""
    state = round_.state
    assert state.is_over, seed
    assert every_card(state) == list(deck_cards(rules)), seed
    folded = table_melding.blank(rules, state.seats)
    for event in round_.events:
        folded = table_melding.evolve(folded, event)
    assert folded == state, seed
    assert hash(folded) == hash(state), seed
    score = round_.score
    for seat in range(state.seats):
        lines = [line.points for line in score.lines if line.seat == seat]
        assert score.points[seat] == sum(lines), seed
    assert score.tallies is not None
    counts = [tally.cards for tally in score.tallies]
    assert counts == [hand.bit_count() for hand in state.hidden.hands], seed
    return score.reason


def check_steps(rules: RuleSet, round_: Round, seed: int) -> None:
    """After every event: no card lost, views folded and fresh the same, JSON there and back."""
    seats = round_.state.seats
    assert first_departure(rules, seats, round_.events) is None, seed
    seen = {
        seat: table_melding.view(table_melding.blank(rules, seats), seat)
        for seat in (*range(seats), None)
    }
    whole = list(deck_cards(rules))
    for event, state in zip(round_.events, states(rules, seats, round_.events), strict=True):
        assert every_card(state) == whole, seed
        counts = tuple(hand.bit_count() for hand in state.hidden.hands)
        assert counts == state.open.hand_counts, seed
        assert len(state.hidden.stock) == state.open.stock_count, seed
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
        data = json.loads(json.dumps(table_melding.state_to_json(state)))
        assert table_melding.state_from_json(rules, data) == state, seed
        for seat, view in seen.items():
            seen[seat] = table_melding.evolve_view(view, event.redact(seat))
            assert seen[seat] == table_melding.view(state, seat), (seed, event)
        if state.turn is not None:
            check_legal(state, seen, seed)


def check_laid(rules: RuleSet, round_: Round, seed: int) -> None:
    """R500-7: what lies on the table was scored once, every place of a joker exchanged twice."""
    kept = exchanged = 0
    for event, state in zip(
        round_.events, states(rules, round_.state.seats, round_.events), strict=True
    ):
        if isinstance(event, Discarded):
            kept += exchanged
        now, melds = state.open, state.laws.melds
        exchanged = sum(step.points for step in now.steps if step.act is Act.EXCHANGE)
        lying = sum(melds.points(figure_at(now, number)) for number in range(len(now.melds)))
        assert sum(now.laid) == lying + kept + exchanged, (seed, event)


def check_legal(
    state: TableMeldingState, seen: dict[int | None, TableMeldingView], seed: int
) -> None:
    """The list is the same from a view, has no action twice, and `decide` takes all of it."""
    turn = state.turn
    assert turn is not None
    legal = table_melding.legal_actions(state, turn)
    assert legal, seed
    assert seen[turn].legal_actions() == legal, seed
    assert len(set(legal)) == len(legal), seed
    for action in legal:
        assert table_melding.decide(state, turn, action), seed
        assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action
    assert seen[None].legal_actions() == []


@variants
def test_rounds_end_and_every_card_is_in_one_place_at_every_step(name: str) -> None:
    for seed, round_ in games(name, SAMPLE):
        check_end(VARIANTS[name], round_, seed)
        check_steps(VARIANTS[name], round_, seed)


@pytest.mark.parametrize("name", [name for name in VARIANTS if name.startswith("romme_500")])
def test_nothing_on_the_table_is_scored_twice_r500_7(name: str) -> None:
    for seed, round_ in games(name, 20):
        check_laid(VARIANTS[name], round_, seed)


@pytest.mark.soak
@pytest.mark.timeout(1200)
@variants
def test_five_thousand_rounds_of_each_game_end_and_fold(name: str) -> None:
    """5,000 of Deutsches Rommé over its variations and numbers of seats, 5,000 of Rommé 500."""
    share = share_of(name)
    reasons: Counter[str] = Counter()
    for seed, round_ in games(name, share):
        reasons[check_end(VARIANTS[name], round_, seed)] += 1
        if seed % 25 == 0:
            check_steps(VARIANTS[name], round_, seed)
    print(f"{name}: {share} rounds from seed 0: {dict(reasons)}")  # noqa: T201 - told with -s
    assert reasons["out"] > share // 20
    assert sum(reasons.values()) == share


@variants
def test_a_view_as_json_reads_back(name: str) -> None:
    rules = VARIANTS[name]
    round_ = play(rules, rules.seats[-1], 11)
    for number, state in enumerate(states(rules, round_.state.seats, round_.events)):
        for seat in (0, None) if number % 5 == 0 or state.is_over else ():
            view = table_melding.view(state, seat)
            data = json.loads(json.dumps(view.to_json()))
            assert table_melding.view_from_json(rules, data) == view


@variants
def test_rule_sets_read_back(name: str) -> None:
    rules = VARIANTS[name]
    assert RuleSet.from_json(json.loads(json.dumps(rules.to_json()))) == rules
    assert len({other.digest for other in VARIANTS.values()}) == len(VARIANTS)


def test_what_no_list_offers_is_refused_with_a_code() -> None:
    rules = VARIANTS["romme_500"]
    round_ = play(rules, 3, 5)
    everything = {action for seed in range(3) for _, action in play(rules, 3, seed).actions}
    for state in list(states(rules, 3, round_.events))[::7]:
        for action in everything:
            try:
                assert table_melding.decide(state, state.turn or 0, action)
            except IllegalAction as refusal:
                assert refusal.code  # noqa: PT017 - either outcome is right, nothing else is


def test_masks_of_jokers_laid_are_those_of_the_jokers_held() -> None:
    _, round_ = next(games("german_romme", 1))
    for meld in round_.state.open.melds:
        assert mask_of(meld.cards).bit_count() == len(meld.cards)
