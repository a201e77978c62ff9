"""Colluding pairs are found by how they play with each other; innocent ones are left in peace."""

import json
from pathlib import Path

import pytest

from backoffice.integrity.collusion import Behaviour, Finding, compare, less, total, watch
from benchmarks.integrity import CONTROLS, companies
from rummy import engine
from rummy.engine.cards import parse_card
from rummy.engine.families.knock.actions import Discard, DrawStock
from tests.collusion.playing import RULES, STYLES, played
from tests.engine.dealing import PALAST, deal

ROUNDS = 100
ON_RECORD = Path(__file__).with_name("usual.json")
USUAL = {"solid": 300, "casual": 100}
STEADY = total(
    [Behaviour(given_away=points, squared=points * points) for points in (3.0, 4.0, 5.0)] * 20
)


def usual(level: str) -> Behaviour:
    """How a player of this level plays with others, on record: to play it takes half a minute."""
    return Behaviour(**json.loads(ON_RECORD.read_text())[level])


@pytest.mark.soak
@pytest.mark.parametrize("level", USUAL)
def test_the_usual_play_is_what_is_on_record(level: str) -> None:
    rounds = (played((level, "casual"), None, 5_000 + at)[0] for at in range(USUAL[level]))
    assert total(rounds)._asdict() == usual(level)._asdict()


def found_of(levels: tuple[str, str], style: str | None) -> list[Finding]:
    rounds = [played(levels, style, at) for at in range(ROUNDS)]
    one, other = (total(own) for own in zip(*rounds, strict=True))
    return compare((one, other), (usual(levels[0]), usual(levels[1])), pairs=1_000)


@pytest.mark.thorough
@pytest.mark.drawn(1)
@pytest.mark.parametrize("style", STYLES)
def test_the_helper_of_a_colluding_pair_is_found(style: str) -> None:
    """Found, whichever signal says so: who avoids what the partner needs also gives points away."""
    found = found_of(("solid", "casual"), style)
    assert (found[0].player, found[0].is_striking) == (0, True)


@pytest.mark.thorough
@pytest.mark.drawn(1)
@pytest.mark.parametrize("levels", [("casual", "casual"), ("solid", "casual")])
def test_friends_who_play_together_often_are_not_pointed_out(levels: tuple[str, str]) -> None:
    assert not any(one.is_striking for one in found_of(levels, None))


def test_giving_points_away_to_everybody_is_no_signal() -> None:
    found = compare((STEADY, STEADY), (STEADY, STEADY), pairs=1)
    assert {one.corrected for one in found} == {1.0}


def test_giving_points_away_to_one_alone_is_one() -> None:
    found = compare((_given(5), STEADY), (STEADY, STEADY), pairs=1_000)
    assert (found[0].signal, found[0].player, found[0].is_striking) == ("dumping", 0, True)
    assert (found[0].together, found[0].otherwise) == (9.0, 4.0)
    assert [one.is_striking for one in found[1:]] == [False] * 7


def test_what_is_done_more_often_together_is_told_by_its_share() -> None:
    """Fisher's exact test: the lady tasting tea, three cups of four right, has 17 in 70."""
    own = STEADY._replace(due=4, held_back=3)
    found = compare((own, STEADY), (STEADY._replace(due=4, held_back=1), STEADY), pairs=1)
    held = next(one for one in found if (one.signal, one.player) == ("soft_knocking", 0))
    assert (held.together, held.otherwise) == (0.75, 0.25)
    assert held.p_value == pytest.approx(17 / 70)


def test_the_guess_is_the_one_that_told_the_usual_play_better() -> None:
    """An expert avoids dangerous cards with everybody: the least deadwood is no norm for them."""
    cautious = {"least_helpful": 40, "least_avoided": 40, "least_followed": 10}
    usually = STEADY._replace(expert_followed=90, expert_helpful=40, **cautious)
    own = STEADY._replace(expert_followed=90, expert_helpful=40, expert_avoided=30, **cautious)
    found = compare((own, STEADY), (usually, STEADY), pairs=1_000)
    assert (found[0].signal, found[0].player) == ("sharing_hands", 0)
    assert (found[0].together, found[0].otherwise) == (0.75, 0.0)


def test_the_more_pairs_are_looked_at_the_stronger_the_evidence_must_be() -> None:
    few, many = (compare((_given(0.5), STEADY), (STEADY, STEADY), n)[0] for n in (1, 1_000))
    assert few.p_value == many.p_value
    assert few.corrected == pytest.approx(8 * few.p_value)
    assert many.corrected == 1.0


def test_nothing_is_said_on_few_rounds() -> None:
    few = STEADY._replace(rounds=19)
    assert compare((few, few), (STEADY, STEADY), pairs=1) == []
    assert compare((STEADY, STEADY), (few, few), pairs=1) == []


def test_what_is_taken_from_a_sum_leaves_the_rest() -> None:
    assert less(total([STEADY, _given(5)]), STEADY) == _given(5)


def _given(more: float) -> Behaviour:
    """As steady, with so many points more given away in every round."""
    points = [given + more for given in (3.0, 4.0, 5.0)] * 20
    return total(Behaviour(given_away=given, squared=given * given) for given in points)


def test_a_meld_thrown_away_counts_by_its_cost_to_whoever_threw_it() -> None:
    round_ = deal(PALAST, starter="7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", stock="5h")
    round_.does(1, DrawStock())
    round_.does(1, Discard(parse_card("7h")))
    dealer, starter = watch(PALAST, round_.events)
    assert dealer == Behaviour()
    assert starter.given_away + starter.held_back > 0
    assert (starter.least_followed, starter.expert_followed) == (0, 0)


def test_only_gin_is_watched() -> None:
    rules = engine.build_rules("romme_500")
    _state, events = engine.start_round(rules, 2, engine.deck_cards(rules), 0)
    with pytest.raises(ValueError, match="only rounds of gin"):
        watch(rules, events)


def test_the_measurement_has_every_style_and_as_many_controls() -> None:
    every = companies(2)
    assert [sum(one.style == style for one in every) for style in STYLES] == [2] * 4
    assert sum(one.style is None for one in every) == 2 * CONTROLS
    assert RULES == PALAST
