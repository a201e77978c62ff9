"""Duplicate boards: the same cards at every table, held against what the field made of them."""

import copy
import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from backoffice.inspector.score_sheet import latest_rounds
from games.admin import _log
from games.models import Round, SharedDeal, Table, TableStatus
from games.models.rounds import told_to_all
from games.moves.errors import NotFound
from games.replay.rounds import finished_round
from games.running.results import book_results
from games.running.waking import wake_table
from rummy.match import MatchTerms
from tests.fairness.records import verified_rounds
from tests.tournaments.club import (
    fresh,
    its_hour_has_come,
    ordered,
    people,
    quick,
    require_sound,
)
from tests.tournaments.proofs import is_refused, proof_of, said_of
from tests.tournaments.test_verified_rounds import played_out
from tournaments.desk.calling_off import cancel_tournament
from tournaments.director import EntryRules, InvalidPlan, Plan, check
from tournaments.director.boards import IMP_STEPS
from tournaments.entries.entering import enter_tournament
from tournaments.models import Board, Entry, Tournament, TournamentTable
from tournaments.planner.publishing import publish_tournament
from tournaments.running.directing import look_after
from tournaments.running.game_tables.boards import number_of_deal
from tournaments.running.game_tables.dealing import give_up_seat

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

SINGLE = {"format": "single_table", "target_points": 50, "entries": EntryRules(most=2)}


def plan(**wishes: Any) -> Plan:
    seats = wishes.get("seats", 2)
    given = {"format": "swiss", "seats": 2, "stages": 2, "boards": "matchpoints"}
    return Plan(**{**given, "entries": EntryRules(least=2 * seats), **wishes})


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("preset", "seats", "players"),
    [("gin_palast", 2, 6), ("gin_team", 4, 8), ("german_romme", 3, 6), ("romme_500", 4, 9)],
)
def test_every_table_of_a_stage_is_dealt_the_same_and_all_is_verified(
    preset: str, seats: int, players: int
) -> None:
    terms = quick(preset, rounds=2, seats=seats)
    tournament = played_out(plan(seats=seats), terms, players)
    assert tournament.phase == "finished"
    boards = list(Board.objects.filter(tournament=tournament))
    for board in boards:  # nobody can choose the number, which goes into the shuffle
        within = board.number - 2 * (board.stage - 1)
        assert board.deal_id == number_of_deal(tournament.pk, board.stage, within)
    assert [(board.number, board.stage) for board in boards] == [(1, 1), (2, 1), (3, 2), (4, 2)]
    for board in boards:
        rounds = Round.objects.filter(shared_deal=board.deal)
        assert rounds.count() == players // seats
        assert len({(one.dealer, one.commitment, one.number) for one in rounds}) == 1
        assert len({str(dealt_in(one)) for one in rounds}) == 1
    proof = proof_of(tournament)
    assert said_of(proof).endswith(f", {len(verified_rounds())} rounds")
    require_sound(tournament)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("preset", "seats"),
    [("gin_palast", 2), ("gin_team", 4), ("german_romme", 4), ("romme_500", 4)],
)
def test_an_evening_of_32_ends_with_every_board_compared(preset: str, seats: int) -> None:
    wishes = plan(seats=seats, stages=4, boards="butler")
    tournament = played_out(wishes, quick(preset, rounds=2, seats=seats), 32)
    api = Client()
    listed = api.get(f"/api/v1/tournaments/{tournament.pk}/boards/").json()["results"]
    assert [(line["number"], line["is_open"]) for line in listed] == [
        (n, True) for n in range(1, 9)
    ]
    for line in listed:
        told = api.get(f"/api/v1/tournaments/{tournament.pk}/boards/{line['number']}/").json()
        assert [len(hand["plays"]) for hand in told["hands"]] == [32 // seats] * seats
    assert said_of(proof_of(tournament)).endswith(f", {len(verified_rounds())} rounds")
    require_sound(tournament)


def dealt_in(played: Round) -> Any:
    events = played.table.events.order_by("seq").filter(seq__gte=played.first_event)
    return next(event.payload for event in events if event.kind in ("round_dealt", "cards_dealt"))


def test_while_a_stage_is_played_nobody_else_sees_a_table_of_it() -> None:
    """Who has played a board sees it, like everybody at its table; all others when all have."""
    tournament = begun(plan(), quick("gin_palast"), 4)
    first, second = game_tables(tournament)
    wake_until_over(first)
    (board,) = Board.objects.filter(tournament=tournament)
    other = second.seats.get(number=0).player
    with pytest.raises(NotFound, match="table_not_found"):
        finished_round(first.pk, 1, other)
    with pytest.raises(NotFound, match="deal_not_open"):
        finished_round(first.pk, 1, first.seats.get(number=0).player)
    visitor = Client()
    assert visitor.get(f"/api/v1/tables/{second.pk}/").status_code == 404
    assert not visitor.get(f"/api/v1/tournaments/{tournament.pk}/tables/").json()["results"]
    told = visitor.get(f"/api/v1/tournaments/{tournament.pk}/boards/1/")
    assert (told.status_code, told.json()["code"]) == (409, "board_not_open")
    assert SharedDeal.objects.get(pk=board.deal_id).server_seed == ""
    assert not Round.objects.filter(told_to_all(), table=first).exists()  # for anybody's profile
    assert not list(_log(first))  # nor do staff see it, who play too
    assert not latest_rounds(first)[0].points
    assert not book_results(table_id=first.pk)  # what is counted of somebody stands on their page
    wake_until_over(second)
    look_after(tournament_id=tournament.pk)
    told = visitor.get(f"/api/v1/tournaments/{tournament.pk}/boards/1/")
    assert told.status_code == 200
    assert finished_round(first.pk, 1, other)["server_seed"] == told.json()["server_seed"]
    assert Round.objects.filter(told_to_all(), table=first).exists()
    assert list(_log(first))
    assert latest_rounds(first)[0].points
    assert book_results(table_id=first.pk)


def test_each_hand_is_compared_with_the_same_cards_at_the_other_tables() -> None:
    tournament = played_out(plan(stages=1), quick("gin_palast", rounds=2), 8)
    api = Client()
    listed = api.get(f"/api/v1/tournaments/{tournament.pk}/boards/").json()
    assert [line["number"] for line in listed["results"]] == [1, 2]
    gained: dict[int, int] = {}
    for number in (1, 2):
        told = api.get(f"/api/v1/tournaments/{tournament.pk}/boards/{number}/").json()
        for hand in told["hands"]:
            plays = hand["plays"]
            assert len(plays) == 4
            for play in plays:
                record = Round.objects.get(table=play["game_table"], number=play["round"])
                points = (record.score or {})["points"]
                margin = points[hand["seat"]] - points[1 - hand["seat"]]
                assert play["margin"] == margin
                others = [one["margin"] for one in plays if one is not play]
                beaten = sum(margin > other for other in others)
                level = sum(margin == other for other in others)
                assert play["points"] == (200 * beaten + 100 * level + 3) // 6
                gained[play["entry"]] = gained.get(play["entry"], 0) + play["points"]
    entries = Entry.objects.filter(tournament=tournament)
    assert gained == dict(entries.values_list("pk", "points"))
    ranks = sorted(entries, key=lambda entry: entry.rank or 0)
    assert [one.points for one in ranks] == sorted(gained.values(), reverse=True)


def test_a_board_that_was_given_up_is_the_worst_and_the_opponent_loses_nothing_by_it() -> None:
    tournament = begun(plan(stages=1), quick("gin_palast", rounds=2), 6)
    tables = game_tables(tournament)
    quitter = tables[0].seats.get(number=1)
    give_up_seat(game_table_id=tables[0].pk, seat=1)
    for table in tables[1:]:
        wake_until_over(table)
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    of = {entry.player_id: entry for entry in Entry.objects.filter(tournament=tournament)}
    assert of[quitter.player_id].points == 0
    assert of[tables[0].seats.get(number=0).player_id].points == 2 * 60
    told = Client().get(f"/api/v1/tournaments/{tournament.pk}/boards/1/").json()
    assert [len(hand["plays"]) for hand in told["hands"]] == [2, 2]
    require_sound(tournament)


@pytest.mark.parametrize(
    ("scoring", "worst", "else_"), [("matchpoints", 0, 60), ("butler", -24, 2)]
)
def test_boards_that_nobody_played_to_the_end_count_too(
    scoring: str, worst: int, else_: int
) -> None:
    """Whoever gives up gains nothing by it, whatever the board would have come to."""
    tournament = begun(plan(stages=1, boards=scoring), quick("gin_palast", rounds=2), 5)
    tables = game_tables(tournament)
    quitters = {table.seats.get(number=0).player_id for table in tables}
    for table in tables:
        give_up_seat(game_table_id=table.pk, seat=0)
    look_after(tournament_id=tournament.pk)
    points = dict(Entry.objects.filter(tournament=tournament).values_list("player_id", "points"))
    assert {points.pop(player) for player in quitters} == {2 * worst}
    assert set(points.values()) == {2 * else_}, "the others at the tables, and who had none"
    assert worst <= -len(IMP_STEPS) or scoring == "matchpoints"


def test_a_substitute_is_not_told_as_who_played_before_them() -> None:
    tournament = begun(plan(stages=1), quick("gin_palast"), 4)
    first, second = game_tables(tournament)
    wake_until_over(first)
    before = first.seats.get(number=0).player
    entry = Entry.objects.get(tournament=tournament, player=before)
    (late,) = people(1, first=50)
    ordered(tournament, "substitute", entry=entry.pk, player=late.name)
    wake_until_over(second)
    look_after(tournament_id=tournament.pk)
    told = Client().get(f"/api/v1/tournaments/{tournament.pk}/boards/1/").json()
    names = {play["name"] for hand in told["hands"] for play in hand["plays"]}
    assert before.name in names
    assert late.name not in names


def test_when_it_is_called_off_tables_in_play_end_before_their_seed_is_shown() -> None:
    tournament = begun(plan(), quick("romme_500"), 4)
    cancel_tournament(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "cancelled"
    assert not Table.objects.filter(status=TableStatus.PLAYING).exists()
    assert not SharedDeal.objects.filter(opened_at=None).exists()
    require_sound(tournament)


@pytest.mark.parametrize("players", [4, 5])
def test_of_a_forged_board_the_verifier_says_so(players: int) -> None:
    tournament = played_out(plan(stages=1), quick("gin_palast"), players)
    proof = proof_of(tournament)
    course = proof["course"]
    at = next(at for at, event in enumerate(course) if event["type"] == "boards_dealt")
    assert is_refused({**proof, "course": course[:at] + course[at + 1 :]})
    assert is_refused({**proof, "boards": False})
    short = copy.deepcopy(course)
    short[at]["deals"].pop()
    assert is_refused({**proof, "course": short})
    changes: list[dict[str, Any]] = [{"deals": [[1, "00" * 32]]}, {"stage": 2}, {"deals": []}]
    for change in changes:
        forged = copy.deepcopy(course)
        forged[at] |= change
        assert is_refused({**proof, "course": forged}), change


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"boards": "unheard_of"}, "boards_unknown"),
        ({"format": "freezeout"}, "no_boards_in_format"),
        (SINGLE, "no_boards_in_format"),
        ({"entries": EntryRules(least=3)}, "boards_need_two_tables"),
    ],
)
def test_a_plan_that_cannot_compare_is_refused(wishes: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidPlan) as refused:
        check(plan(**wishes))
    assert refused.value.code == code


def begun(plan: Plan, terms: MatchTerms, players: int) -> Tournament:
    """Its first stage is dealt; nobody has moved."""
    tournament = publish_tournament(
        name="Boards", plan=plan, starts_at=timezone.now() + dt.timedelta(hours=1), terms=terms
    )
    for player in people(players, bot="casual"):
        enter_tournament(tournament_id=tournament.pk, player=player)
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


def game_tables(tournament: Tournament) -> list[Table]:
    open_ones = TournamentTable.objects.filter(tournament=tournament, is_open=True)
    return [one.game_table for one in open_ones.select_related("game_table") if one.game_table]


def wake_until_over(table: Table) -> None:
    for _ in range(500):
        table.refresh_from_db()
        if table.status == TableStatus.FINISHED:
            return
        wake_table(table_id=table.pk)
    raise AssertionError("the match does not end")
