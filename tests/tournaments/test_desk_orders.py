"""The director's desk on the database: recorded, once, books whole, taken back (PLAY-23, 46)."""

from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Sum

from accounts.books.posting import wallet_of
from accounts.books.reading import statement
from accounts.models import ChipAccount, Notice, Player
from games.moves.errors import KeyReused, NotAllowed
from tests.tournaments.club import (
    fresh,
    people,
    play_to_the_end,
    playing,
    published,
    report,
    require_sound,
    started,
)
from tournaments.desk.calling import answer_call, call_director, take_call
from tournaments.desk.ordering import (
    appoint_director,
    give_order,
    may_direct,
    preview_order,
    undo_order,
)
from tournaments.desk.orders import DeskOrder
from tournaments.director import EntryRules, Plan, PrizeForm, PrizePlan, Refused, Schedule
from tournaments.entries.entering import enter_tournament
from tournaments.models import DeskAct, Entry, EntryStatus, Tournament, TournamentTable
from tournaments.running.directing import look_after

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

PLAN = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))


@pytest.mark.parametrize(
    ("kind", "asked", "code"),
    [
        ("adjust", {"number": 10}, "player_missing"),
        ("penalize", {"number": 10}, "player_missing"),
        ("give_time", {"number": 10}, "table_missing"),
        ("pause_table", {}, "table_missing"),
        ("void_round", {}, "table_missing"),
        ("move", {}, "table_missing"),
    ],
)
def test_an_order_says_what_is_missing(
    boss: Player, kind: str, asked: dict[str, Any], code: str
) -> None:
    tournament = started(PLAN, 3)
    if kind in ("adjust", "move"):
        asked["entry"] = Entry.objects.filter(tournament=tournament).earliest("pk").pk
    with pytest.raises(Refused) as refused:
        order(tournament, boss, kind, **asked)
    assert refused.value.code == code


def order(tournament: Tournament, by: Player, kind: str, key: str = "", **asked: Any) -> DeskAct:
    return give_order(
        tournament_id=tournament.pk,
        asked=DeskOrder(kind, **asked),
        by=by,
        remark="as agreed",
        key=key or f"{kind}-{DeskAct.objects.count()}",
    )


def take_back(act: DeskAct, by: Player) -> DeskAct:
    return undo_order(
        tournament_id=act.tournament_id,
        act_id=act.pk,
        by=by,
        remark="a mistake",
        key=f"undo-{act.pk}",
    )


def refused(function: Any, *args: Any, **kwargs: Any) -> Refused:
    with pytest.raises(Refused) as found, transaction.atomic():
        function(*args, **kwargs)
    return found.value


def paused(tournament: Tournament, boss: Player, *scores: tuple[int, ...]) -> Tournament:
    """Every table is paused, and its round in play goes to its end with these scores."""
    for table, of_table in zip(playing(tournament), scores, strict=True):
        order(tournament, boss, "pause_table", table=table.number)
        report(tournament, table, *of_table)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


def seated(tournament: Tournament, table: int) -> list[Entry]:
    return list(tournament.entries.filter(table_number=table).order_by("seat"))


def chips_in_play(tournament: Tournament) -> int:
    accounts = ChipAccount.objects.filter(currency=tournament.ref, kind="tournament_stack")
    return int(accounts.aggregate(held=Sum("balance"))["held"])


def test_pause_move_resume_and_the_tournament_plays_on_to_its_end(boss: Player) -> None:
    tournament = started(PLAN, 5)
    assert sorted(tournament.tables.values_list("size", flat=True)) == [2, 3]
    large = tournament.tables.get(size=3)
    small = tournament.tables.get(size=2)
    mover = seated(tournament, large.number)[0]
    asked: Any = {"entry": mover.pk, "table": small.number}
    assert refused(order, tournament, boss, "move", **asked).code == "round_in_play"
    paused(tournament, boss, *([(10, 0, 5), (7, 3)] if large.number == 1 else [(7, 3), (10, 0, 5)]))
    assert not any(table.dealt for table in playing(tournament)), "their rounds are over"
    moved = order(tournament, boss, "move", **asked)
    mover.refresh_from_db()
    assert (mover.table_number, mover.moves) == (small.number, 1)
    assert moved.facts["from_table"] == large.number
    for table in (large, small):
        order(tournament, boss, "resume_table", table=table.number)
    look_after(tournament_id=tournament.pk)
    assert len([table for table in playing(tournament) if table.dealt]) == 2
    require_sound(play_to_the_end(tournament))


def test_a_double_click_is_one_order_and_another_order_needs_another_key(boss: Player) -> None:
    tournament = started(PLAN, 3)
    first = order(tournament, boss, "pause", key="k1")
    assert order(tournament, boss, "pause", key="k1").pk == first.pk
    with pytest.raises(KeyReused):
        order(tournament, boss, "resume", key="k1")
    assert DeskAct.objects.count() == 1


def test_an_order_needs_a_director_and_a_reason(boss: Player) -> None:
    tournament = started(PLAN, 3)
    (stranger,) = people(1, first=50)
    with pytest.raises(NotAllowed, match="not_a_director"):
        order(tournament, stranger, "pause")
    appoint_director(tournament_id=tournament.pk, player=stranger, by=boss)
    assert may_direct(stranger, tournament)
    assert not may_direct(stranger, published(PLAN, [])), "of this tournament and no other"
    asked: Any = {"tournament_id": tournament.pk, "asked": DeskOrder("pause"), "by": stranger}
    with_reason = {**asked, "asked": DeskOrder("pause_table", table=1)}
    assert refused(give_order, **with_reason, remark="  ", key="x").code == "remark_missing"
    assert give_order(**asked, remark="lunch", key="x").remark == "lunch"


def test_chips_move_by_correcting_transfers_and_back(boss: Player) -> None:
    tournament = paused(started(PLAN, 3), boss, (100, 60, 60))
    first, second, third = seated(tournament, 1)
    assert [e.stack_chips for e in (first, second, third)] == [1_240, 880, 880]
    fine = order(tournament, boss, "penalize", entry=first.pk, number=200)
    moved = order(tournament, boss, "adjust", entry=first.pk, other=third.pk, number=40)
    for entry in (first, second, third):
        entry.refresh_from_db()
    assert [e.stack_chips for e in (first, second, third)] == [1_000, 880, 920]
    assert chips_in_play(tournament) == 3_000, "what is forfeited stays in the books"
    require_sound(tournament)
    take_back(moved, boss)
    take_back(fine, boss)
    first.refresh_from_db()
    assert first.stack_chips == 1_240
    again = {"act_id": fine.pk, "by": boss, "remark": "again", "key": "other key"}
    undone = refused(undo_order, tournament_id=tournament.pk, **again)
    assert undone.code == "undone_already"
    require_sound(tournament)


def test_a_settlement_is_taken_back_while_its_chips_are_there(boss: Player) -> None:
    tournament = paused(started(PLAN, 3), boss, (100, 60, 60))
    first, second, _ = seated(tournament, 1)
    order(tournament, boss, "adjust", entry=first.pk, other=second.pk, number=1_100)
    spent = refused(order, tournament, boss, "void_round", table=1)
    assert spent.code == "chips_spent"
    assert spent.facts == {"name": first.player.name, "has": 140, "needed": 241}
    order(tournament, boss, "adjust", entry=second.pk, other=first.pk, number=1_100)
    order(tournament, boss, "void_round", table=1)
    assert {e.stack_chips for e in seated(tournament, 1)} == {1_000}
    assert tournament.rounds.get().voided
    require_sound(tournament)


def test_a_settlement_that_moved_no_chips_is_not_taken_back(boss: Player) -> None:
    tournament = paused(started(PLAN, 3), boss, (60, 60, 60))
    nothing = refused(order, tournament, boss, "void_round", table=1)
    assert (nothing.code, nothing.facts) == ("no_chips_to_take_back", {"table": 1, "number": 1})


def test_who_went_out_by_a_settlement_comes_back_with_it(boss: Player) -> None:
    tournament = paused(started(PLAN, 3), boss, (900, 0, 890))
    assert tournament.entries.get(status=EntryStatus.OUT).rank == 3
    act = order(tournament, boss, "void_round", table=1)
    assert act.facts["number"] == 1
    assert not tournament.entries.filter(status=EntryStatus.OUT).exists()
    order(tournament, boss, "resume_table", table=1)
    require_sound(play_to_the_end(tournament))


def test_disqualified_with_restitution_and_without_a_prize(boss: Player) -> None:
    plan = Plan(
        seats=3,
        stack_chips=1_000,
        schedule=Schedule(3, (2, 1), rounds=4),
        prizes=PrizePlan(PrizeForm.TOP, places=3),
        buy_in_chips=10,
    )
    tournament = paused(started(plan, 3), boss, (100, 60, 60))
    cheat, second, _ = seated(tournament, 1)
    asked = DeskOrder("disqualify", entry=cheat.pk)
    seen = preview_order(tournament_id=tournament.pk, asked=asked, by=boss)
    assert [chips for _, chips in seen.facts["shares"]] == [120, 120]
    before = wallet_of(cheat.player).balance
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    second.refresh_from_db()
    assert second.stack_chips == 1_000
    order(tournament, boss, "resume_table", table=1)
    tournament = play_to_the_end(tournament)
    cheat.refresh_from_db()
    assert (cheat.rank, cheat.won_chips, cheat.disqualified) == (3, 0, True)
    assert wallet_of(cheat.player).balance == before
    paid = tournament.entries.exclude(pk=cheat.pk)
    won = paid.values_list("won_chips", flat=True)
    assert sum(won) == 30, "the pool is paid to players, to the last chip (PLAY-44)"
    for entry in paid:
        why = statement(entry.player, limit=1).lines[0].reason
        assert f"You won {entry.won_chips} chips in" in why
        assert "30 chips" in why
        assert "%" not in why, "nobody was paid by the ladder that allows for everybody"
    require_sound(tournament)
    assert refused(take_back, act, boss).code == "not_running"


def test_who_was_out_behind_a_disqualified_player_moves_up(boss: Player) -> None:
    plan = Plan(
        seats=4,
        stack_chips=1_000,
        schedule=Schedule(3, (2, 1), rounds=4),
        prizes=PrizePlan(PrizeForm.TOP, places=3),
        buy_in_chips=100,
    )
    tournament = paused(started(plan, 4), boss, (900, 890, 880, 0))
    fourth = tournament.entries.get(status=EntryStatus.OUT)
    cheat = seated(tournament, 1)[0]
    before = wallet_of(fourth.player).balance
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    look_after(tournament_id=tournament.pk)
    cheat.refresh_from_db()
    assert (cheat.rank, cheat.won_chips) == (3, 0)
    take_back(act, boss)
    look_after(tournament_id=tournament.pk)
    order(tournament, boss, "disqualify", entry=cheat.pk)
    order(tournament, boss, "resume_table", table=1)
    tournament = play_to_the_end(tournament)
    for entry in (cheat, fourth):
        entry.refresh_from_db()
    assert (cheat.rank, cheat.won_chips) == (4, 0)
    assert (fourth.rank, fourth.won_chips) == (3, 85)
    assert wallet_of(fourth.player).balance == before + 85
    require_sound(tournament)


def test_a_disqualification_is_taken_back(boss: Player) -> None:
    tournament = paused(started(PLAN, 3), boss, (100, 60, 60))
    cheat = seated(tournament, 1)[0]
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    take_back(act, boss)
    cheat.refresh_from_db()
    assert (cheat.status, cheat.stack_chips, cheat.forfeited_chips) == ("in", 1_240, 0)
    assert not cheat.disqualified
    order(tournament, boss, "resume_table", table=1)
    require_sound(play_to_the_end(tournament))


def test_a_replacement_plays_on_with_seat_and_stack(boss: Player) -> None:
    tournament = started(PLAN, 3)
    (replacement,) = people(1, first=70)
    entry = seated(tournament, 1)[0]
    before = entry.player
    act = order(tournament, boss, "substitute", entry=entry.pk, player=replacement.username)
    entry.refresh_from_db()
    assert (entry.player, entry.table_number, entry.stack_chips) == (replacement, 1, 1_000)
    require_sound(tournament)
    (table,) = playing(tournament)
    report(tournament, table, 90, 30, 60)
    look_after(tournament_id=tournament.pk)
    take_back(act, boss)
    entry.refresh_from_db()
    assert entry.player == before
    require_sound(play_to_the_end(tournament))


def test_who_was_replaced_may_enter_again_with_a_stack_of_their_own(boss: Player) -> None:
    late = Plan(
        seats=3,
        stack_chips=1_000,
        schedule=Schedule(3, (2, 1), rounds=4),
        entries=EntryRules(late_until_level=5),
    )
    tournament = started(late, 3)
    (replacement,) = people(1, first=70)
    entry = seated(tournament, 1)[0]
    before = entry.player
    act = order(tournament, boss, "substitute", entry=entry.pk, player=replacement.username)
    again = enter_tournament(tournament_id=tournament.pk, player=before)
    entry.refresh_from_db()
    again.refresh_from_db()
    assert entry.stack_account != again.stack_account
    assert chips_in_play(tournament) == 4_000
    require_sound(tournament)
    assert refused(take_back, act, boss).code == "replacement_takes_part"
    require_sound(play_to_the_end(tournament))


def test_what_is_ordered_stays_as_it_was_written(boss: Player) -> None:
    act = order(started(PLAN, 3), boss, "pause")
    for sql in ("UPDATE tournaments_deskact SET remark = ''", "DELETE FROM tournaments_deskact"):
        with (
            pytest.raises(DatabaseError) as error,
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(sql)
        assert isinstance(error.value.__cause__, psycopg.Error)
    act.refresh_from_db()
    assert act.remark == "as agreed"


def test_cancelled_by_policy_and_that_stays(boss: Player) -> None:
    tournament = started(Plan(seats=3, stack_chips=500, buy_in_chips=20, fee_chips=5), 3)
    seen = preview_order(tournament_id=tournament.pk, asked=DeskOrder("cancel"), by=boss)
    assert seen.facts == {"refunds": 3, "chips": 75}
    act = order(tournament, boss, "cancel")
    assert fresh(tournament).phase == "cancelled"
    require_sound(fresh(tournament))
    assert refused(take_back, act, boss).code == "cannot_be_undone"


def test_a_level_is_extended_and_shortened_again(boss: Player) -> None:
    tournament = started(PLAN, 3)
    act = order(tournament, boss, "extend", number=2)
    assert fresh(tournament).clock["level_micro"] == -1_000_000  # one is being played
    take_back(act, boss)
    assert fresh(tournament).clock["level_micro"] == 1_000_000


def test_a_call_is_made_once_taken_answered_and_closed(boss: Player) -> None:
    tournament = started(Plan(seats=3, entries=EntryRules(most=3)), 3)
    entry = seated(tournament, 1)[0]
    Player.objects.filter(pk=entry.player_id).update(is_bot=False, bot_key="")  # bots read nothing
    asked: Any = {"tournament_id": tournament.pk, "player": entry.player, "matter": "rules"}
    call = call_director(**asked, words=" My   clock ")
    assert (call.words, call.table_number) == ("My clock", 1)
    assert call_director(**asked).pk == call.pk
    assert take_call(call_id=call.pk, by=boss).taken_by == boss
    answered = answer_call(call_id=call.pk, by=boss, answer="It is right.", close=True)
    assert (answered.state, answered.answer) == ("closed", "It is right.")
    told = Notice.objects.get(player=entry.player, kind="director_answered")
    assert told.facts["answer"] == "It is right."
    with pytest.raises(NotAllowed):
        call_director(**asked | {"player": boss})


def test_nobody_but_tables_in_play_is_counted(boss: Player) -> None:
    """A paused table counts as in use, so the director neither deals there nor breaks it."""
    tournament = paused(started(PLAN, 6), boss, (10, 5, 0), (10, 5, 0))
    assert TournamentTable.objects.filter(is_open=True, resting=True).count() == 0
    assert look_after(tournament_id=tournament.pk) == 0


@pytest.mark.parametrize("pause", ["pause", "pause_table"])
@pytest.mark.parametrize("kind", ["adjust", "move"])
def test_what_is_paused_is_not_asked_to_be_paused_first(
    boss: Player, kind: str, pause: str
) -> None:
    """While the last round is played the order waits for its end; then it is taken."""
    plan = Plan(seats=4, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))
    tournament = started(plan, 7)
    table = max(playing(tournament), key=lambda one: one.size)
    (other,) = (one.number for one in playing(tournament) if one.pk != table.pk)
    entry, second = Entry.objects.filter(tournament=tournament, table_number=table.number)[:2]
    asked: dict[str, Any] = {"entry": entry.pk}
    if kind == "adjust":
        asked |= {"number": 5, "other": second.pk}
    if kind == "move":
        asked["table"] = other
    assert refused(order, tournament, boss, kind, **asked).code == "round_in_play"
    of_table: dict[str, Any] = {"table": table.number} if pause == "pause_table" else {}
    order(tournament, boss, pause, **of_table)
    waits = refused(order, tournament, boss, kind, **asked)
    assert (waits.code, waits.facts["table"]) == ("round_not_over", table.number)
    report(tournament, table, *range(table.size))
    look_after(tournament_id=tournament.pk)
    order(tournament, boss, kind, **asked)
    require_sound(fresh(tournament))
