"""Whole rounds in lockstep with OpenSpiel: the same deck and actions through both engines.

Compared at every step: cards, deadwood, legal draws, discards, knocks, melds on offer and lay-offs;
the least deadwood an answer can reach; the score. `python -m tests.conformance.rounds 10000` plays
more of them.
"""

import sys

import pytest

from rummy.bots import BOTS
from tests.conformance import referee
from tests.conformance.duel import points_per_round
from tests.conformance.known_defects import DEFECTS, OTHER_RULES
from tests.conformance.rounds import RULE_SETS, compare, play_in_lockstep

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not referee.AVAILABLE, reason=referee.MISSING),
]

ROUNDS, SEED = 231, 20261120


def test_nothing_differs_but_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Every rule-set in turn; rounds end in every way there is."""
    ends, differences = compare(ROUNDS, SEED)
    with capsys.disabled():
        sys.stdout.write(f"\nlockstep of {ROUNDS} rounds from seed {SEED}: {dict(ends)}\n")
    assert len(RULE_SETS) * 10 <= ROUNDS
    assert sum(ends.values()) == ROUNDS
    assert min(ends[end] for end in ("knock", "gin", "undercut", "stock_exhausted")) >= 2
    assert set(differences) <= {*DEFECTS, *OTHER_RULES}


def test_the_rule_sets_cover_every_preset_limit_and_oklahoma() -> None:
    assert {rules.key for rules in RULE_SETS} == {"gin_palast", "gin_classic", "gin_classic_seed"}
    assert any("oklahoma" in rules.house_rules for rules in RULE_SETS)
    limits = {play_in_lockstep(rules, 1).state.open.knock_limit for rules in RULE_SETS}
    assert {0, 1, 2, 3, 5, 7, 8, 10} <= limits


def test_the_expert_is_ahead_of_openspiels_own_bot_with_openspiel_as_referee() -> None:
    """Some six points per round in the long run; each of these duels is a lockstep as well."""
    points = points_per_round(BOTS["expert"], rounds=60, seed=1)
    assert len(points) == 60
    assert sum(points) > 0
