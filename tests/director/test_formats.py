"""The formats: shootout, bracket, Swiss, league night, teams, the single table (PLAY-12)."""

import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.settlement import SeatScore
from tests.director.house import House
from tests.director.test_ranks import SLOW
from tournaments.director import FORMATS, Absent, EntryRules, InvalidPlan, Plan, PrizePlan, check
from tournaments.director.commands import OpenStage, PayPrize, Rank, Score, SeatField
from tournaments.director.desk import orders as desk_stages
from tournaments.director.desk.holders import Holder
from tournaments.director.formats.stage_scores import TIE_BREAKS_MAX
from tournaments.director.seating.pairing import bracket_tables
from tournaments.director.snapshot import Phase

pytestmark = pytest.mark.thorough

PAIRINGS = ("knockout", "swiss", "round_robin", "teams")
SEATS, SEEDS = st.integers(2, 4), st.integers(0, 10**6)


def stage_plan(kind: str, *, seats: int = 2, stages: int = 0, target: int = 0) -> Plan:
    most = seats if target else 1_000
    return Plan(
        format=kind,
        seats=seats,
        stages=stages,
        target_points=target,
        buy_in_chips=100,
        entries=EntryRules(most=most),
    )


def played(house: House, dice: random.Random, *, ties: bool = True) -> House:
    """Play all stages with random scores."""
    for _ in range(500):
        house.advance()
        if house.arena.phase.is_over:
            return house
        for table in house.playing:
            entries = house.arena.tables[table].entries
            most = 3 if ties else 10**6
            house.arena.finish_match(table, {entry: dice.randrange(most) for entry in entries})
    raise AssertionError("the stages do not end")


def by_strength(house: House) -> House:
    """The lower entry number always wins."""
    while not house.advance().arena.phase.is_over:
        for table in house.playing:
            entries = house.arena.tables[table].entries
            house.arena.finish_match(table, {entry: -entry for entry in entries})
    return house


def meetings(house: House) -> Counter[tuple[int, int]]:
    return Counter(
        tuple(sorted(pair))
        for stage in house.ordered(OpenStage)
        for table in stage.tables
        for pair in itertools.combinations(table, 2)
    )


@pytest.mark.parametrize("most", [10, pytest.param(30, marks=pytest.mark.soak)])
@pytest.mark.parametrize("kind", PAIRINGS)
@given(seats=SEATS, seed=SEEDS)
@settings(max_examples=12, deadline=None)
def test_every_format_ends_with_one_rank_each_and_the_pool_paid_out(
    kind: str, most: int, seats: int, seed: int
) -> None:
    players = 2 + seed % (most - 1)
    house = House(stage_plan(kind, seats=seats), players, seed=seed)
    if kind == "teams":
        for one in house.everybody:
            one.team = "ABC"[one.entry % 3]
    played(house.start(), random.Random(seed))
    if kind == "teams":
        assert all(house.ranks.values())
        assert house.arena.paid_out == house.arena.paid_in
    else:
        house.require_all_paid()


@pytest.mark.parametrize("kind", PAIRINGS)
@given(players=st.integers(2, 12), seats=SEATS, seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_in_every_stage_each_player_has_one_table_or_a_bye(
    kind: str, players: int, seats: int, seed: int
) -> None:
    house = House(stage_plan(kind, seats=seats), players, seed=seed).start()
    played(house, random.Random(seed))
    out: set[int] = set()
    stages = house.ordered(OpenStage)
    for stage in stages:
        placed = [entry for table in stage.tables for entry in table] + list(stage.byes)
        assert sorted(placed) == sorted(set(house.ranks) - out)
        assert all(2 <= len(table) <= seats for table in stage.tables)
        out |= {s.entry for s in house.ordered(Score) if s.stage == stage.stage and s.lost}


def test_knockout_the_strongest_wins_and_losers_of_a_stage_share_their_places() -> None:
    house = by_strength(House(stage_plan("knockout"), 8).start())
    ranks = Counter(house.ranks.values())
    assert house.ranks[1] == 1
    assert ranks == {1: 1, 2: 1, 3: 2, 5: 4}
    assert [len(stage.tables) for stage in house.ordered(OpenStage)] == [4, 2, 1]


def test_knockout_with_five_has_three_byes_and_the_bracket_stands_from_the_start() -> None:
    house = by_strength(House(stage_plan("knockout"), 5).start())
    stages = house.ordered(OpenStage)
    assert [(len(stage.tables), len(stage.byes)) for stage in stages] == [(1, 3), (2, 0), (1, 0)]


def without(house: House, *leaving: int) -> House:
    """Taken out one after the other, whoever they play now."""
    for entry in leaving:
        seat = house.arena.entrants[entry].seat
        holder = Holder(entry, "Anna", house.stack(entry), table=seat[0] if seat else None)
        house.order(desk_stages.take_out(house.arena.clock, holder, others=2))
    return house


@pytest.mark.parametrize("byes", [(0, 1), (0, 2), (1, 2)])
def test_play_45_knockout_there_is_a_final_though_all_opponents_were_taken_out(
    byes: tuple[int, int],
) -> None:
    house = House(stage_plan("knockout"), 5).start()
    (stage,) = house.ordered(OpenStage)
    by_strength(without(house, *(stage.byes[bye] for bye in byes)))
    assert sorted(house.ranks.values()) == [1, 2, 3, 4, 4]  # type: ignore[type-var]
    house.require_all_paid()


@pytest.mark.parametrize("leaving", [*itertools.combinations((1, 2, 3, 4), 2)])
def test_play_45_round_robin_those_who_stay_meet_though_all_opponents_were_taken_out(
    leaving: tuple[int, int],
) -> None:
    house = by_strength(without(House(stage_plan("round_robin"), 4).start(), *leaving))
    one, other = sorted({1, 2, 3, 4} - set(leaving))
    assert meetings(house)[one, other] == 1
    house.require_all_paid()


def test_play_21_knockout_an_equal_score_goes_to_what_was_melded_then_to_what_is_held() -> None:
    for told, winner, by in (
        ((SeatScore(0, 12, 30, 5), SeatScore(0, 20, 40, 6)), 1, "melded"),
        ((SeatScore(0, 12, 30, 5), SeatScore(0, 12, 25, 6)), 1, "hand_value"),
        ((SeatScore(0, 12, 30, 5), SeatScore(0, 12, 30, 6)), 0, "hand_cards"),
    ):
        house = House(stage_plan("knockout"), 2).start()
        table = house.arena.tables[1].dealt
        house.arena.finish_match(1, dict(zip(table, told, strict=True)))
        house.advance()
        assert house.ranks[table[winner]] == 1
        (reason,) = (s.reason for s in house.ordered(Score) if not s.lost)
        assert reason.code == "won_table_by_comparison"
        assert dict(reason.facts) == {"points": 0, "tied": 2, "decided_by": by}


def test_play_12_knockout_the_level_play_on_alone_and_after_three_times_the_lot_decides() -> None:
    house = House(stage_plan("knockout", seats=3), 3).start()
    first = house.arena.tables[1].dealt
    for level in range(TIE_BREAKS_MAX + 1):
        (table,) = house.playing
        here = house.arena.tables[table].dealt
        assert set(here) == set(first[: 2 if level else 3])
        assert house.ordered(OpenStage)[-1].breaks_ties == (level > 0)
        house.arena.finish_match(table, {e: 5 if e in first[:2] else 4 for e in here})
        house.advance()
    codes = house.codes(Score)
    assert codes.count("tied_play_on") == 2 * TIE_BREAKS_MAX
    assert codes.count("won_table_by_lot") == 1
    assert house.ranks[first[2]] == 3
    assert sorted(house.ranks.values()) == [1, 2, 3]  # type: ignore[type-var]  # all are ranked


def test_play_12_while_some_are_level_the_winners_of_other_tables_wait() -> None:
    house = House(stage_plan("knockout"), 4).start()
    level, decided = (house.arena.tables[table].dealt for table in house.playing)
    for table, scores in zip(house.playing, ((3, 3), (9, 1)), strict=True):
        dealt = house.arena.tables[table].dealt
        house.arena.finish_match(table, dict(zip(dealt, scores, strict=True)))
    breaking = house.advance().ordered(OpenStage)[-1]
    assert [set(table) for table in breaking.tables] == [set(level)]
    assert breaking.byes == (decided[0],)
    by_strength(house)
    assert house.arena.entrants[decided[0]].lost_stage in (3, None)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_play_42_a_bracket_of_three_and_more_seats_lets_everybody_play_from_the_start(
    seats: int,
) -> None:
    for players in range(2, 300):
        counts = bracket_tables(players, seats)
        assert counts[-1] == 1
        assert counts == [1] or players >= 2 * counts[0]
        assert counts[0] * seats >= players
        for before, after in itertools.pairwise(counts):
            assert before % after == 0
            assert 2 <= before // after <= seats


@pytest.mark.parametrize(
    ("players", "tables"), [(5, [[2, 3], [2]]), (17, [[2, 3, 3, 3, 3, 3], [2, 2, 2], [3]])]
)
def test_play_42_at_four_seats_nobody_is_free_of_the_first_stage(
    players: int, tables: list[list[int]]
) -> None:
    house = by_strength(House(stage_plan("knockout", seats=4), players).start())
    stages = house.ordered(OpenStage)
    assert [sorted(map(len, stage.tables)) for stage in stages] == tables
    assert not any(stage.byes for stage in stages)
    house.require_all_paid()


def test_play_43_knockout_tells_everybody_why_they_have_their_rank() -> None:
    house = by_strength(House(stage_plan("knockout"), 8).start())
    told = {rank.entry: rank.reason for rank in house.ordered(Rank)}
    champion = next(entry for entry, rank in house.ranks.items() if rank == 1)
    second = next(entry for entry, rank in house.ranks.items() if rank == 2)
    assert (told[champion].code, dict(told[champion].facts)) == (
        "rank_of_champion", {"rank": 1, "stages": 3},
    )  # fmt: skip
    assert (told[second].code, dict(told[second].facts)) == (
        "rank_by_stage", {"rank": 2, "stage": 3},
    )  # fmt: skip
    others = [reason for entry, reason in told.items() if entry not in (champion, second)]
    assert {reason.code for reason in others} == {"rank_by_stage_shared"}
    assert {dict(reason.facts)["tied"] for reason in others} == {2, 4}


def test_swiss_leads_to_one_unbeaten_and_nobody_meets_twice() -> None:
    house = by_strength(House(stage_plan("swiss"), 16).start())
    assert len(house.ordered(OpenStage)) == 4
    assert house.ranks[1] == 1
    assert max(meetings(house).values()) == 1
    facts = dict(house.ordered(OpenStage)[1].reasons[0].facts)
    assert facts["stage"] == 2
    assert facts["met"] == 0
    assert facts["points"] in ((2, 2), (0, 0))


def test_swiss_nobody_has_a_second_bye_before_all_have_one() -> None:
    house = by_strength(House(stage_plan("swiss", stages=5), 5).start())
    byes = Counter(entry for stage in house.ordered(OpenStage) for entry in stage.byes)
    assert set(byes.values()) == {1}
    assert len(byes) == 5


def test_play_41_in_a_bracket_the_same_seat_in_every_stage_is_a_matter_of_luck() -> None:
    seats: Counter[tuple[int, ...]] = Counter()
    for seed in range(200):
        house = by_strength(House(stage_plan("knockout"), 8, seed=seed).start())
        tables = [table for stage in house.ordered(OpenStage) for table in stage.tables]
        seats[tuple(table.index(1) for table in tables if 1 in table)] += 1
    always = seats[0, 0, 0] + seats[1, 1, 1]
    assert 30 < always < 70, f"of 200 winners {always} sat in one seat, where 50 are to be expected"


def test_play_41_points_do_not_tell_who_deals_in_a_swiss_tournament() -> None:
    ahead = Counter[int]()
    for seed in range(60):
        house = House(stage_plan("swiss"), 6, seed=seed).start()
        while not house.arena.phase.is_over:
            for table in house.playing:
                entries = house.arena.tables[table].dealt
                points = [house.arena.entrants[entry].points for entry in entries]
                if len(set(points)) > 1:
                    ahead[points.index(max(points))] += 1
                house.arena.finish_match(table, {entry: -entry for entry in entries})
            house.advance()
    assert min(ahead[0], ahead[1]) > ahead.total() / 3, f"{ahead} tables by the leader's seat"


@given(st.integers(2, 30))
@settings(max_examples=15, deadline=None)
def test_round_robin_everybody_meets_everybody_once(players: int) -> None:
    house = by_strength(House(stage_plan("round_robin"), players).start())
    assert set(meetings(house).values()) == {1}
    assert len(meetings(house)) == players * (players - 1) // 2
    assert len(house.ordered(OpenStage)) == players - 1 + players % 2
    assert [house.ranks[entry] for entry in sorted(house.ranks)] == list(range(1, players + 1))


@given(players=st.integers(2, 14), seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_play_41_in_a_round_robin_everybody_deals_in_half_of_the_matches(
    players: int, seed: int
) -> None:
    house = by_strength(House(stage_plan("round_robin"), players, seed=seed).start())
    deals = Counter(table[1] for stage in house.ordered(OpenStage) for table in stage.tables)
    dealt = {deals[entry] for entry in house.ranks}
    assert dealt <= {(players - 1) // 2, players // 2}


def test_play_41_a_second_round_robin_is_dealt_by_the_others() -> None:
    plan = stage_plan("round_robin", stages=10)
    stages = by_strength(House(plan, 6).start()).ordered(OpenStage)
    first = {table for stage in stages[:5] for table in stage.tables}
    second = {table for stage in stages[5:] for table in stage.tables}
    assert second == {(there, here) for here, there in first}


def test_play_41_who_meets_first_in_a_round_robin_is_drawn() -> None:
    houses = [House(stage_plan("round_robin"), 6, seed=seed).start() for seed in range(20)]
    drawn = {house.ordered(OpenStage)[0].tables[0] for house in houses}
    assert len(drawn) > 5


def test_league_night_at_a_short_table_an_equal_score_is_worth_as_much() -> None:
    house = House(stage_plan("round_robin", seats=4, stages=1), 5).start()
    for table in house.playing:
        house.arena.finish_match(table, dict.fromkeys(house.arena.tables[table].dealt, 7))
    house.advance()
    assert [len(table) for table in house.ordered(OpenStage)[0].tables] == [3, 2]
    assert {score.points for score in house.ordered(Score)} == {2}


def test_league_night_at_four_seats_spreads_the_meetings() -> None:
    house = by_strength(House(stage_plan("round_robin", seats=4), 16).start())
    assert len(house.ordered(OpenStage)) == 5
    assert max(meetings(house).values()) <= 2
    assert len(meetings(house)) > 90, "of 120 pairs; five stages make 120 meetings"


def test_team_event_team_mates_do_not_meet_and_share_rank_and_prize() -> None:
    house = House(replace(stage_plan("teams", seats=4, stages=3), prizes=PrizePlan()), 16)
    for one in house.everybody:
        one.team = "ABCD"[one.entry % 4]
    by_strength(house.start())
    for first, second in meetings(house):
        assert house.arena.entrants[first].team != house.arena.entrants[second].team
    for team in "ABCD":
        ranks = {one.rank for one in house.everybody if one.team == team}
        assert len(ranks) == 1
    assert sum(prize.chips for prize in house.ordered(PayPrize)) == 1_600


def test_shootout_each_table_plays_until_one_has_all_then_the_winners_meet() -> None:
    house = House(Plan(format="shootout", stack_chips=100, schedule=SLOW), 16).start()
    assert house.sizes == [4] * 4
    for table in (1, 2, 3, 4):
        house.play(table, 1_000, 0, 0, 0)
        house.advance()
    assert house.sizes == [4]
    final = house.ordered(SeatField)[-1]
    assert dict(final.reason.facts) == {"players": 4, "tables": 1, "stage": 1}
    assert {house.stack(entry) for entry in final.order} == {400}
    house.play(final.first_table, 1_000, 0, 0, 0)
    house.advance()
    assert house.arena.phase is Phase.FINISHED
    house.require_all_paid()


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan(format="re_entry"), "format_needs"),
        (Plan(format="satellite"), "format_needs"),
        (Plan(format="bounty"), "format_needs"),
        (Plan(format="shootout", entries=EntryRules(late_until_level=1)), "no_late_entries"),
        (Plan(format="swiss", entries=EntryRules(late_until_level=1)), "no_late_entries"),
        (Plan(format="knockout", buy_in_chips=5, bounty_chips=5), "no_bounty"),
        (Plan(format="swiss", absent=Absent.REMOVED), "no_removal_in_format"),
        (Plan(format="knockout", absent=Absent.REMOVED), "no_removal_in_format"),
        (
            Plan(
                format="single_table",
                target_points=5,
                entries=EntryRules(most=4),
                absent=Absent.REMOVED,
            ),
            "no_removal_in_format",
        ),
        (Plan(format="single_table"), "target_missing"),
        (Plan(format="single_table", target_points=5), "one_table_only"),
        (Plan(format="poker"), "format_unknown"),
    ],
)
def test_a_plan_that_does_not_fit_its_format_is_refused(plan: Plan, code: str) -> None:
    with pytest.raises(InvalidPlan, match=code):
        check(plan)


def test_every_format_of_the_list_is_there() -> None:
    assert list(FORMATS) == [
        *("freezeout", "re_entry", "bounty", "satellite", "shootout"),
        *("knockout", "swiss", "round_robin", "teams", "single_table"),
    ]
