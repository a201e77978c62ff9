"""A disqualification or removal ordered during a round waits for its end (PLAY-43 to 46)."""

from dataclasses import replace
from typing import Any

import pytest

from accounts.books.posting import wallet_of
from accounts.joining.players import create_player
from accounts.models import Notice, Player
from backoffice.models import StaffAct
from tests.pages.browsers import browser, look
from tests.tournaments.club import (
    fresh,
    people,
    play_to_the_end,
    playing,
    published,
    report,
    require_sound,
)
from tests.tournaments.test_desk_orders import (
    PLAN,
    order,
    paused,
    refused,
    seated,
    take_back,
)
from tournaments.desk import waiting
from tournaments.desk.reading import rows_of
from tournaments.director import EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.entries.entering import come_back, leave
from tournaments.models import Decision, DeskAct, Entry, EntryStatus, Tournament
from tournaments.running.directing import look_after

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

PAID = replace(PLAN, buy_in_chips=10, prizes=PrizePlan(PrizeForm.TOP, places=2))


def started(plan: Plan, players: int) -> Tournament:
    """Played by people, who read notices; bots get none."""
    there = [create_player(name=f"Guest {n}", password="rummy-evening") for n in range(players)]
    tournament = published(plan, there)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


def played(tournament: Tournament, *scores: int) -> Tournament:
    """The round at the first table goes to its end with these scores, and is looked at."""
    (table,) = playing(tournament)
    report(tournament, table, *scores)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


def of(entry: Entry) -> Entry:
    return Entry.objects.get(pk=entry.pk)


def came_of(act: DeskAct) -> dict[str, Any] | None:
    return DeskAct.objects.get(pk=act.pk).outcome


def told(player: Player) -> list[dict[str, Any]]:
    found = Notice.objects.filter(player=player, kind="director_ordered")
    return [notice.facts for notice in found.order_by("pk")]


def test_it_waits_for_the_round_and_is_told_when_it_holds(boss: Player) -> None:
    tournament = started(PAID, 3)
    cheat, second, third = seated(tournament, 1)
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    assert (act.waits, act.facts["waits"], act.table_number) == (True, True, 1)
    assert not of(cheat).disqualified
    assert told(cheat.player) == []
    assert not Decision.objects.filter(entry_id=cheat.pk, kind__contains="Disqualify").exists()
    (row,) = rows_of(fresh(tournament), fresh(tournament).records()[1])
    assert [seat.out_later for seat in row.players] == ["disqualify", "", ""]
    tournament = played(tournament, 100, 60, 60)
    assert [of(one).stack_chips for one in (cheat, second, third)] == [0, 1_000, 1_000]
    assert (of(cheat).disqualified, of(cheat).forfeited_chips) == (True, 1_000)
    came = came_of(act)
    assert came is not None
    assert (came["forfeited"], came["shares"]) == (1_000, [[second.pk, 120], [third.pk, 120]])
    (notice,) = told(cheat.player)
    assert (notice["order"], notice["remark"]) == ("disqualify", "as agreed")
    logged = StaffAct.objects.filter(act="tournament_ordered").order_by("pk")
    assert [bool(one.after.get("waits")) for one in logged] == [True], "when it was given"
    tournament = play_to_the_end(tournament)
    assert (of(cheat).rank, of(cheat).won_chips) == (3, 0)
    require_sound(tournament)


def test_it_can_be_withdrawn_while_it_waits_and_nobody_hears_of_it(boss: Player) -> None:
    tournament = started(PAID, 3)
    cheat = seated(tournament, 1)[0]
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    take_back(act, boss)
    assert not DeskAct.objects.get(pk=act.pk).waits
    tournament = played(tournament, 100, 60, 60)
    assert (of(cheat).status, of(cheat).disqualified) == (EntryStatus.IN, False)
    assert (came_of(act), told(cheat.player)) == (None, [])
    require_sound(tournament)


def test_what_has_taken_effect_is_taken_back_like_any_other(boss: Player) -> None:
    tournament = started(PAID, 3)
    order(tournament, boss, "pause_table", table=1)
    cheat, second, _ = seated(tournament, 1)
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    tournament = played(tournament, 100, 60, 60)
    take_back(act, boss)
    assert [of(one).stack_chips for one in (cheat, second)] == [1_240, 880]
    assert (of(cheat).status, of(cheat).disqualified) == (EntryStatus.IN, False)
    require_sound(fresh(tournament))


def test_a_worker_that_dies_has_done_neither_half(
    boss: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = started(PAID, 3)
    cheat = seated(tournament, 1)[0]
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    (table,) = playing(tournament)
    report(tournament, table, 100, 60, 60)
    with monkeypatch.context() as dying:
        dying.setattr(waiting, "tell_concerned", lambda *_: (_ for _ in ()).throw(MemoryError))
        with pytest.raises(MemoryError):
            look_after(tournament_id=tournament.pk)
    assert (of(cheat).stack_chips, of(cheat).disqualified) == (1_000, False)
    assert (came_of(act), DeskAct.objects.get(pk=act.pk).waits) == (None, True)
    for _ in range(2):
        look_after(tournament_id=tournament.pk)
    assert of(cheat).disqualified
    assert came_of(act) is not None
    require_sound(fresh(tournament))


def test_a_second_order_names_the_one_that_waits(boss: Player) -> None:
    tournament = started(PAID, 3)
    cheat, second, _ = seated(tournament, 1)
    order(tournament, boss, "disqualify", entry=cheat.pk)
    again = refused(order, tournament, boss, "disqualify", entry=cheat.pk)
    assert (again.code, again.facts["table"]) == ("disqualification_waits", 1)
    (other,) = people(1, first=50)
    instead = {"entry": cheat.pk, "player": other.username}
    assert refused(order, tournament, boss, "substitute", **instead).code == again.code
    order(tournament, boss, "penalize", entry=cheat.pk, number=40)
    order(tournament, boss, "disqualify", entry=second.pk)
    tournament = played(tournament, 100, 60, 60)
    assert [of(one).disqualified for one in (cheat, second)] == [True, True]
    assert of(cheat).forfeited_chips + of(second).forfeited_chips == 2_000, (
        "1,040 and 960 stay with nobody"
    )
    assert tournament.phase == "finished", "nobody else is left"
    require_sound(tournament)


def test_who_is_the_last_one_left_has_won_and_the_order_has_no_effect(boss: Player) -> None:
    tournament = started(PAID, 2)
    cheat, other = seated(tournament, 1)
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    tournament = played(tournament, 1_000, 0)
    assert tournament.phase == "finished"
    assert (of(cheat).rank, of(cheat).disqualified, of(other).rank) == (1, False, 2)
    assert (DeskAct.objects.get(pk=act.pk).waits, told(cheat.player)) == (False, [])
    assert refused(take_back, act, boss).code == "not_running"
    require_sound(tournament)


def test_a_removal_waits_in_the_same_way_and_is_taken_back_like_any_other(boss: Player) -> None:
    tournament = started(PAID, 3)
    order(tournament, boss, "pause_table", table=1)
    gone, second, third = seated(tournament, 1)
    act = order(tournament, boss, "remove", entry=gone.pk)
    assert (act.waits, act.facts["waits"], told(gone.player)) == (True, True, [])
    for kind in ("remove", "disqualify"):
        again = refused(order, tournament, boss, kind, entry=gone.pk)
        assert (again.code, again.facts["table"]) == ("removal_waits", 1)
    take_back(act, boss)
    act = order(tournament, boss, "remove", entry=gone.pk)
    page = look(browser(boss).get(f"/tournaments/{tournament.pk}/desk/"))
    assert "taken out after this round" in page.text
    tournament = played(tournament, 100, 60, 60)
    assert [of(one).stack_chips for one in (gone, second, third)] == [0, 880, 880]
    assert (of(gone).status, of(gone).forfeited_chips) == (EntryStatus.OUT, 1_240)
    assert (of(gone).left_early, of(gone).disqualified) == (True, False)
    assert [one["order"] for one in told(gone.player)] == ["remove"]
    take_back(DeskAct.objects.get(pk=act.pk), boss)
    assert (of(gone).status, of(gone).stack_chips) == (EntryStatus.IN, 1_240)
    require_sound(fresh(tournament))


def test_who_loses_the_last_chips_is_out_by_the_round_and_not_by_the_removal_that_waited(
    boss: Player,
) -> None:
    tournament = started(PAID, 3)
    gone = seated(tournament, 1)[0]
    act = order(tournament, boss, "remove", entry=gone.pk)
    tournament = played(tournament, 0, 500, 500)
    assert (of(gone).status, of(gone).left_early) == (EntryStatus.OUT, False)
    assert (DeskAct.objects.get(pk=act.pk).waits, told(gone.player)) == (False, [])
    assert refused(take_back, act, boss).code == "no_longer_waits"
    require_sound(play_to_the_end(tournament))


def test_who_loses_the_last_chips_in_that_round_has_no_prize(boss: Player) -> None:
    tournament = started(PAID, 2)
    cheat, other = seated(tournament, 1)
    before = wallet_of(cheat.player).balance
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    tournament = played(tournament, 0, 1_000)
    assert tournament.phase == "finished"
    assert (of(cheat).rank, of(cheat).won_chips, of(cheat).disqualified) == (2, 0, True)
    assert (wallet_of(cheat.player).balance, of(other).won_chips) == (before, 20)
    assert came_of(act) is not None
    assert len(told(cheat.player)) == 1
    require_sound(tournament)


def test_who_lost_the_last_chips_may_not_come_back_until_it_is_taken_back(boss: Player) -> None:
    rules = EntryRules(late_until_level=5, returns_max=1, returns_until_level=5)
    tournament = started(replace(PAID, format="re_entry", entries=rules), 3)
    cheat = seated(tournament, 1)[0]
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    tournament = played(tournament, 0, 1_000, 900)
    assert (of(cheat).status, of(cheat).disqualified) == (EntryStatus.OUT, True)
    back: dict[str, Any] = {"tournament_id": tournament.pk, "player": cheat.player}
    assert refused(come_back, **back).code == "is_disqualified"
    take_back(act, boss)
    assert (of(cheat).status, of(cheat).disqualified) == (EntryStatus.OUT, False), (
        "lost all the same"
    )
    come_back(**back)
    require_sound(fresh(tournament))


def test_who_wished_to_go_is_disqualified_and_not_gone_before(boss: Player) -> None:
    tournament = started(PAID, 3)
    cheat, second, _ = seated(tournament, 1)
    leave(tournament_id=tournament.pk, player=cheat.player)
    order(tournament, boss, "disqualify", entry=cheat.pk)
    tournament = played(tournament, 100, 60, 60)
    assert of(cheat).disqualified
    assert of(second).stack_chips == 1_000, "what was won goes back all the same"
    clock = tournament.records()[1]
    assert (clock.leaving, clock.out_later) == ((), ())
    require_sound(play_to_the_end(tournament))


def test_called_off_meanwhile_it_has_no_effect(boss: Player) -> None:
    tournament = started(PAID, 3)
    cheat = seated(tournament, 1)[0]
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    assert DeskAct.objects.get(pk=act.pk).waits
    order(tournament, boss, "cancel")
    assert (of(cheat).disqualified, of(cheat).won_chips) == (False, 10), "paid back like all"
    assert (DeskAct.objects.get(pk=act.pk).waits, came_of(act)) == (False, None)
    assert refused(take_back, act, boss).code == "not_running"
    require_sound(fresh(tournament))


def test_a_table_that_is_broken_after_the_round_finds_nobody_to_move(boss: Player) -> None:
    """Six at two tables, and two go: the others have room at one, and the cheat is out before."""
    plan = Plan(seats=4, stack_chips=1_000, schedule=PLAN.schedule)
    tournament = started(plan, 6)
    first, second = playing(tournament)
    cheat = seated(tournament, first.number)[0]
    order(tournament, boss, "disqualify", entry=cheat.pk)
    for table in (first, second):
        report(tournament, table, 1_000, 990, 0)
    look_after(tournament_id=tournament.pk)
    assert (of(cheat).disqualified, of(cheat).moves) == (True, 0)
    assert fresh(tournament).tables.filter(is_open=True).count() == 1
    require_sound(play_to_the_end(fresh(tournament)))


@pytest.mark.parametrize("pause", ["pause", "pause_table"])
def test_a_pause_does_not_keep_it_waiting_longer(boss: Player, pause: str) -> None:
    tournament = started(PAID, 3)
    cheat = seated(tournament, 1)[0]
    order(tournament, boss, pause, table=1)
    order(tournament, boss, "disqualify", entry=cheat.pk)
    played(tournament, 100, 60, 60)
    assert of(cheat).disqualified
    require_sound(fresh(tournament))


def test_between_rounds_it_is_carried_out_at_once(boss: Player) -> None:
    tournament = paused(started(PAID, 3), boss, (100, 60, 60))
    cheat = seated(tournament, 1)[0]
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    assert (act.waits, of(cheat).disqualified) == (False, True)


def test_the_desk_says_what_it_waits_for_and_offers_to_withdraw_it(boss: Player) -> None:
    tournament = started(PAID, 3)
    cheat = seated(tournament, 1)[0]
    desk = f"/tournaments/{tournament.pk}/desk/"
    client = browser(boss)
    page = look(client.get(f"{desk}order/disqualify/?entry={cheat.pk}"))
    assert "takes effect after the round at table 1" in page.text
    act = order(tournament, boss, "disqualify", entry=cheat.pk)
    page = look(client.get(desk))
    assert "takes effect after the round at table 1" in page.text
    assert "disqualified after this round" in page.text
    assert page.all("a", href=f"{desk}undo/{act.pk}/")
    tournament = played(tournament, 100, 60, 60)
    page = look(client.get(desk))
    assert "takes effect after" not in page.text
    assert "forfeited: 1,000" in page.text
    assert page.all("a", href=f"{desk}undo/{act.pk}/"), "taken back like any other"
