"""Ranks and prizes of a team event: places are places of teams (PLAY-43, PLAY-44)."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tournaments.director import EntryRules, InvalidPlan, Plan, PrizeForm, PrizePlan, check, ladder
from tournaments.director.commands import PayPrize, Rank
from tournaments.director.formats.stage_ranks import rank_teams
from tournaments.director.snapshot import Clock, Field, Record

TWO_PLACES = PrizePlan(PrizeForm.TOP, places=2)
PLAN = Plan(format="teams", seats=2, buy_in_chips=100, entries=EntryRules(most=100))


def ranked_teams(
    points: dict[str, tuple[int, ...]], *barred: int, left: tuple[int, ...] = ()
) -> tuple[Any, ...]:
    """What is ordered of teams with these members' points; entries are counted from 1."""
    names = [(team, of) for team, members in points.items() for of in members]
    records = [
        Record(number, number, points=of, team=team, withdrawn=number in left)
        for number, (team, of) in enumerate(names, 1)
    ]
    plan = replace(PLAN, prizes=TWO_PLACES)
    field = Field(entries=len(records), buy_ins=len(records))
    clock = Clock(now_ms=0, starts_at_ms=0, disqualified=barred)
    given: Any = SimpleNamespace(records=records, plan=plan, field=field, clock=clock)
    return rank_teams(given)


def paid_by_entry(commands: tuple[Any, ...]) -> dict[int, int]:
    return {one.entry: one.chips for one in commands if isinstance(one, PayPrize)}


def ranks_by_entry(commands: tuple[Any, ...]) -> dict[int, int]:
    return {one.entry: one.rank for one in commands if isinstance(one, Rank)}


def test_play_44_the_prize_of_a_place_is_the_teams_at_that_place() -> None:
    """Places are places of teams, however many play in each."""
    commands = ranked_teams({"Reds": (3, 3, 3), "Blues": (4,), "Greens": (1, 1)})
    assert ranks_by_entry(commands) == {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 3}
    first, second = ladder(TWO_PLACES, 3, 600).prizes_chips
    assert paid_by_entry(commands) == {
        **dict(zip((1, 2, 3), thirds(first), strict=True)),
        4: second,
    }
    told = {one.entry: one.reason for one in commands if isinstance(one, PayPrize)}
    assert (told[1].code, dict(told[1].facts)["members"], dict(told[1].facts)["sum_chips"]) == (
        *("team_prize", 3),
        first,
    )


def thirds(chips: int) -> tuple[int, ...]:
    """Odd chips in the order of entry."""
    return tuple(chips // 3 + (place < chips % 3) for place in range(3))


def test_play_44_teams_that_tie_share_the_prizes_of_their_places() -> None:
    commands = ranked_teams({"Reds": (2, 2), "Blues": (4,), "": (1,)})
    assert ranks_by_entry(commands) == {1: 1, 2: 1, 3: 1, 4: 3}
    paid = paid_by_entry(commands)
    assert paid[1] + paid[2] == paid[3] == 200
    codes = {one.entry: one.reason.code for one in commands if isinstance(one, Rank)}
    assert codes == {
        1: "rank_of_team",
        2: "rank_of_team",
        3: "rank_of_team",
        4: "rank_without_team",
    }
    assert all("score" in dict(one.reason.facts) for one in commands if isinstance(one, Rank))


def test_play_44_who_is_disqualified_leaves_the_share_to_the_team() -> None:
    commands = ranked_teams({"Reds": (5, 2), "Blues": (4,)}, 2)
    assert ranks_by_entry(commands) == {1: 1, 3: 2, 2: 3}
    first, second = ladder(TWO_PLACES, 2, 300).prizes_chips
    assert paid_by_entry(commands) == {1: first, 3: second}
    alone = ranked_teams({"Reds": (5,), "Blues": (4,)}, 1)
    assert paid_by_entry(alone) == {2: 200}, "what no team is left to take is the first one's"


def test_play_44_who_withdrew_keeps_the_share_as_the_team_keeps_their_points() -> None:
    commands = ranked_teams({"Reds": (5, 2), "Blues": (4,)}, left=(1,))
    assert ranks_by_entry(commands) == {1: 1, 2: 1, 3: 2}
    first, _second = ladder(TWO_PLACES, 2, 300).prizes_chips
    paid = paid_by_entry(commands)
    assert (paid[1] + paid[2], paid[1] - paid[2]) == (first, first % 2)


def test_play_43_a_team_of_which_nobody_is_left_comes_after_those_who_play_on() -> None:
    points = {"Reds": (9, 9), "Blues": (4, 8), "": (1,)}
    commands = ranked_teams(points, left=(1, 2, 4))
    assert ranks_by_entry(commands) == {3: 1, 4: 1, 5: 2, 1: 3, 2: 3}
    first, second = ladder(TWO_PLACES, 3, 500).prizes_chips
    assert paid_by_entry(commands) == {3: first // 2, 4: first // 2, 5: second}


def test_play_44_a_ticket_is_one_players_and_no_prize_of_a_team() -> None:
    tickets = replace(PLAN, prizes=PrizePlan(PrizeForm.TICKETS, ticket_chips=100))
    with pytest.raises(InvalidPlan, match="no_tickets_for_teams"):
        check(tickets)
    check(replace(tickets, format="swiss"))
