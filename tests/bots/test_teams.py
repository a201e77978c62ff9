"""Team gin: the bots see their partner's hand, and play only their own (GIN-T2)."""

from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS, recall, remember
from rummy.bots.knock.hands import unseen
from rummy.engine.cards import mask_of
from rummy.engine.families.knock.views import KnockView

TEAM = engine.build_rules("gin_team")


@pytest.mark.parametrize("key", ["casual", "solid", "expert"])
def test_four_bots_finish_rounds_by_legal_actions(key: str) -> None:
    dice = Random(11)
    for dealer in range(4):
        deck = list(engine.deck_cards(TEAM))
        dice.shuffle(deck)
        state, events = engine.start_round(TEAM, 4, deck, dealer)
        recalled = recall(events)
        while state.turn is not None:
            legal = engine.legal_actions(state, state.turn)
            action = BOTS[key].choose(engine.view(state, state.turn), legal, dice, recalled)
            assert action in legal
            for event in engine.decide(state, state.turn, action):
                state = engine.evolve(state, event)
                recalled = remember(recalled, event)
        assert engine.score(state) is not None


def test_the_partners_cards_are_not_expected_from_the_stock() -> None:
    deck = list(engine.deck_cards(TEAM))
    Random(3).shuffle(deck)
    state, _ = engine.start_round(TEAM, 4, deck, dealer=3)
    view = engine.view(state, 0)
    assert isinstance(view, KnockView)
    assert view.partner_hand
    assert not unseen(view) & view.partner_hand
    assert unseen(view) | view.partner_hand | (view.hand or 0) | mask_of(view.open.pile) == (
        view.laws.deck
    )
