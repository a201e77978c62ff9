"""What a round's result was made of: parts that add up, mirrored for the other, luck for nobody."""

from collections.abc import Iterator
from itertools import pairwise
from statistics import fmean, pvariance
from typing import Any, NamedTuple

import pytest

from benchmarks.rounds import play_round
from rummy import engine
from rummy.bots import BOTS
from rummy.bots.serving.dice import SeededDice
from rummy.skill import Parts, story_of
from rummy.skill.luck import Story
from tests import chance

pytestmark = pytest.mark.thorough

GAMES = ("gin_palast", "german_romme", "romme_500")


class Told(NamedTuple):
    points: tuple[int, ...]
    story: Story | None


def a_round(
    game: str, name: str, *, bots: tuple[str, ...] = ("solid", "casual"), **options: Any
) -> Told:
    rules = engine.build_rules(game, **options)
    dice, cards = SeededDice(name), engine.deck_cards(rules)
    events, points = play_round(
        rules,
        [BOTS[bot] for bot in bots],
        dealer=dice.randrange(len(bots)),
        decks=[dice.shuffled(cards) for _ in range(1 + rules.reshuffles)],
        dice=[SeededDice(f"{name} {seat}") for seat in range(len(bots))],
    )
    return Told(points, story_of(rules, len(bots), events))


def stories(game: str, rounds: int) -> Iterator[tuple[int, Story]]:
    for number in range(rounds):
        points, story = a_round(game, f"{chance.seed()} {number}")
        assert story is not None
        yield points[0] - points[1], story


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_parts_add_up_to_the_result_and_mirror_the_others(game: str) -> None:
    for ahead, story in stories(game, 8):
        mine, theirs = story.parts
        assert mine.result == pytest.approx(ahead)
        assert mine.luck == pytest.approx(-theirs.luck)
        assert mine.own_draws == pytest.approx(-theirs.other_draws)
        assert mine.own_play == pytest.approx(-theirs.other_play)
        told = mine.told()
        parts = [told[name] for name in Parts._fields]
        assert sum(parts) == pytest.approx(told["result"])
        assert told["luck"] == pytest.approx(sum(parts[:3]))


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_values_follow_the_round_from_the_deal_on(game: str) -> None:
    for _ahead, story in stories(game, 3):
        places = [now.place for now in story.moments]
        assert places[0] == 0
        assert all(before < now for before, now in pairwise(places))
        assert all(sum(now.values) == pytest.approx(0) for now in story.moments)


@pytest.mark.parametrize(
    "game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.soak) for game in GAMES[1:])]
)
def test_taking_out_the_cards_leaves_less_than_half_of_the_differences(game: str) -> None:
    """Deal, draws and pile say most of why rounds end so differently; 5,000 deals are in docs."""
    found = list(stories(game, 120))
    results = [float(ahead) for ahead, _ in found]
    cards = [
        parts.luck + parts.own_open + parts.other_open
        for parts in (story.parts[0] for _, story in found)
    ]
    rest = [result - luck for result, luck in zip(results, cards, strict=True)]
    assert pvariance(rest) < 0.75 * pvariance(results)


def test_a_better_hand_is_better_luck() -> None:
    """Gin: who is dealt three melds is lucky before anybody has played (GIN-2)."""
    lucky = [story.parts[0].deal for _, story in stories("gin_palast", 40)]
    assert max(lucky) > 5
    assert min(lucky) < -5
    assert abs(fmean(lucky)) < 5


def test_of_several_each_is_measured_against_the_mean_of_the_others() -> None:
    points, story = a_round("german_romme", "four", bots=("solid", "casual", "solid", "casual"))
    assert story is not None
    for seat, parts in enumerate(story.parts):
        others = [one for other, one in enumerate(points) if other != seat]
        assert parts.result == pytest.approx(points[seat] - fmean(others))


def test_where_a_story_cannot_be_told_there_is_none() -> None:
    """Teams (GIN-T1) and tables that are rearranged (GER-V6)."""
    assert a_round("gin_team", "teams", bots=("casual",) * 4).story is None
    assert a_round("german_romme", "robber", bots=("casual",) * 2, robber=True).story is None
