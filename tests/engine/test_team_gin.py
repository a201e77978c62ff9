"""Team gin (GIN-T1 … GIN-T5): four seats, the partner's hand open, both teams compared."""

import json
import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from rummy.engine import (
    HOUSE_RULES,
    RuleSet,
    build_rules,
    decide,
    deck_cards,
    evolve,
    evolve_view,
    fold,
    legal_actions,
    redact,
    score,
    start_round,
    view,
)
from rummy.engine.as_json.stored import (
    event_from_json,
    event_to_json,
    state_from_json,
    state_to_json,
    view_from_json,
)
from rummy.engine.cards import cards_text, mask_of, parse_card, parse_cards
from rummy.engine.door import FAMILIES
from rummy.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Answer,
    Knock,
)
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Action, Event
from rummy.engine.replay import first_departure
from tests.engine.dealing import answer, cards_in, discard
from tests.engine.playing import sensible, wild
from tests.engine.test_hidden_cards import cards_named

SEATS = 4


class TeamRound:
    """A round with four seats: seat 0 deals, seat 1 is offered the upcard first."""

    def __init__(self, rules: RuleSet, deck: Sequence[int]) -> None:
        state, self.events = start_round(rules, SEATS, deck, dealer=0)
        assert isinstance(state, KnockState)
        self.state = state

    def does(self, seat: int, action: Action) -> list[Event]:
        events = decide(self.state, seat, action)
        for event in events:
            state = evolve(self.state, event)
            assert isinstance(state, KnockState)
            self.state = state
        self.events += events
        return events

    def points(self, seat: int) -> dict[str, int]:
        outcome = score(self.state)
        assert outcome is not None
        return {line.reason: line.points for line in outcome.lines if line.seat == seat}


def deal(*hands: str, upcard: str = "", stock: str = "", rules: RuleSet | None = None) -> TeamRound:
    """Deal these hands to seats 1, 2, 3 and 0."""
    rules = rules or build_rules("gin_team")
    named = parse_cards(" ".join([*hands, upcard, stock]))
    assert len(set(named)) == len(named), "a card is named twice"
    spare = [card for card in reversed(deck_cards(rules)) if card not in named]
    held = [[*parse_cards(hand)] for hand in hands]
    for cards in held:
        cards += [spare.pop() for _ in range(7 - len(cards))]
    dealt = [card for row in zip(*held, strict=True) for card in row]
    first = [*parse_cards(upcard)] or [spare.pop()]
    return TeamRound(rules, [*dealt, *first, *parse_cards(stock), *spare])


def passed(round_: TeamRound) -> TeamRound:
    for seat in (1, 2, 3, 0):
        round_.does(seat, PASS_UPCARD)
    return round_


def knocked(knocker: str, left: str, partner: str, right: str, *, discard: str = "Kd") -> TeamRound:
    """Seat 1 draws and knocks with the seven cards of `knocker`; seats 2, 3 and 0 hold the rest."""
    *held, drawn = knocker.split()
    hands = " ".join([*held, discard]), left, partner, right
    round_ = passed(deal(*hands, upcard="Kh", stock=drawn))
    round_.does(1, DRAW_STOCK)
    round_.does(1, Knock(parse_card(discard)))
    return round_


def test_seven_cards_each_and_23_in_the_stock_gin_t1() -> None:
    round_ = deal("", "", "", "")
    assert [hand.bit_count() for hand in round_.state.hands] == [7] * 4
    assert (len(round_.state.open.pile), len(round_.state.stock)) == (1, 23)


def test_the_upcard_goes_round_until_taken_gin_t1() -> None:
    round_ = deal("", "", "", "")
    for seat in (1, 2):
        assert legal_actions(round_.state, seat) == [TAKE_UPCARD, PASS_UPCARD]
        round_.does(seat, PASS_UPCARD)
    round_.does(3, TAKE_UPCARD)
    assert (round_.state.turn, round_.state.phase) == (3, "discard")


def test_passed_by_all_the_dealers_left_draws_from_the_stock_gin_t1() -> None:
    round_ = passed(deal("", "", "", ""))
    assert legal_actions(round_.state, 1) == [DRAW_STOCK]
    round_.does(1, DRAW_STOCK)
    assert round_.state.drawn is not None
    round_.does(1, discard(cards_text(1 << round_.state.drawn)[0]))
    assert round_.state.turn == 2


def test_the_partners_hand_is_seen_and_no_other_gin_t2() -> None:
    round_ = passed(deal("As 2s 3s", "Ah 2h 3h", "Ac 2c 3c", "Ad 2d 3d"))
    round_.does(1, DRAW_STOCK)
    for seat in range(SEATS):
        data = view(round_.state, seat).to_json()
        partner = (seat + 2) % SEATS
        assert data["hand"] == cards_text(round_.state.hands[seat])
        assert data["partner_hand"] == cards_text(round_.state.hands[partner])
    drawn = round_.events[-1]
    assert redact(drawn, 1) == redact(drawn, 3) == drawn
    assert "card" not in event_to_json(redact(drawn, 0))
    assert "card" not in event_to_json(redact(drawn, None))
    spectator = view(round_.state, None).to_json()
    assert (spectator["hand"], spectator.get("partner_hand")) == (None, None)


def test_both_teams_deadwood_is_compared_gin_t3() -> None:
    round_ = knocked("As 2s 3s 7h 7c 7d 4h", "Ks Kc Qd Jd 9h 5c 3d", "8s 8d 8c 5h 5s 2h Ac",
                     "Th Tc 9s 9d 6h 6c 4c")  # fmt: skip
    assert round_.events[-1].type == "partner_melded"
    assert [shown.points for shown in round_.state.open.shown] == [4, 13]
    assert round_.state.turn == 2
    round_.does(2, ANSWER)
    assert round_.state.turn == 0
    round_.does(0, ANSWER)
    points = [shown.points for shown in round_.state.open.shown]
    assert points == [4, 13, 10 + 10 + 10 + 10 + 9 + 5 + 3, 10 + 10 + 9 + 9 + 6 + 6 + 4]
    for seat in (1, 3):
        assert round_.points(seat) == {"deadwood": 57 + 54 - 17, "box_bonus": 10}
    for seat in (0, 2):
        assert round_.points(seat) == {}


def test_opponents_lay_off_on_the_partners_melds_and_on_each_others_cards_gin_t3() -> None:
    round_ = knocked("As 2s 3s 7h 7c 7d 4h", "4s 7s Kc Qd Jd 9h 5c", "8s 8d 8c 5h 9c 2h Ac",
                     "5s 8h Tc 9d 6h 6c 4c")  # fmt: skip
    laid = [meld for shown in round_.state.open.shown for meld in cards_in(shown.melds)]
    run, sevens, eights = (laid.index(m) for m in ("As 2s 3s", "7h 7d 7c", "8s 8d 8c"))
    assert eights == 2
    round_.does(2, answer(layoffs=[("4s", run), ("7s", sevens)]))
    round_.does(0, answer(layoffs=[("5s", run), ("8h", eights)]))
    assert round_.state.is_over
    assert cards_text(round_.state.open.shown[3].deadwood) == ["6h", "9d", "4c", "6c", "Tc"]


def test_the_second_opponents_optimum_builds_on_the_first_gin_t3() -> None:
    round_ = knocked("As 2s 3s 7h 7c 7d 4h", "4s 7s Kc Qd Jd 9h 5c", "8s 8d 8c 5h 9c 2h Ac",
                     "5s 8h Tc 9d 6h 6c 4c")  # fmt: skip
    round_.does(2, ANSWER)
    round_.does(0, ANSWER)
    assert [card for card, _ in round_.state.open.shown[3].layoffs] == list(parse_cards("5s 8h"))


BEFORE_A_PARTNER = (
    "Ah 2h 3h 9s 9d 9c 4d", "4h 5h 6h Ks Kc Qd Jd", "8d 8c 6s 6d 4c 2d Qh", "7h Tc Ts 5c 3s Ac As"
)  # fmt: skip


def test_the_first_opponents_answer_leaves_the_team_least_gin_t3() -> None:
    round_ = knocked(*BEFORE_A_PARTNER)
    round_.does(2, ANSWER)
    round_.does(0, ANSWER)
    kept = {shown.seat: shown for shown in round_.state.open.shown}
    assert cards_in([[card for card, _ in kept[2].layoffs]]) == ["4h 5h 6h"]
    assert cards_in([[card for card, _ in kept[0].layoffs]]) == ["7h"]
    assert kept[2].points + kept[0].points == 40 + 30


def test_a_run_kept_from_the_table_shuts_the_partners_card_out_gin_t3() -> None:
    round_ = knocked(*BEFORE_A_PARTNER)
    round_.does(2, answer("4h 5h 6h"))
    round_.does(0, ANSWER)
    assert [shown.points for shown in round_.state.open.shown[2:]] == [40, 30 + 7]


def test_named_melds_are_not_broken_for_the_partner_gin_t3() -> None:
    round_ = knocked(*BEFORE_A_PARTNER)
    round_.does(2, Answer(melds=(parse_cards("4h 5h 6h"),)))
    round_.does(0, ANSWER)
    assert cards_in(round_.state.open.shown[2].melds) == ["4h 5h 6h"]
    assert sum(shown.points for shown in round_.state.open.shown[2:]) == 77


def test_an_undercut_pays_the_other_team_gin_t4() -> None:
    round_ = knocked("As 2s 3s 7h 7c 7d 9h", "Ah 2h 3h Ac 2c 3c 4c", "Ts Td 8c 5h 9c Kc Qd",
                     "Jh Js Jc 5c 5d 5s 4d")  # fmt: skip
    round_.does(2, ANSWER)
    round_.does(0, ANSWER)
    outcome = score(round_.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("undercut", 2)
    expected = {"deadwood": 9 + 62 - 4, "undercut_bonus": 20, "box_bonus": 10}
    assert round_.points(0) == round_.points(2) == expected
    assert round_.points(1) == round_.points(3) == {}


GIN = "As 2s 3s 7h 7c 7d 7s"
BAD = "Ks Kc Qd Jd 9h 5c 3d", "Th Tc 9s 9d 6h 6c 4c"


def test_a_small_gin_pays_10_and_nobody_lays_off_gin_t4() -> None:
    round_ = knocked(GIN, "4s Kc Qd Jd 9h 5c 3d", "8s 8d 8c 5h 5s 2h Ac", BAD[1])
    assert round_.state.is_over
    assert not any(shown.layoffs for shown in round_.state.open.shown)
    difference = (4 + 10 + 10 + 10 + 9 + 5 + 3) + 54 - 13
    expected = {"deadwood": difference, "gin_bonus": 10, "box_bonus": 10}
    assert round_.points(1) == round_.points(3) == expected


def test_a_big_gin_pays_30_and_is_not_undercut_gin_t4() -> None:
    round_ = knocked(GIN, "Ah 2h 3h 4h Ac 2c 3c", "8s 8d 8c 5h 5s 5d 5c", "Jh Js Jc Ts Th Tc Td")
    outcome = score(round_.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("gin", 1)
    assert round_.points(3) == {"deadwood": 0, "big_gin_bonus": 30, "box_bonus": 10}


def test_a_small_gin_may_be_undercut_gin_t4() -> None:
    round_ = knocked(GIN, "Ah 2h 3h 4h Ac 2c 3c", "8s 8d Qc 5h 5s 5d 5c", "Jh Js Jc Ts Th Tc Td")
    outcome = score(round_.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("undercut", 2)
    assert round_.points(0) == {"deadwood": 26, "undercut_bonus": 20, "box_bonus": 10}


SUBSETS = [keys for size in range(10) for keys in combinations(HOUSE_RULES, size)][::16]


@pytest.mark.parametrize("part", range(4))
def test_all_special_rules_combine_with_teams_gin_t5(part: int) -> None:
    for seed, keys in list(enumerate(SUBSETS))[part::4]:
        rules = build_rules("gin_team", house_rules=keys)
        assert RuleSet.from_json(json.loads(json.dumps(rules.to_json()))) == rules
        dice = random.Random(seed)
        deck = list(deck_cards(rules))
        dice.shuffle(deck)
        round_ = TeamRound(rules, deck)
        while round_.state.turn is not None:
            player = wild if seed % 4 == 0 else sensible
            round_.does(round_.state.turn, player(round_.state, dice))
        outcome = score(round_.state)
        assert outcome is not None
        assert outcome.points[:2] == outcome.points[2:]
        assert fold(rules, SEATS, round_.events) == round_.state
        assert first_departure(rules, SEATS, round_.events) is None
        _follows(rules, round_.events)


def _follows(rules: RuleSet, events: list[Event]) -> None:
    """No card is lost, nothing stored differs, and every seat's view follows its own events."""
    state = FAMILIES["knock"].blank(rules, SEATS)
    followed = {seat: view(state, seat) for seat in (*range(SEATS), None)}
    for event in events:
        state = evolve(state, event)
        assert isinstance(state, KnockState)
        piles = mask_of(state.stock), mask_of(state.open.pile), state.open.removed
        assert sum((*state.hands, *piles)) == mask_of(deck_cards(rules))
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
        assert state_from_json(rules, json.loads(json.dumps(state_to_json(state)))) == state
        for seat in followed:
            followed[seat] = evolve_view(followed[seat], redact(event, seat))
            assert followed[seat] == view(state, seat)
            data = json.loads(json.dumps(followed[seat].to_json()))
            assert view_from_json(rules, data) == followed[seat]
            if not state.open.shown:
                assert not cards_named(data) & _hidden_from(state, seat)
        if state.turn is not None:
            assert followed[state.turn].legal_actions() == legal_actions(state, state.turn)


def _hidden_from(state: KnockState, seat: int | None) -> set[str]:
    """The stock and the hands of the other team, without what lies open."""
    others = [hand for owner, hand in enumerate(state.hands) if seat is None or (owner - seat) % 2]
    hidden = sum(others) | mask_of(state.stock)
    taken = state.open.taken
    return set(cards_text(hidden & ~state.open.lying_open & ~(0 if taken is None else 1 << taken)))
