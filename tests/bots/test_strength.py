"""The order of strength, measured on fixed deals: the margins are far inside what is to be seen.

`python -m benchmarks --only strength` measures it in earnest.
"""

from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS

from .matches import Contest, average, share
from .simple_player import SimplePlayer

pytestmark = pytest.mark.thorough

PALAST = engine.build_rules("gin_palast")


def test_casual_beats_random_far() -> None:
    contest = Contest(PALAST, [BOTS["casual"], BOTS["random"]], Random(1))
    assert contest.points_ahead(40).low > 15


@pytest.mark.drawn(1)
@pytest.mark.parametrize("weaker", ["casual", "greedy"])
def test_the_expert_beats_the_easy_levels(weaker: str) -> None:
    """Some ten points per round; 95 % sure to be ahead after 200 rounds."""
    contest = Contest(PALAST, [BOTS["expert"], BOTS[weaker]], Random(2))
    assert contest.points_ahead(200).low > 0


@pytest.mark.soak
def test_the_expert_holds_its_own_against_the_simple_player() -> None:
    """Five points per round ahead in the long run; here only that it is no step back."""
    contest = Contest(PALAST, [BOTS["expert"], SimplePlayer()], Random(3))
    assert contest.points_ahead(100).high > 3
    assert contest.matches_won(5).high > 0.3


def test_intervals_hold_what_they_promise() -> None:
    """Known values: Wilson's interval for 750 of 1,000, and that of a mean."""
    assert share(750, 1000) == pytest.approx((0.75, 0.7222, 0.7758), abs=2e-4)
    assert share(0, 10).low == pytest.approx(0, abs=1e-12)
    found = average([1.0, 2.0, 3.0, 4.0])
    assert found == pytest.approx((2.5, 2.5 - 1.265, 2.5 + 1.265), abs=1e-3)
