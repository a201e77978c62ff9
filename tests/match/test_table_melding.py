"""Matches of Deutsches Rommé and Rommé 500: seats drawn, deals, penalties, Jetons, targets."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rummy import engine
from rummy.engine.cards import is_joker, parse_cards, rank_of
from rummy.engine.families.table_melding.actions import RESET_TURN, UNDO, LayMeld
from rummy.engine.families.table_melding.events import MeldLaid
from rummy.engine.families.table_melding.state import Phase as CardPhase
from rummy.engine.family import RoundState
from rummy.engine.records import Action
from rummy.engine.rules import RuleSet
from rummy.match import (
    InvalidTerms,
    MatchFormat,
    MatchTerms,
    Return,
    SitOut,
    fold,
    opening_state,
    terms_view,
    view,
)
from rummy.match.decide import draw_seats
from rummy.match.decision import Verdict, next_dealer, trophy_holders, verdict
from rummy.match.state import DETOURS_MAX
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER, five_hundred, german
from tests.engine.table_melding.test_growing_hands import low_cards, state_with
from tests.match.storing import restored
from tests.match.table import Table


def agreed(rules: RuleSet, seats: int, **given: Any) -> MatchTerms:
    given.setdefault("format", MatchFormat.MATCH)
    return MatchTerms(rules=rules, seats=seats, **given)


class Roster(Table):
    """Whoever is on turn lays what can be laid, by dice, and takes nothing back."""

    def bot_move(self, bot: str = "") -> None:
        cards = self.state.round
        assert cards is not None
        assert cards.turn is not None
        legal = engine.legal_actions(cards, cards.turn)
        self.act(cards.turn, self._choice(cards, legal))

    def _choice(self, cards: RoundState, legal: Sequence[Action]) -> Action:
        onward = [action for action in legal if action not in (UNDO, RESET_TURN)] or list(legal)
        laying = [action for action in onward if action.type.startswith(("lay", "exchange"))]
        return self.dice.choice(laying or onward)


def company(rules: RuleSet, seats: int, *, seed: int = 1, **given: Any) -> Roster:
    return Roster(agreed(rules, seats, **given), seed=seed, robots=(False,) * seats)


def test_ger_2_seats_are_drawn_for_and_the_highest_card_deals() -> None:
    table = company(GERMAN, 4, seed=3)
    drawn = table.state.draw
    assert drawn is not None
    assert sorted(drawn.came_from) == [0, 1, 2, 3]
    assert table.state.players == tuple(101 + seat for seat in drawn.came_from)
    assert table.state.dealer == 0
    heights = [14 if is_joker(c) else rank_of(c) or 13 for c, *_ in drawn.draws]
    assert heights == sorted(heights, reverse=True)
    assert view(table.state, None)["seating"]["came_from"] == list(drawn.came_from)
    assert company(FIVE_HUNDRED, 3).state.draw is None


def test_ger_2_equal_ranks_draw_again_until_none_are_equal() -> None:
    drawn = draw_seats(parse_cards("7h Kd Kc2 7s 2s 9h 2h 4h 5c 3c"), 4)
    assert drawn.came_from == (1, 2, 3, 0)
    assert [len(cards) for cards in drawn.draws] == [2, 2, 2, 2]


def test_ger_13_one_deal_per_player_clockwise_and_the_lowest_penalty_wins() -> None:
    table = company(GERMAN, 4, stake_chips=10)
    table.play_out()
    result, sheet = table.state.result, table.state.sheet
    assert result is not None
    assert [line.dealer for line in sheet] == [0, 1, 2, 3]
    assert result.reason == "rounds_played"
    best = max(result.totals)
    assert result.winners == tuple(seat for seat in range(4) if result.totals[seat] == best)
    assert best <= 0
    assert sum(result.payouts) == 40
    assert fold(table.terms, table.log) == table.state
    assert all(line.tallies is not None for line in sheet)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((-40, -99, -10), None),
        ((-40, -100, -10), Verdict((2,), "penalty_limit")),
        ((-10, -130, -10), Verdict((0, 2), "penalty_limit")),
    ],
)
def test_ger_13_a_penalty_limit_ends_the_match(
    totals: tuple[int, ...], expected: Verdict | None
) -> None:
    terms = agreed(german(penalty_limit=100), 3)
    assert terms.rounds_due is None
    assert verdict(replace(opening_state(terms), totals=totals)) == expected


def test_ger_13_rounds_may_be_agreed_instead() -> None:
    assert agreed(GERMAN, 3).rounds_due == 3
    assert agreed(GERMAN, 3, rounds=7).rounds_due == 7
    ring = agreed(GERMAN, 6, format=MatchFormat.RING, rounds=2)
    assert (ring.rounds_due, terms_view(ring)["rounds"]) == (2, 2)
    assert MatchTerms.from_json(json.loads(json.dumps(ring.to_json()))) == ring


def test_ger_v5_every_round_won_is_a_jeton_and_most_of_them_win_the_trophy() -> None:
    rules = german(jeton_per_round=True)
    terms = agreed(rules, 3, trophy="A cake, baked by the losers")
    table = Roster(terms, seed=4, robots=(False,) * 3)
    table.play_out()
    result = table.state.result
    assert result is not None
    most = max(table.state.rounds_won)
    assert result.trophy == tuple(s for s in range(3) if table.state.rounds_won[s] == most)
    assert terms_view(table.state.terms)["trophy"] == "A cake, baked by the losers"
    shared = replace(opening_state(terms), rounds_won=(1, 0, 1))
    assert trophy_holders(shared) == (0, 2)
    assert trophy_holders(replace(opening_state(agreed(GERMAN, 3)), rounds_won=(1, 0, 1))) is None
    with pytest.raises(InvalidTerms) as caught:
        agreed(rules, 3, trophy="x" * 201)
    assert (caught.value.code, caught.value.rule) == ("trophy_unreadable", "GER-V5")


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((499, 10), None),
        ((512, 530), Verdict((1,), "point_limit")),
        ((500, 10), Verdict((0,), "point_limit")),
        ((512, 512), None),
    ],
)
def test_r500_11_case_8_several_above_the_target_the_highest_wins(
    totals: tuple[int, ...], expected: Verdict | None
) -> None:
    state = replace(opening_state(agreed(FIVE_HUNDRED, 2)), totals=totals)
    assert verdict(state) == expected


def test_r500_12_the_deal_goes_round_whoever_wins() -> None:
    table = company(five_hundred(point_limit=None), 4, format=MatchFormat.RING, rounds=3)
    table.play_out()
    dealers = [line.dealer for line in table.state.sheet]
    assert dealers == [(dealers[0] + turn) % 4 for turn in range(3)]
    assert next_dealer(replace(table.state, dealer=3)) == (0, "left")


@pytest.mark.parametrize("rules", [GERMAN, ROBBER, FIVE_HUNDRED], ids=lambda rules: rules.digest)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_end_and_read_back(rules: RuleSet, seats: int) -> None:
    terms = agreed(rules, seats, format=MatchFormat.RING, rounds=2, stake_chips=7)
    table = Roster(terms, seed=seats, robots=(False,) * seats)
    while table.state.result is None:
        table.play_round()
        assert restored(table.state) == table.state
    assert sum(table.state.result.payouts) == 7 * seats


@pytest.mark.parametrize("rules", [GERMAN, ROBBER, FIVE_HUNDRED], ids=lambda rules: rules.digest)
def test_absent_players_are_moved_for_safely_play_45(rules: RuleSet) -> None:
    terms = agreed(rules, 3, format=MatchFormat.RING, rounds=1)
    table = Roster(terms, seed=5, robots=(False,) * 3)
    for seat in range(3):
        table.act(seat, SitOut())
    while table.state.result is None:
        table.wait(60_000)
    cards = table.state.round
    assert cards is not None
    assert engine.view(cards, None).to_json()["melds"] == []
    thrown = [event for event, _ in table.log if event.type == "discarded"]
    assert not any(is_joker(event.card) for event in thrown)  # type: ignore[attr-defined]


def test_what_an_absent_player_began_is_taken_back_play_45() -> None:
    table = _in_the_middle_of_a_first_meld()
    cards = table.state.round
    assert cards is not None
    seat = cards.turn
    assert seat is not None
    table.wait(table.terms.turn_ms + table.terms.bank_ms + 1)
    after = table.state.round
    assert after is not None
    assert after.turn == (seat + 1) % 3
    assert engine.view(after, None).to_json()["melds"] == []


def _in_the_middle_of_a_first_meld() -> Roster:
    """A table at which somebody has laid the beginning of a first meld."""
    for seed in range(200):
        table = company(GERMAN, 3, seed=seed)
        table.both_ready()
        cards = table.state.round
        assert cards is not None
        assert cards.phase == CardPhase.PLAY
        begun = [a for a in engine.legal_actions(cards, 0) if isinstance(a, LayMeld)]
        if begun:
            table.act(0, begun[0])
            return table
    raise AssertionError("no dealer could begin a first meld")


def test_a_view_says_when_its_list_was_cut_short_ger_v2() -> None:
    table = company(german(discard_draw="must_meld"), 2, rounds=1, format=MatchFormat.RING)
    table.both_ready()
    assert not view(table.state, 0)["legal_cut"]
    rules = table.state.terms.rules
    large = state_with(rules, low_cards(rules), phase=CardPhase.DRAW)
    seen = view(replace(table.state, round=large), 0)
    assert seen["legal_cut"]
    assert {"type": "draw_stock"} in seen["legal"]


def test_what_leads_nowhere_cannot_be_repeated_for_ever() -> None:
    """A round is read whole by whoever looks at it later: it may not grow without an end."""
    table = _in_the_middle_of_a_first_meld()
    (laid,) = [event for event, _at in table.log if isinstance(event, MeldLaid)]
    before = table.state
    for _time in range(DETOURS_MAX - 1):
        table.act(0, UNDO)
        table.act(0, laid.cause())
    table.act(0, SitOut())
    table.act(0, Return())
    assert restored(table.state) == table.state == fold(table.terms, table.log)
    for action in (UNDO, RESET_TURN, SitOut()):
        with pytest.raises(engine.IllegalAction, match="back_and_forth_too_often") as refused:
            table.act(0, action)
        assert refused.value.facts == {"most": DETOURS_MAX}
    own, others = view(table.state, 0), view(table.state, 1)
    assert not {"undo", "reset_turn"} & {action["type"] for action in own["legal"]}
    assert own["controls"] == ["resign"]
    assert others["controls"] == ["sit_out", "resign"]
    assert own["legal"] == [one for one in view(before, 0)["legal"] if one["type"] != "undo"]
    table.wait(before.terms.turn_ms + before.terms.bank_ms + before.terms.absence.grace_ms + 1)
    assert table.state.clock.turn == 1, "the table itself takes back what cannot stay"
    while table.state.round_number == before.round_number:
        table.bot_move() if table.state.phase.value == "playing" else table.both_ready()
    assert not table.state.roster.detours
