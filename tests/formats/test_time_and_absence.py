"""Outages made good, bots that play on, turns told where moves take days, nobody stuck."""

import datetime as dt
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.audit import CHECKS
from accounts.career.counting import count_match
from accounts.joining.players import create_guest, create_player
from accounts.league import MatchResult, Participant, RoundResult
from accounts.models import CountedRound, MatchRecord, Notice, Player
from games.models import Heartbeat, Outage, OutboxMessage, Round, Table, TableAdmission, TableStatus
from games.moves.acting import play_action
from games.running import house, outages
from games.running.results import book_results
from games.running.turns import tell_lost_turns, tell_turn
from games.running.waking import wake_table
from games.tables.lobby.own_games import due_dates, own_games
from games.tables.opening import create_table, join_table
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from rummy.engine.scoring import ScoreLine
from rummy.match import MatchState, Phase, Resign, SitOut
from tests.api.client import Caller
from tests.play.players import finish, ready, take_turn
from tests.promises.tally import tell

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

BY_DAYS = TableOffer(format="ring", rounds=2, days_per_move=2, vacation_days=5)


def dealt(anna: Player, bert: Player, offer: TableOffer, **terms: Any) -> Table:
    table = create_table(player=anna, offer=offer, name="Abend")
    Table.objects.filter(pk=table.pk).update(terms=table.terms | terms)
    for player in (anna, bert):
        join_table(table_id=table.pk, player=player)
    for player in (anna, bert):
        ready(table, player)
    return Table.objects.get(pk=table.pk)


def state_of(table: Table) -> MatchState:
    return table_reading(table.pk).state


def on_turn(table: Table) -> Player:
    state = state_of(table)
    assert state.clock.turn is not None
    return Player.objects.get(pk=state.players[state.clock.turn])


def silence(service: str, seconds: float) -> None:
    """As if the service's last sign of life were so long ago."""
    outages.beat(service)
    Heartbeat.objects.filter(service=service).update(
        beat_at=timezone.now() - dt.timedelta(seconds=seconds)
    )


def test_the_first_sign_of_life_after_a_gap_writes_the_outage_down_once() -> None:
    outages.beat(outages.PLAY)
    outages.beat(outages.PLAY)
    assert not Outage.objects.exists()
    silence(outages.PLAY, 60)
    assert Outage.objects.count() == 0
    for _ in range(2):
        outages.beat(outages.PLAY)
    lost = Outage.objects.get()
    assert 59 < (lost.ended_at - lost.began_at).total_seconds() < 70


def test_nobodys_time_ends_while_nobody_can_play(anna: Player, bert: Player) -> None:
    table = dealt(anna, bert, TableOffer(format="ring", rounds=1), turn_ms=200, bank_ms=0)
    absence = {**table.terms["absence"], "grace_ms": 0}
    Table.objects.filter(pk=table.pk).update(terms=table.terms | {"absence": absence})
    silence(outages.PLAY, 60)
    wait_until_due(table)
    assert outages.out_of_reach()
    assert not wake_table(table_id=table.pk)
    outages.beat(outages.PLAY)
    before = state_of(table).clock
    assert wake_table(table_id=table.pk)  # the clock is put forward instead
    after = state_of(table).clock
    assert before.deadline_ms is not None
    assert after.deadline_ms is not None
    assert after.deadline_ms > before.deadline_ms
    assert state_of(table).misses == (0, 0)


def wait_until_due(table: Table) -> None:
    """Until the database's clock has passed the table's."""
    for _ in range(10_000):
        reading = table_reading(table.pk)
        deadline = reading.state.clock.deadline_ms
        if deadline is not None and reading.now_ms >= deadline:
            return
    raise AssertionError("the clock does not end")


def test_all_clocks_are_put_forward_once_however_often_it_is_asked_for(
    anna: Player, bert: Player
) -> None:
    table = dealt(anna, bert, TableOffer(format="ring", rounds=1))
    before = state_of(table).clock.deadline_ms
    now = timezone.now() + dt.timedelta(seconds=90)
    Outage.objects.create(
        service=outages.PLAY, began_at=now - dt.timedelta(seconds=80), ended_at=now
    )
    assert outages.make_all_good() == 1
    after = state_of(table).clock.deadline_ms
    assert before is not None
    assert after is not None
    assert 79_000 < after - before <= 81_000
    assert outages.make_all_good() == 0
    Outage.objects.update(made_good_at=None)
    assert outages.make_all_good() == 0  # asked again, and nothing more happens
    tell("outages", tried=1, lost=int(state_of(table).clock.deadline_ms != after))
    assert state_of(table).clock.deadline_ms == after


def test_a_bot_plays_on_for_who_is_away_and_what_it_wins_counts_for_nothing(
    anna: Player, bert: Player
) -> None:
    offer = TableOffer(format="ring", rounds=1, absence="patient")
    absent = create_table(player=anna, offer=offer).terms["absence"]
    table = dealt(anna, bert, offer, absence={**absent, "automatic_ms": 0}, pause_ms=0)
    for player in (anna, bert):
        play_action(
            table_id=table.pk,
            player_id=player.pk,
            action=SitOut(),
            expected_version=None,
            key=f"away {player.pk}",
        )
    for _ in range(2_000):
        if state_of(table).phase is Phase.FINISHED:
            break
        wake_table(table_id=table.pk)
    state = state_of(table)
    assert state.phase is Phase.FINISHED
    assert {told.by for told in state.roster.played_for} == {"solid"}
    book_results(table_id=table.pk)
    assert all(record.mu is None for record in MatchRecord.objects.all())
    assert set(CountedRound.objects.values_list("experience", flat=True)) == {0}
    winners = [state.players[seat] for seat in state.result.winners] if state.result else []
    scored = MatchRecord.objects.filter(player_id__in=winners, league_points__isnull=False)
    assert not scored.exists()


def test_where_moves_take_days_a_notice_says_whose_turn_it_is(anna: Player, bert: Player) -> None:
    table = dealt(anna, bert, BY_DAYS)
    player = on_turn(table)
    message = OutboxMessage.objects.get(topic="your_turn")
    assert message.payload == {"table": table.pk, "player": player.pk}
    for _ in range(2):
        tell_turn(table_id=table.pk, player_id=player.pk)
    notice = Notice.objects.get(player=player, kind="your_turn")
    assert notice.mail_at is not None
    while on_turn(table) == player:
        take_turn(table, [anna, bert])
    assert tell_turn(table_id=table.pk, player_id=player.pk) is None
    assert OutboxMessage.objects.filter(topic="your_turn").count() == 2


def test_whose_message_was_lost_is_told_later_and_once(anna: Player, bert: Player) -> None:
    table = dealt(anna, bert, BY_DAYS)
    OutboxMessage.objects.filter(topic="your_turn").delete()
    assert [tell_lost_turns() for _ in range(2)] == [1, 0]
    player = on_turn(table)
    assert Notice.objects.get(kind="your_turn").player == player
    assert tell_turn(table_id=table.pk, player_id=player.pk) is None
    play_action(
        table_id=table.pk, player_id=player.pk, action=SitOut(), expected_version=None, key="away"
    )
    Notice.objects.all().delete()
    assert tell_lost_turns() == int(on_turn(table) != player)


def test_tables_by_the_clock_send_no_such_notices(anna: Player, bert: Player) -> None:
    dealt(anna, bert, TableOffer(format="ring", rounds=1))
    assert tell_lost_turns() == 0
    assert not OutboxMessage.objects.filter(topic="your_turn").exists()


def test_own_games_come_with_those_first_that_wait_and_their_dates(
    anna: Player, bert: Player
) -> None:
    tables = [dealt(anna, bert, BY_DAYS) for _ in range(2)]
    mine = own_games(anna)
    turns = [game.my_turn for game in mine]
    assert turns == sorted(turns, reverse=True)
    assert len(mine) == len(tables)
    dates = due_dates(anna)
    assert len(dates) == sum(turns)
    shown = Caller(anna).get("/me/tables/").json()["results"]
    assert [one["my_turn"] for one in shown] == turns


def test_the_page_of_own_games_takes_vacation_everywhere(anna: Player, bert: Player) -> None:
    table = dealt(anna, bert, BY_DAYS)
    client = Client()
    client.force_login(anna)
    assert "Abend" in client.get("/my-games/").content.decode()
    calendar = client.get("/my-games.ics")
    assert calendar["Content-Type"].startswith("text/calendar")
    client.post("/my-games/vacation/", {"days": "3"})
    seat = state_of(table).seat_of(anna.pk)
    assert seat is not None
    assert state_of(table).roster.vacation_left[seat] == 2
    client.post("/my-games/vacation/", {"days": "٣"})
    client.post("/my-games/vacation/", {"days": "3"})
    assert state_of(table).roster.vacation_left[seat] == 2


def test_the_audit_finds_a_table_that_nobody_wakes(anna: Player, bert: Player) -> None:
    table = dealt(anna, bert, TableOffer(format="ring", rounds=1))
    check = CHECKS["table clocks"]

    def found() -> list[str]:
        return [str(one) for one in check() if "table_without_progress" in str(one)]

    assert found() == []
    past = Table.objects.filter(pk=table.pk)
    past.update(wake_at=timezone.now() - dt.timedelta(hours=1))
    assert len(found()) == 1
    silence(outages.DISPATCHER, 7_200)  # nothing has looked after tables since: not its fault
    assert found() == []
    past.update(wake_at=None)
    assert len(found()) == 1


def test_guests_who_never_sat_down_are_retired_and_their_chips_returned(settings: Any) -> None:
    settings.IDLE_GUEST_DAYS = 30
    idle, playing = create_guest(), create_guest()
    table = create_table(player=playing, offer=TableOffer(format="ring", rounds=1))
    join_table(table_id=table.pk, player=playing)
    assert house.retire_idle_guests() == 0
    later = timezone.now() + dt.timedelta(days=31)
    assert house.retire_idle_guests(now=later) == 1
    assert house.retire_idle_guests(now=later) == 0
    idle.refresh_from_db()
    playing.refresh_from_db()
    assert (idle.is_active, playing.is_active) == (False, True)
    assert idle.chip_accounts.get(kind="wallet").balance == 0
    settings.IDLE_GUEST_DAYS = 0
    assert house.retire_idle_guests(now=later) == 0


def test_two_who_meet_too_often_score_no_more_league_points(
    anna: Player, bert: Player, settings: Any
) -> None:
    settings.LEAGUE_PAIR_MATCHES_PER_DAY = 2
    assert [_scorers(anna, bert) for _ in range(3)] == [{anna.pk, bert.pk}] * 2 + [set()]
    carl, dora = (create_player(name=name, password="rummy-evening") for name in ("Carl", "Dora"))
    assert _scorers(anna, carl) == {anna.pk, carl.pk}
    assert _scorers(anna, bert, carl, dora) == {carl.pk, dora.pk}  # others lose nothing by it
    MatchRecord.objects.update(at=F("at") - dt.timedelta(days=2))
    assert _scorers(anna, bert) == {anna.pk, bert.pk}
    settings.LEAGUE_PAIR_MATCHES_PER_SEASON = 3
    assert _scorers(anna, bert) == set()
    settings.LEAGUE_PAIR_MATCHES_PER_DAY = settings.LEAGUE_PAIR_MATCHES_PER_SEASON = 0
    assert _scorers(anna, bert) == {anna.pk, bert.pk}


@pytest.mark.parametrize("hours", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 23, 12)])
def test_in_whatever_order_matches_are_counted_a_day_holds_no_more_of_them(
    anna: Player, bert: Player, settings: Any, hours: tuple[int, ...]
) -> None:
    settings.LEAGUE_PAIR_MATCHES_PER_DAY = 2
    ended = [timezone.now() + dt.timedelta(hours=hour) for hour in hours]
    assert [len(_scorers(anna, bert, at=at)) for at in ended] == [2, 2, 0]


def test_matches_that_no_day_holds_together_all_score(
    anna: Player, bert: Player, settings: Any
) -> None:
    settings.LEAGUE_PAIR_MATCHES_PER_DAY = 2
    ended = [timezone.now() + dt.timedelta(hours=hour) for hour in (0, 30, 15)]
    assert [len(_scorers(anna, bert, at=at)) for at in ended] == [2, 2, 2]


def _scorers(*people: Player, at: dt.datetime | None = None) -> set[int]:
    """Who of these gets league points for a match among them."""
    key = f"test:{MatchRecord.objects.count()}"
    won = RoundResult(1, (0,), "knock", (ScoreLine(0, "deadwood", 18),))
    seats = enumerate(people)
    result = MatchResult(
        key=key,
        family="knock",
        training=False,
        winners=(0,),
        participants=tuple(
            Participant(seat=seat, player_id=one.pk, side=seat, total=-seat) for seat, one in seats
        ),
        rounds=(won,),
    )
    count_match(match=result, game="gin_palast", at=at)
    scored = MatchRecord.objects.filter(match=key, league_points__isnull=False)
    return set(scored.values_list("player_id", flat=True))


def test_a_late_table_tells_nothing_early_in_the_lobby(anna: Player, bert: Player) -> None:
    table = dealt(anna, bert, TableOffer(format="ring", rounds=1, stake_chips=10))
    TableAdmission.objects.create(table=table, delay_seconds=60)
    play_action(
        table_id=table.pk,
        player_id=bert.pk,
        action=Resign(),
        expected_version=None,
        key="resign",
    )
    own = Caller(anna).get(f"/tables/{table.pk}/").json()
    assert (own["status"], own["seats"][0]["payout"]) == ("finished", 20)
    seen = Caller(None).get(f"/tables/{table.pk}/").json()
    assert seen["status"] == "playing"
    told = (seen["version"], seen["finished_at"], seen["round_number"])
    assert told == (None, None, None)
    assert [seat["payout"] for seat in seen["seats"]] == [None, None]
    for status, ids in (("playing", [table.pk]), ("finished", [])):
        listed = Caller(None).get(f"/tables/?status={status}").json()["results"]
        assert [one["id"] for one in listed] == ids
    past = timezone.now() - dt.timedelta(seconds=61)
    Table.objects.filter(pk=table.pk).update(finished_at=past)
    assert Caller(None).get(f"/tables/{table.pk}/").json()["status"] == "finished"


def test_spectators_one_round_late_see_a_round_only_when_it_is_over(
    anna: Player, bert: Player
) -> None:
    table = dealt(anna, bert, TableOffer(format="ring", rounds=2))
    TableAdmission.objects.create(table=table, one_round_late=True)

    def view(player: Player | None) -> Any:
        return Caller(player).get(f"/tables/{table.pk}/view/").json()

    assert view(anna)["phase"] == "playing"
    assert view(None)["phase"] == "between"
    first = Round.objects.filter(table=table, number=1, ended_at__isnull=False)
    step = 0
    while not first.exists():
        take_turn(table, [anna, bert], dice=step)
        step += 1
    assert len(view(None)["score_sheet"]) == 1
    for player in (anna, bert):
        ready(table, player)
    take_turn(table, [anna, bert])
    assert view(anna)["round"]["number"] == 2
    late = view(None)
    assert (late["round"]["number"], len(late["score_sheet"])) == (1, 1)
    finish(table, [anna, bert])
    assert view(None)["status"] == TableStatus.FINISHED
