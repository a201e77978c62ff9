"""Players taken out of tournaments of stages, whose tables never rest (PLAY-43, 44, 45, 46)."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import TableStatus
from games.tables.terms import TableOffer
from tests.pages.browsers import browser, look
from tests.tournaments.club import (
    director as director,
)
from tests.tournaments.club import (
    fresh,
    ordered,
    people,
    play_to_the_end,
    playing,
    report,
    require_sound,
    started,
)
from tests.tournaments.test_real_tables import open_tournament, play, quick_terms
from tournaments.desk.calling_off import cancel_tournament
from tournaments.desk.ordering import undo_order
from tournaments.director import EntryRules, Plan, PrizeForm, PrizePlan, Refused
from tournaments.entries.entering import enter_tournament
from tournaments.models import Decision, DeskAct, Entry, Tournament, TournamentTable
from tournaments.planner.publishing import publish_tournament
from tournaments.running.directing import look_after

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

SWISS = Plan(
    format="swiss",
    seats=2,
    stages=3,
    buy_in_chips=100,
    fee_chips=10,
    prizes=PrizePlan(PrizeForm.TOP, places=3),
)
ORDERS = ("remove", "disqualify")


def refusal(tournament: Tournament, kind: str, **asked: Any) -> Refused:
    with pytest.raises(Refused) as found, transaction.atomic():
        ordered(tournament, kind, **asked)
    return found.value


def bye_of(tournament: Tournament) -> Entry:
    return tournament.entries.get(table_number=None, lost_stage=None)


def entry(number: int) -> Entry:
    return Entry.objects.get(pk=number)


def status_of(table: TournamentTable) -> str:
    assert table.game_table is not None
    return table.game_table.status


def stage_played(tournament: Tournament) -> Tournament:
    """Every table of the stage ends; the first in seat order wins."""
    for table in playing(tournament):
        report(tournament, table, *range(len(table.dealt), 0, -1))
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("kind", ORDERS)
@pytest.mark.parametrize("key", ["swiss", "round_robin", "knockout", "teams"])
@pytest.mark.parametrize(("players", "seats"), [(8, 2), (7, 2), (9, 3)])
def test_who_is_taken_out_loses_the_table_and_is_paired_no_more(
    kind: str, key: str, players: int, seats: int
) -> None:
    tournament = started(replace(SWISS, format=key, seats=seats), players)
    table = playing(tournament)[0]
    gone, *others = table.dealt
    ordered(tournament, kind, entry=gone)
    look_after(tournament_id=tournament.pk)
    for open_table in playing(tournament):
        # Whatever is reported for them, they are behind.
        report(tournament, open_table, *(99 if e == gone else -e for e in open_table.dealt))
    look_after(tournament_id=tournament.pk)
    if key == "knockout":
        assert entry(min(others)).lost_stage is None
    else:
        assert entry(min(others)).points == 2 * (seats - 1)
    assert entry(gone).points == 0
    later = tournament.tables.filter(stage__gt=1)
    assert later.exists()
    assert not any(gone in table.dealt for table in later)
    tournament = play_to_the_end(tournament)
    require_sound(tournament)
    if key != "teams" or kind == "disqualify":
        assert entry(gone).rank == players
    if kind == "disqualify":
        assert entry(gone).won_chips == 0
    assert sum(e.won_chips for e in tournament.entries.all()) == players * 100


@pytest.mark.parametrize("kind", ORDERS)
def test_out_while_the_tournament_is_paused_and_it_goes_on_when_resumed(kind: str) -> None:
    tournament = started(SWISS, 6)
    ordered(tournament, "pause")
    gone, other = playing(tournament)[1].dealt
    ordered(tournament, kind, entry=gone)
    look_after(tournament_id=tournament.pk)
    assert len(playing(tournament)) == 2
    for table in playing(tournament):
        report(tournament, table, 1, 0)
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).clock["stage"] == 1
    ordered(tournament, "resume")
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).clock["stage"] == 2
    assert (entry(other).points, entry(gone).points) == (2, 0)
    require_sound(play_to_the_end(tournament))


@pytest.mark.parametrize("kind", ORDERS)
def test_who_has_a_bye_may_be_taken_out_too(kind: str) -> None:
    tournament = started(SWISS, 5)
    gone = bye_of(tournament)
    ordered(tournament, kind, entry=gone.pk)
    assert fresh(tournament).field["unseated"] == 0
    tournament = stage_played(tournament)
    gone.refresh_from_db()
    assert (gone.status, gone.points, gone.byes) == ("out", 0, 0)
    assert len(playing(tournament)) == 2
    tournament = play_to_the_end(tournament)
    gone.refresh_from_db()
    assert gone.rank == 5
    require_sound(tournament)


def test_who_remains_counts_as_playing_when_somebody_rests_later() -> None:
    """Four players, no bye; one is out, and of three one rests: three are still in."""
    tournament = started(SWISS, 4)
    ordered(tournament, "remove", entry=playing(tournament)[0].dealt[0])
    tournament = stage_played(tournament)
    assert (tournament.field["seated"], tournament.field["unseated"]) == (2, 1)


@pytest.mark.parametrize("kind", ORDERS)
def test_in_the_final_the_opponent_wins_though_the_match_was_reported_already(kind: str) -> None:
    tournament = stage_played(started(replace(SWISS, format="knockout"), 4))
    (final,) = playing(tournament)
    gone, other = final.dealt
    ordered(tournament, "pause")
    report(tournament, final, 50, 0)
    ordered(tournament, kind, entry=gone)
    ordered(tournament, "resume")
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    assert (entry(other).rank, entry(gone).rank) == (1, 4)
    require_sound(tournament)


def test_disqualified_after_losing_is_last_and_takes_no_prize() -> None:
    tournament = stage_played(started(replace(SWISS, format="knockout"), 4))
    loser = tournament.entries.filter(lost_stage=1).first()
    assert loser is not None
    assert refusal(tournament, "remove", entry=loser.pk).code == "player_is_out"
    ordered(tournament, "disqualify", entry=loser.pk)
    assert refusal(tournament, "disqualify", entry=loser.pk).code == "player_is_out"
    tournament = play_to_the_end(tournament)
    loser.refresh_from_db()
    assert (loser.rank, loser.won_chips) == (4, 0)
    require_sound(tournament)


def test_all_but_one_may_go_and_the_last_one_has_won() -> None:
    tournament = started(SWISS, 3)
    first, second = playing(tournament)[0].dealt
    last = bye_of(tournament)
    ordered(tournament, "remove", entry=first)
    assert refusal(tournament, "remove", entry=first).code == "player_is_out"
    ordered(tournament, "disqualify", entry=second)
    assert refusal(tournament, "remove", entry=last.pk).code == "last_player"
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    last.refresh_from_db()
    assert last.rank == 1
    assert entry(second).won_chips == 0
    told = Decision.objects.get(tournament=tournament, kind="Finish")
    assert (told.code, told.facts) == ("only_one_left", {"entries": 3})
    require_sound(tournament)


def test_it_cannot_be_taken_back_and_says_so() -> None:
    tournament = started(SWISS, 4)
    for kind, table in zip(ORDERS, playing(tournament), strict=True):
        ordered(tournament, kind, entry=table.dealt[0])
        act = DeskAct.objects.get(kind=kind)
        with pytest.raises(Refused, match="cannot_be_undone"), transaction.atomic():
            undo_order(
                tournament_id=tournament.pk, act_id=act.pk, by=act.actor, remark="oh", key=kind
            )


@pytest.mark.parametrize("kind", ORDERS)
def test_at_a_single_table_the_others_play_on_until_one_is_left(kind: str) -> None:
    plan = replace(SWISS, format="single_table", seats=3, target_points=100)
    tournament = started(replace(plan, entries=EntryRules(most=3)), 3)
    first, second, third = playing(tournament)[0].dealt
    ordered(tournament, kind, entry=first)
    tournament = stage_played(tournament)
    (table,) = playing(tournament)
    assert table.dealt == [second, third]  # the second has dealt, now the third does
    ordered(tournament, kind, entry=second)
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    assert entry(third).rank == 1
    require_sound(tournament)


@pytest.mark.parametrize("kind", ORDERS)
def test_at_game_tables_the_seat_gives_up_and_the_match_ends(kind: str) -> None:
    tournament = open_tournament(people(4), format="swiss", stages=2, buy_in_chips=100)
    table = tournament.tables.filter(is_open=True).order_by("number")[0]
    gone, other = table.dealt
    ordered(tournament, kind, entry=gone)
    assert status_of(table) == TableStatus.FINISHED
    tournament = play(tournament, rounds_most=10)
    assert tournament.phase == "finished"
    assert entry(gone).rank == 4
    assert entry(other).points >= 2
    require_sound(tournament)


class TestCallingOff:
    """PLAY-46: before the first elimination everything; later the pool, by what was reached."""

    def knockout(self, players: int = 8, places: int = 1) -> Tournament:
        prizes = PrizePlan(PrizeForm.TOP, places=places)
        return started(replace(SWISS, format="knockout", prizes=prizes), players)

    def called_off(self, tournament: Tournament) -> list[tuple[int | None, int]]:
        cancel_tournament(tournament_id=tournament.pk)
        require_sound(fresh(tournament))
        found = tournament.entries.values_list("rank", "won_chips")
        return sorted(found, key=lambda told: (told[0] or 0, -told[1]))

    def test_nobody_has_lost_a_table_yet_everything_back(self) -> None:
        assert self.called_off(self.knockout()) == [(None, 110)] * 8

    def test_later_the_pool_belongs_to_those_who_are_in(self) -> None:
        tournament = stage_played(self.knockout())
        assert self.called_off(tournament) == [(None, 200)] * 4 + [(5, 0)] * 4

    def test_in_the_money_who_lost_has_the_prize_of_the_rank(self) -> None:
        tournament = stage_played(stage_played(self.knockout(places=4)))
        told = self.called_off(tournament)
        assert [rank for rank, _ in told] == [None, None, 3, 3, 5, 5, 5, 5]
        assert sum(chips for _, chips in told) == 800
        assert all(chips > 0 for _, chips in told[:4])
        assert told[4:] == [(5, 0)] * 4
        assert told[0][1] > told[2][1]

    def test_a_disqualified_one_has_nothing(self) -> None:
        tournament = stage_played(self.knockout(4, places=4))
        loser = tournament.entries.filter(lost_stage=1).first()
        assert loser is not None
        ordered(tournament, "disqualify", entry=loser.pk)
        told = self.called_off(tournament)
        assert [rank for rank, _ in told] == [None, None, 3, 4]
        assert told[3] == (4, 0)
        assert sum(chips for _, chips in told) == 400

    def test_where_nobody_is_knocked_out_everything_comes_back_at_any_time(self) -> None:
        assert self.called_off(stage_played(started(SWISS, 4))) == [(None, 110)] * 4

    def test_where_somebody_was_taken_out_the_others_share(self) -> None:
        tournament = started(replace(SWISS, prizes=PrizePlan(PrizeForm.WINNER)), 5)
        ordered(tournament, "remove", entry=playing(tournament)[0].dealt[0])
        assert self.called_off(tournament) == [(None, 125)] * 4 + [(5, 0)]


def test_knockout_points_decide_nothing_so_a_penalty_of_points_is_refused() -> None:
    tournament = started(replace(SWISS, format="knockout"), 4)
    found = refusal(tournament, "penalize", entry=playing(tournament)[0].dealt[0], number=2)
    assert (found.code, found.rule) == ("points_without_effect", "PLAY-46")


@pytest.mark.parametrize("kind", ORDERS)
def test_at_a_game_table_for_three_the_others_play_on(kind: str) -> None:
    plan = Plan("single_table", seats=3, target_points=9_999, max_rounds=1)
    offer = TableOffer(preset="romme_500", format="ring", rounds=1, seats=3)
    tournament = publish_tournament(
        name="Rommé",
        plan=replace(plan, entries=EntryRules(most=3, starts_when_full=True)),
        starts_at=timezone.now() + dt.timedelta(hours=1),
        terms=quick_terms(offer),
    )
    for player in people(3, bot="casual"):
        enter_tournament(tournament_id=tournament.pk, player=player)
    look_after(tournament_id=tournament.pk)
    (table,) = tournament.tables.filter(is_open=True)
    gone = table.dealt[0]
    ordered(tournament, kind, entry=gone)
    assert status_of(table) == TableStatus.PLAYING
    tournament = play(tournament, rounds_most=10)
    assert tournament.phase == "finished"
    assert entry(gone).rank == 3
    require_sound(tournament)


def test_a_substitute_is_taken_out_while_the_one_before_plays_the_match_to_its_end() -> None:
    tournament = open_tournament(people(4), format="swiss", stages=2)
    table = tournament.tables.filter(is_open=True).order_by("number")[0]
    gone = table.dealt[1]
    (other,) = people(1, first=40)
    ordered(tournament, "substitute", entry=gone, player=other.name)
    ordered(tournament, "remove", entry=gone)
    assert status_of(table) == TableStatus.FINISHED
    tournament = play(tournament, rounds_most=10)
    assert entry(gone).rank == 4
    require_sound(tournament)


@pytest.mark.parametrize("kind", ORDERS)
def test_the_desk_says_what_follows_orders_it_and_offers_no_way_back(kind: str) -> None:
    tournament = started(SWISS, 4)
    client = browser(director())
    gone = entry(playing(tournament)[0].dealt[0])
    path = f"/tournaments/{tournament.pk}/desk/"
    shown = look(client.get(f"{path}order/{kind}/?entry={gone.pk}")).text
    assert "gives up the match in play" in shown
    assert "is being played" not in shown
    told = {"entry": gone.pk, "key": kind, "remark": "rude"}
    answer = client.post(f"{path}order/{kind}/", told)
    assert answer.status_code == 302
    page = look(client.get(path))
    assert gone.player.name in page.text
    assert "Take back" not in page.text
    gone.refresh_from_db()
    assert (gone.status, gone.disqualified) == ("out", kind == "disqualify")


@pytest.mark.parametrize("kind", ORDERS)
def test_over_the_api_too(kind: str) -> None:
    tournament = started(SWISS, 4)
    gone = playing(tournament)[0].dealt[0]
    answer = browser(director()).post(
        f"/api/v1/tournaments/{tournament.pk}/orders/",
        {"kind": kind, "entry": gone, "remark": "rude"},
        content_type="application/json",
        headers={"Idempotency-Key": kind},
    )
    assert answer.status_code == 201, answer.content
    assert entry(gone).status == "out"
