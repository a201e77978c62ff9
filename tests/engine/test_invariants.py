"""What must always hold, over random rounds of every variant."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.engine import (
    IllegalAction,
    decide,
    deck_cards,
    evolve,
    evolve_view,
    fold,
    legal_actions,
    redact,
    score,
    view,
)
from rummy.engine.cards import mask_of
from rummy.engine.door import FAMILIES
from rummy.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Discard,
    Knock,
)
from rummy.engine.families.knock.events import Discarded, StockDrawn, UpcardTaken
from rummy.engine.families.knock.state import KnockState
from rummy.engine.house_rules.catch_the_glass import CLAIMS
from rummy.engine.house_rules.hirschn import ANNOUNCE
from rummy.engine.records import Action, Event
from rummy.engine.replay import first_departure
from rummy.engine.rules import RuleSet
from tests.engine.playing import Player, play, sensible, wild
from tests.engine.variants import PLAYED_APART, name_of

pytestmark = [pytest.mark.thorough, pytest.mark.drawn(4)]

MOVES = (StockDrawn, UpcardTaken, Discarded)
seeds = st.integers(min_value=0, max_value=2**32)
players = st.sampled_from([sensible, sensible, wild])
variants = pytest.mark.parametrize("rules", PLAYED_APART, ids=name_of)
some = settings(max_examples=8, deadline=None, derandomize=True)


def states(rules: RuleSet, events: list[Event]) -> list[KnockState]:
    """The state after the deal and after each later event."""
    found = [FAMILIES[rules.family].blank(rules, 2)]
    for event in events:
        found.append(evolve(found[-1], event))
    return found[1:]


@variants
@given(seed=seeds, player=players)
@some
def test_every_card_is_in_exactly_one_place(rules: RuleSet, seed: int, player: Player) -> None:
    whole = mask_of(deck_cards(rules))
    for state in states(rules, play(rules, seed, player).events):
        places = [*state.hands, *(1 << card for card in (*state.stock, *state.open.pile))]
        places.append(state.open.removed)
        assert sum(places) == whole
        assert len(state.stock) == state.open.stock_count


@variants
@given(seed=seeds, player=players)
@some
def test_the_state_is_the_fold_of_its_events(rules: RuleSet, seed: int, player: Player) -> None:
    round_ = play(rules, seed, player)
    assert fold(rules, 2, round_.events) == round_.state
    assert hash(fold(rules, 2, round_.events)) == hash(round_.state)


@variants
@given(seed=seeds, player=players)
@some
def test_a_log_says_who_did_what_and_the_rules_lead_to_just_that(
    rules: RuleSet, seed: int, player: Player
) -> None:
    events = play(rules, seed, player).events
    assert first_departure(rules, 2, events) is None
    moves = [place for place, event in enumerate(events) if isinstance(event, MOVES)]
    place = moves[seed % len(moves)]
    torn = [*events[:place], *events[place + 1 :]]
    assert first_departure(rules, 2, torn) is not None


@variants
@given(seed=seeds, player=players)
@some
def test_a_stale_view_and_redacted_events_are_the_fresh_view(
    rules: RuleSet, seed: int, player: Player
) -> None:
    events = play(rules, seed, player).events
    for seat in (0, 1, None):
        seen = view(FAMILIES[rules.family].blank(rules, 2), seat)
        for event, state in zip(events, states(rules, events), strict=True):
            seen = evolve_view(seen, redact(event, seat))
            assert seen == view(state, seat)
            if seat is not None:
                assert seen.legal_actions() == legal_actions(state, seat)


@variants
@given(seed=seeds, player=players)
@some
def test_decide_takes_exactly_the_legal_actions(rules: RuleSet, seed: int, player: Player) -> None:
    everything: list[Action] = [DRAW_STOCK, TAKE_UPCARD, PASS_UPCARD, ANSWER, ANNOUNCE, *CLAIMS]
    everything += [kind(card) for card in deck_cards(rules) for kind in (Discard, Knock)]
    for state in states(rules, play(rules, seed, player).events)[seed % 11 :: 11]:
        for seat in (0, 1):
            legal = legal_actions(state, seat)
            assert len(set(legal)) == len(legal)
            for action in everything:
                _check(state, seat, action, is_legal=action in legal)


def _check(state: KnockState, seat: int, action: Action, *, is_legal: bool) -> None:
    if is_legal:
        assert decide(state, seat, action)
        return
    with pytest.raises(IllegalAction) as caught:
        decide(state, seat, action)
    assert caught.value.code


@variants
@given(seed=seeds, player=players)
@some
def test_every_round_ends_and_scores_the_sum_of_its_lines(
    rules: RuleSet, seed: int, player: Player
) -> None:
    round_ = play(rules, seed, player)
    outcome = score(round_.state)
    assert round_.state.is_over
    assert outcome is not None
    for seat in (0, 1):
        lines = [line.points for line in outcome.lines if line.seat == seat]
        assert outcome.points[seat] == sum(lines)
    if outcome.winner is None:
        assert (outcome.reason, outcome.lines) == ("stock_exhausted", ())
    else:
        assert outcome.points[outcome.winner] > 0 or outcome.reason == "undercut"
        others = {line.reason for line in outcome.lines if line.seat != outcome.winner}
        assert others <= {"glass", "glass_missed", "hirschn_missed"}


@variants
def test_dice_reach_every_ending(rules: RuleSet) -> None:
    reasons = set()
    wanted = {"knock", "gin", "undercut", "stock_exhausted"}
    for seed in range(300):
        outcome = score(play(rules, seed, wild if seed % 10 == 9 else sensible).state)
        assert outcome is not None
        reasons.add(outcome.reason)
        if reasons == wanted:
            break
    assert reasons == wanted
