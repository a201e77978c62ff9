"""What somebody usually does, counted from the rounds' logs."""

import pytest

from benchmarks.rounds import play_round
from rummy import engine
from rummy.bots import BOTS
from rummy.bots.serving.dice import SeededDice
from rummy.engine.families.knock.events import Knocked, UpcardTaken
from rummy.engine.families.table_melding.events import DiscardTaken
from rummy.skill.habits import MEANS, SHARES, counts_of, habits
from tests import chance

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("game", ["gin_palast", "gin_classic", "german_romme", "romme_500"])
def test_each_count_is_what_the_log_says(game: str) -> None:
    rules = engine.build_rules(game)
    for number in range(12):
        dice, cards = SeededDice(f"{chance.seed()} {number}"), engine.deck_cards(rules)
        events, _points = play_round(
            rules,
            [BOTS["solid"], BOTS["casual"]],
            dealer=number % 2,
            decks=[dice.shuffled(cards) for _ in range(1 + rules.reshuffles)],
            dice=[SeededDice(f"{number} {seat}") for seat in range(2)],
        )
        score = engine.score(engine.fold(rules, 2, events))
        assert score is not None
        for seat in range(2):
            found = counts_of(rules, 2, events, seat)
            assert found["rounds"] == 1
            assert found.get("won", 0) == (score.winner == seat)
            own = [event for event in events if getattr(event, "seat", None) == seat]
            knocks = [event.points for event in own if isinstance(event, Knocked)]
            assert found.get("knocks", 0) == len(knocks)
            assert found.get("knock_points", 0) == sum(knocks)
            assert found.get("undercuts", 0) == bool(knocks and score.winner != seat)
            takes = sum(isinstance(event, DiscardTaken) for event in own)
            assert found.get("takes", 0) == takes
            if found.get("first_taken"):
                assert any(isinstance(event, UpcardTaken) for event in own)
            if score.tallies is not None:
                assert found.get("went_out", 0) == (score.tallies[seat].cards == 0)


def test_shares_are_percent_and_means_are_means() -> None:
    """GIN-8: three knocks of four rounds, one of them gin and one undercut (GIN-7)."""
    counts = [
        {"rounds": 1, "won": 1, "knocks": 1, "gins": 1, "first_draws": 1, "first_taken": 1},
        {"rounds": 1, "won": 1, "knocks": 1, "knock_points": 9, "first_draws": 1},
        {"rounds": 1, "knocks": 1, "knock_points": 6, "undercuts": 1, "first_draws": 1},
        {"rounds": 1, "first_draws": 1},
    ]
    assert habits(counts, "knock") == {
        "rounds_won": 50,
        "first_card_taken": 25,
        "deadwood_at_the_knock": 5,
        "gin_at_the_knock": pytest.approx(100 / 3),
        "undercut": pytest.approx(100 / 3),
    }


def test_of_what_never_happened_nothing_is_told() -> None:
    assert habits([{"rounds": 2}], "table_melding") == {"rounds_won": 0, "went_out": 0}
    assert habits([], "knock") == {}
    assert not set(SHARES) & set(MEANS)
