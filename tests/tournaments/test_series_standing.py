"""A series' standing: points per place, the best n of m, what decides between equals (PLAY-43)."""

from math import floor, sqrt

import pytest

from tests.chance import dice
from tournaments.director import InvalidPlan
from tournaments.series.rules import POINTS, SeriesRules, points_of
from tournaments.series.standing import Event, Line, standing_of

ANNA, BERT, CARL, DORA = 1, 2, 3, 4


def evening(*players: int, tournament: int = 1, weight: int = 1) -> Event:
    """Anna first, Bert second: in the order in which they are named."""
    ranks = {player: place for place, player in enumerate(players, 1)}
    return Event(tournament, weight, ranks)


def told(lines: list[Line]) -> list[tuple[int, int | None, int]]:
    return [(line.player, line.place, line.points) for line in lines]


def test_the_points_of_all_evenings_are_added_up() -> None:
    evenings = [evening(ANNA, BERT, CARL), evening(BERT, CARL, ANNA)]
    lines = standing_of(SeriesRules(per_place=(5, 3, 1)), evenings)
    assert told(lines) == [(BERT, 1, 8), (ANNA, 2, 6), (CARL, 3, 4)]


def test_places_below_the_table_have_only_the_points_for_taking_part() -> None:
    rules = SeriesRules(per_place=(5, 3), taking_part=2)
    assert told(standing_of(rules, [evening(ANNA, BERT, CARL)])) == [
        (ANNA, 1, 7),
        (BERT, 2, 5),
        (CARL, 3, 2),
    ]


def test_who_shares_a_place_shares_the_points_of_the_places_rounded_down() -> None:
    shared = Event(1, 1, {ANNA: 1, BERT: 2, CARL: 2, DORA: 4})
    rules = SeriesRules(per_place=(10, 6, 3, 1), ties=())
    assert told(standing_of(rules, [shared])) == [
        (ANNA, 1, 10),
        (BERT, 2, 4),
        (CARL, 2, 4),
        (DORA, 4, 1),
    ]


def test_one_point_for_each_one_beaten() -> None:
    rules = SeriesRules(points="field")
    assert [line.points for line in standing_of(rules, [evening(ANNA, BERT, CARL)])] == [3, 2, 1]


@pytest.mark.parametrize("entries", [1, 2, 7, 64, 200])
def test_the_root_of_the_field_in_whole_numbers(entries: int) -> None:
    for place in range(1, entries + 1):
        given = points_of(POINTS["root"], place=place, sharing=1, entries=entries, table=())
        assert given == floor(10 * sqrt(entries / place) + 1e-9)


def test_a_final_counts_twice() -> None:
    evenings = [evening(ANNA, BERT), evening(BERT, ANNA, weight=2)]
    lines = standing_of(SeriesRules(per_place=(5, 3), taking_part=1), evenings)
    assert told(lines) == [(BERT, 1, 4 + 12), (ANNA, 2, 6 + 8)]


def test_the_best_two_of_three_count_and_the_worst_is_shown_without_counting() -> None:
    evenings = [evening(BERT, CARL, ANNA), evening(ANNA, BERT, CARL), evening(ANNA, CARL, BERT)]
    anna, *_others = standing_of(SeriesRules(per_place=(5, 3, 1), best=2), evenings)
    assert (anna.player, anna.points, anna.played) == (ANNA, 10, 3)
    assert [(one.points, one.counts) for one in anna.results] == [
        (1, False),
        (5, True),
        (5, True),
    ]


def test_who_has_played_too_few_evenings_is_listed_without_a_place() -> None:
    evenings = [evening(DORA, ANNA, BERT), evening(ANNA, BERT)]
    lines = standing_of(SeriesRules(per_place=(9, 3, 1), least=2), evenings)
    assert told(lines) == [(ANNA, 1, 12), (BERT, 2, 4), (DORA, None, 9)]


def test_the_disqualified_have_taken_part_and_have_no_points() -> None:
    marks = {BERT: "withdrawn", CARL: "disqualified"}
    struck = Event(1, 1, {ANNA: 1, BERT: 2, CARL: 3}, marks)
    _anna, bert, carl = standing_of(SeriesRules(per_place=(5, 3, 1), taking_part=4), [struck])
    assert (carl.player, carl.points, carl.played) == (CARL, 0, 1)
    assert [one.results[0].mark for one in (bert, carl)] == ["withdrawn", "disqualified"]
    assert bert.points == 3 + 4, "who withdrew keeps what the place gives"


def test_who_does_not_count_leaves_no_gap() -> None:
    """A bot was second: the third of the tournament is the second of the series' evening."""
    with_bot_between = Event(1, 1, {ANNA: 1, BERT: 3})
    assert told(standing_of(SeriesRules(per_place=(5, 3)), [with_bot_between])) == [
        (ANNA, 1, 5),
        (BERT, 2, 3),
    ]


def ahead(rule: str, *evenings: Event, table: tuple[int, ...] = (5, 3, 1)) -> tuple[int, int, str]:
    """Who of the first two lines is ahead, who behind, and by what."""
    first, second, *_ = standing_of(SeriesRules(per_place=table, ties=(rule,)), list(evenings))
    assert first.points == second.points
    assert (first.place, second.place) == ((1, 2) if second.decided_by else (1, 1))
    return first.player, second.player, second.decided_by


def test_level_on_points_more_first_places_decide() -> None:
    table = (4, 2, 0)
    one, two = evening(BERT, CARL, ANNA), evening(CARL, ANNA, BERT)
    three = evening(DORA, ANNA, CARL)
    lines = standing_of(SeriesRules(per_place=table, ties=("places",)), [one, two, three])
    level = [line for line in lines if line.points == 4]
    # Bert and Dora have a first place; they differ in nothing more than Bert's third one.
    assert [line.player for line in level] == [BERT, DORA, ANNA]
    assert [line.decided_by for line in level] == ["", "places", "places"]


def test_level_on_points_the_best_result_decides() -> None:
    one, two = evening(ANNA, DORA, BERT, tournament=1), evening(DORA, BERT, ANNA, tournament=2)
    three = evening(CARL, BERT, DORA)
    table = (6, 3, 0)
    lines = standing_of(SeriesRules(per_place=table, ties=("best",)), [one, two, three])
    level = [line for line in lines if line.points == 6]
    assert {line.player for line in level[:2]} == {ANNA, CARL}
    assert (level[2].player, level[2].decided_by) == (BERT, "best")


def test_level_on_points_all_results_decide_also_those_that_do_not_count() -> None:
    evenings = [evening(ANNA, BERT), evening(BERT, ANNA), evening(DORA, CARL, BERT)]
    rules = SeriesRules(per_place=(5, 3, 1), best=1, ties=("all",))
    lines = standing_of(rules, evenings)
    assert [line.player for line in lines[:3]] == [BERT, ANNA, DORA]
    assert [line.decided_by for line in lines[:3]] == ["", "all", "all"]


def test_level_on_points_who_was_ahead_where_they_met_is_ahead() -> None:
    evenings = [evening(CARL, ANNA, BERT), evening(DORA, CARL), evening(BERT, DORA)]
    table = (4, 3, 2)
    lines = standing_of(SeriesRules(per_place=table, ties=("met",)), evenings)
    # Dora beat Carl in the second evening.
    assert told(lines) == [(DORA, 1, 7), (CARL, 2, 7), (BERT, 3, 6), (ANNA, 4, 3)]
    assert lines[1].decided_by == "met"


def test_level_on_points_the_last_evening_decides() -> None:
    assert ahead("latest", evening(ANNA, BERT), evening(BERT, ANNA)) == (BERT, ANNA, "latest")


def test_who_is_level_in_everything_shares_the_place_and_the_next_is_left_out() -> None:
    evenings = [evening(ANNA, BERT), evening(BERT, ANNA), evening(CARL, DORA)]
    lines = standing_of(SeriesRules(per_place=(5, 3), ties=("places", "all")), evenings)
    assert told(lines) == [(ANNA, 1, 8), (BERT, 1, 8), (CARL, 3, 5), (DORA, 4, 3)]


def test_ties_are_asked_in_their_order() -> None:
    evenings = [evening(ANNA, BERT), evening(BERT, ANNA)]
    rules = SeriesRules(per_place=(5, 3), ties=("places", "all", "met", "latest"))
    anna_bert = standing_of(rules, evenings)
    assert [(one.player, one.decided_by) for one in anna_bert] == [(BERT, ""), (ANNA, "latest")]


def test_the_order_of_players_and_of_equal_tournaments_changes_nothing() -> None:
    """Against a referee who adds up by himself, whoever is named first."""
    rng = dice("series")
    for _ in range(60):
        players = rng.sample(range(1, 40), 12)
        evenings = []
        for number in range(rng.randint(1, 8)):
            there = rng.sample(players, rng.randint(1, len(players)))
            ranks = {player: rng.randint(1, len(there)) for player in there}
            evenings.append(Event(number, rng.randint(1, 3), ranks))
        rules = SeriesRules(points="field", best=rng.randint(0, 4), least=rng.randint(0, 3))
        lines = standing_of(rules, evenings)
        shuffled = [
            Event(
                one.tournament,
                one.weight,
                dict(rng.sample(sorted(one.ranks.items()), len(one.ranks))),
            )
            for one in evenings
        ]
        assert standing_of(rules, shuffled) == lines
        for line in lines:
            own = sorted((_by_hand(one, line.player) for one in evenings), reverse=True)
            counted = own[: rules.best] if rules.best else own
            assert line.points == sum(counted)
            played = sum(line.player in one.ranks for one in evenings)
            assert (line.place is None) == (played < rules.least)
        placed = [line for line in lines if line.place is not None]
        for line in placed:
            assert line.place == 1 + sum((other.place or 0) < (line.place or 0) for other in placed)
        points = [line.points for line in placed]
        assert points == sorted(points, reverse=True)


def _by_hand(event: Event, player: int) -> int:
    """One point for each one beaten and one for oneself; of the level ones, their mean."""
    if player not in event.ranks:
        return 0
    own = event.ranks[player]
    behind = sum(rank > own for rank in event.ranks.values())
    level = sum(rank == own for rank in event.ranks.values())
    total = sum(behind + one for one in range(1, level + 1))
    return total // level * event.weight


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"points": "luck"}, "series_points_unknown"),
        ({"ties": ("coin",)}, "series_tie_unknown"),
        ({"ties": ("all", "all")}, "series_tie_unknown"),
        ({"per_place": ()}, "series_without_points"),
        ({"per_place": (0, 0)}, "series_without_points"),
        ({"per_place": (3, 5)}, "series_points_rise"),
        ({"per_place": (10**9,)}, "plan_number_out_of_range"),
        ({"per_place": (1,) * 101}, "plan_number_out_of_range"),
        ({"best": -1}, "plan_number_out_of_range"),
        ({"least": 10**6}, "plan_number_out_of_range"),
        ({"taking_part": -5}, "plan_number_out_of_range"),
    ],
)
def test_rules_that_make_no_sense_are_refused(wrong: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidPlan) as refused:
        SeriesRules(**wrong)  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.rule) == (code, "PLAY-43")
