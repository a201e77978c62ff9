"""States of gin are values: compared, hashed, pickled and altered by their parts."""

import pickle

import pytest

from rummy.engine import build_rules, deck_cards, start_round
from rummy.engine.families.knock.state import KnockState


def test_a_state_is_what_its_parts_are() -> None:
    rules = build_rules("gin_palast")
    state, _ = start_round(rules, 2, deck_cards(rules), dealer=0)
    assert isinstance(state, KnockState)
    again: KnockState = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert again == state
    assert hash(again) == hash(state)
    later = state._replace(open=state.open._replace(streak=1))
    assert later != state
    assert later._replace(open=state.open) == state
    assert "streak=1" in repr(later)
    assert state != state.parts()
    with pytest.raises(TypeError, match="colour"):
        state._replace(colour="red")
