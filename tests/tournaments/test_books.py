"""Tournaments on PostgreSQL: entries, rounds, prizes and refunds in rows and in the ledger."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.audit import CHECKS, Fault
from accounts.books.posting import wallet_of
from accounts.ledger import InsufficientChips
from accounts.models import ChipAccount, Transfer
from games.moves.errors import Conflict
from rummy.settlement import SeatScore
from tests.tournaments.club import (
    fresh,
    ordered,
    people,
    play_to_the_end,
    playing,
    published,
    report,
    require_sound,
    sizes,
    started,
)
from tournaments.desk import calling_off as desk
from tournaments.director import TURBO, EntryRules, Plan, PrizeForm, PrizePlan, Refused, Schedule
from tournaments.entries import entering
from tournaments.models import (
    Decision,
    Entry,
    Level,
    PlayedRound,
    Tournament,
    TournamentTable,
)
from tournaments.running.directing import (
    due_tournaments,
    is_any_due,
    is_due,
    look_after,
    wake_tournament,
)
from tournaments.selectors.decisions import decisions
from tournaments.selectors.lobby import lobby_of

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

SLOW = Schedule(1, (101, 100), rounds=50)
BY_THE_CLOCK = Schedule(1, (101, 100), rounds=None, level_ms=60_000)
PAID = Plan(buy_in_chips=100, fee_chips=10)


def test_entering_moves_buy_in_fee_and_stack_play_14() -> None:
    (anna,) = people(1)
    before = wallet_of(anna).balance
    tournament = published(replace(PAID, stack_chips=500), [anna], due=False)
    assert wallet_of(anna).balance == before - 110
    balances = {
        account.kind: account.balance for account in ChipAccount.objects.filter(ref=tournament.ref)
    }
    assert balances == {"prize_pool": 100, "fee": 10, "tournament_stack": 500, "mint": -500}
    with pytest.raises(Refused, match="already_entered"):
        entering.enter_tournament(tournament_id=tournament.pk, player=anna)


def test_who_cannot_pay_does_not_enter() -> None:
    (anna,) = people(1)
    plan = Plan(buy_in_chips=wallet_of(anna).balance + 1)
    with pytest.raises(InsufficientChips), transaction.atomic():
        published(plan, [anna])
    assert not Entry.objects.exists()


def test_withdrawing_brings_everything_back_and_one_may_enter_again() -> None:
    (anna,) = people(1)
    before = wallet_of(anna).balance
    tournament = published(PAID, [anna], due=False)
    entering.withdraw(tournament_id=tournament.pk, player=anna)
    assert wallet_of(anna).balance == before
    require_sound(tournament)
    entering.enter_tournament(tournament_id=tournament.pk, player=anna)
    assert fresh(tournament).field["entries"] == 1
    require_sound(tournament)


def test_the_field_is_seated_by_lots_committed_to_before_play_41() -> None:
    tournament = published(PAID, people(9))
    promised = tournament.commitment
    assert (len(promised), tournament.revealed_seed) == (64, "")
    look_after(tournament_id=tournament.pk)
    assert sizes(tournament) == [3, 3, 3]
    assert len(playing(tournament)) == 3
    tournament = play_to_the_end(tournament)
    from rummy.fairness import commit

    seed = bytes.fromhex(tournament.revealed_seed)
    assert commit(seed, table=tournament.pk, round_number=0) == promised


def test_a_round_is_settled_once_in_entries_ledger_and_record_play_20() -> None:
    tournament = started(Plan(schedule=SLOW, stack_chips=1_000), 3)
    (table,) = playing(tournament)
    report(tournament, table, 100, 70, 60)
    with pytest.raises(Conflict, match="no_round_in_play"):
        report(tournament, table, 1, 1, 1)
    look_after(tournament_id=tournament.pk)
    look_after(tournament_id=tournament.pk)
    stacks = [Entry.objects.get(pk=entry).stack_chips for entry in table.dealt]
    assert stacks == [1_070, 970, 960]
    (played,) = PlayedRound.objects.all()
    assert (played.changes_chips, played.pcr, played.decided_by) == ([70, -30, -40], 1, "score")
    transfer = Transfer.objects.get(kind="round")
    assert transfer.key == f"round:tournament:{tournament.pk}:1:1"
    assert playing(tournament)[0].rounds == 2


@pytest.mark.parametrize("seats", [2, 4])
def test_a_tournament_is_played_to_the_end_with_sound_books(seats: int) -> None:
    plan = replace(PAID, seats=seats, stack_chips=300, schedule=TURBO)
    tournament = play_to_the_end(started(plan, 13))
    assert tournament.phase == "finished"
    require_sound(tournament)
    winner = Entry.objects.get(tournament=tournament, rank=1)
    assert winner.stack_chips == 13 * 300
    assert winner.won_chips == 650
    house = ChipAccount.objects.get(kind="house", ref="")
    assert house.balance == 130
    assert Level.objects.filter(tournament=tournament).count() > 2


def test_late_entries_re_entries_rebuys_and_bounties_keep_the_books_sound() -> None:
    rules = EntryRules(
        late_until_level=2,
        returns_max=1,
        rebuys_max=1,
        returns_until_level=2,
        add_on_stack_chips=150,
        add_on_chips=20,
    )
    plan = replace(
        PAID,
        format="bounty",
        stack_chips=200,
        schedule=TURBO,
        entries=rules,
        bounty_chips=30,
        prizes=PrizePlan(added_chips=33, guarantee_chips=500),
    )
    tournament = started(plan, 6)
    (late,) = people(1, first=100)
    entering.enter_tournament(tournament_id=tournament.pk, player=late)
    table = playing(tournament)[0]
    loser = Entry.objects.get(pk=table.dealt[0]).player
    entering.rebuy(tournament_id=tournament.pk, player=late)
    entering.add_on(tournament_id=tournament.pk, player=late)
    report(tournament, table, -1_000, *([0] * (len(table.dealt) - 1)))
    look_after(tournament_id=tournament.pk)
    other = playing(tournament)
    for one in other:
        report(tournament, one, *([0] * len(one.dealt)))
    look_after(tournament_id=tournament.pk)
    assert Entry.objects.get(tournament=tournament, player=loser).status == "out"
    entering.come_back(tournament_id=tournament.pk, player=loser)
    with pytest.raises(Refused, match="no_rebuys_left"):
        entering.rebuy(tournament_id=tournament.pk, player=late)
    require_sound_stacks()
    tournament = play_to_the_end(tournament)
    require_sound(tournament)
    names = set(
        Entry.objects.filter(tournament=tournament).values_list("player__username", flat=True)
    )
    told = [one for one in decisions(tournament, limit=1_000).decisions if one.code == "bounty_won"]
    assert told
    assert all(one.facts["out"] != one.entry for one in told)
    assert {one.sentence.removeprefix("Bounty for ").partition(", won")[0] for one in told} <= names
    for bounty_told in told:
        heads, bounty = bounty_told.facts["heads"], bounty_told.facts["bounty_chips"]
        assert bounty_told.facts["prize_chips"] == heads * bounty // bounty_told.facts["winners"]
        assert f"({heads} × {bounty} chips" in bounty_told.sentence


def require_sound_stacks() -> None:
    assert [found for found in CHECKS["tournaments"]() if isinstance(found, Fault)] == []


def test_too_few_entries_are_refunded_fee_included_play_40() -> None:
    (anna,) = people(1)
    before = wallet_of(anna).balance
    prizes = PrizePlan(guarantee_chips=1_000)
    tournament = published(replace(PAID, prizes=prizes), [anna])
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).phase == "cancelled"
    assert wallet_of(anna).balance == before
    require_sound(tournament)


def test_a_cancelled_tournament_pays_back_by_the_policy_play_46() -> None:
    prizes = PrizePlan(PrizeForm.WINNER, guarantee_chips=1_000)
    plan = replace(PAID, stack_chips=100, schedule=SLOW, prizes=prizes)
    tournament = started(plan, 4)
    before = {entry.pk: wallet_of(entry.player).balance for entry in tournament.entries.all()}
    desk.cancel_tournament(tournament_id=tournament.pk)
    after = {entry.pk: wallet_of(entry.player).balance for entry in tournament.entries.all()}
    assert {after[entry] - before[entry] for entry in after} == {110}
    require_sound(fresh(tournament))
    shown = lobby_of(fresh(tournament))
    assert (shown.prizes, shown.row.money.pool_chips) == ((), 0), "nobody got a prize"
    told = {one.sentence for one in decisions(tournament).decisions if one.kind == "refund"}
    assert told == {
        "Everything back, 100 chips and a fee of 10 chips: nobody was out when the tournament was"
        " cancelled."
    }
    with pytest.raises(Refused, match="tournament_over"):
        desk.cancel_tournament(tournament_id=tournament.pk)


def test_a_tournament_cancelled_later_shares_the_whole_pool_play_46() -> None:
    prizes = PrizePlan(PrizeForm.WINNER, guarantee_chips=1_000)
    tournament = started(replace(PAID, stack_chips=100, schedule=SLOW, prizes=prizes), 4)
    (table,) = playing(tournament)
    report(tournament, table, 0, 0, 0, -1_000)
    look_after(tournament_id=tournament.pk)
    desk.cancel_tournament(tournament_id=tournament.pk)
    won = sorted(tournament.entries.values_list("won_chips", flat=True))
    # 500 in equal parts, 500 by stacks of 200, 100 and 100 or of 134, 133 and 133.
    assert (won[0], sum(won)) == (0, 1_000)
    assert len(won) == 4
    require_sound(fresh(tournament))


def test_pausing_holds_the_next_deal_and_resuming_lets_it_go() -> None:
    tournament = started(Plan(stack_chips=1_000), 4)
    ordered(tournament, "pause")
    report(tournament, playing(tournament)[0], 1, 0, 0, 0)
    look_after(tournament_id=tournament.pk)
    assert playing(tournament) == []
    ordered(tournament, "resume")
    look_after(tournament_id=tournament.pk)
    assert len(playing(tournament)) == 1


def test_a_removed_players_chips_stay_in_the_books_play_45() -> None:
    tournament = started(Plan(stack_chips=100, schedule=SLOW), 4)
    entry = Entry.objects.filter(tournament=tournament).first()
    assert entry is not None
    ordered(tournament, "pause")
    report(tournament, playing(tournament)[0], 1, 0, 0, 0)
    look_after(tournament_id=tournament.pk)
    ordered(tournament, "remove", entry=entry.pk)
    entry.refresh_from_db()
    assert (entry.status, entry.stack_chips) == ("out", 0)
    assert entry.forfeited_chips in (99, 103)
    require_sound_stacks()


def test_every_decision_is_kept_with_its_reason() -> None:
    tournament = play_to_the_end(started(replace(PAID, stack_chips=100, schedule=TURBO), 9))
    codes = set(Decision.objects.filter(tournament=tournament).values_list("code", flat=True))
    assert {
        *("entered", "started_on_time", "seats_drawn", "out_of_chips", "rank_by_round"),
        *("prize_by_percentage", "last_with_chips", "all_but_one_out"),
    } <= codes
    paid = Decision.objects.filter(tournament=tournament, kind="PayPrize").order_by("facts__rank")
    pool = 9 * PAID.buy_in_chips
    facts = [(d.facts["percent"], d.facts["prize_chips"], d.facts["pool_chips"]) for d in paid]
    assert facts == [(part, pool * part // 100, pool) for part in (50, 30, 20)]
    drawn = Decision.objects.get(tournament=tournament, code="seats_drawn")
    assert drawn.facts == {"entries": 9, "tables": 3}
    ranked = Decision.objects.filter(tournament=tournament, kind="Rank")
    assert ranked.count() == 9


@pytest.mark.parametrize("kind", ["knockout", "swiss", "round_robin", "teams"])
def test_stages_of_pairings_are_played_to_the_end(kind: str) -> None:
    tournament = play_to_the_end(started(replace(PAID, format=kind, seats=2), 7))
    assert tournament.phase == "finished"
    assert not tournament.entries.filter(rank=None).exists()
    assert not ChipAccount.objects.filter(ref=tournament.ref, kind="tournament_stack").exists()
    faults = [found for found in CHECKS["tournaments"]() if isinstance(found, Fault)]
    assert faults == []


def test_only_what_is_due_is_looked_after() -> None:
    early = published(Plan(), people(2), due=False)
    assert look_after(tournament_id=early.pk) == 0
    late = published(Plan(), people(2, first=10))
    assert is_any_due()
    assert due_tournaments(most=10) == [late.pk]
    look_after(tournament_id=late.pk)
    assert due_tournaments(most=10) == []
    assert not is_any_due()
    assert fresh(early).phase == "entering"


def test_who_fills_the_field_or_enters_late_brings_the_director_play_40() -> None:
    rules = EntryRules(most=3, starts_when_full=True, late_until_level=3)
    tournament = published(Plan(entries=rules, seats=2), people(3), due=False)
    assert due_tournaments(most=10) == [tournament.pk]
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).phase == "running"
    assert due_tournaments(most=10) == []
    table = playing(tournament)[0]
    report(tournament, table, 1, 0)
    assert due_tournaments(most=10) == [tournament.pk]
    look_after(tournament_id=tournament.pk)
    assert len(playing(tournament)) == 1
    assert due_tournaments(most=10) == []


def test_the_database_itself_refuses_two_players_on_one_seat() -> None:
    tournament = started(Plan(), 4)
    first, second = Entry.objects.filter(tournament=tournament)[:2]
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=first.pk).update(table_number=second.table_number, seat=second.seat)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=first.pk).update(status="out")


def test_the_audit_finds_a_stack_that_was_tampered_with() -> None:
    tournament = started(Plan(), 4)
    Entry.objects.filter(tournament=tournament, number=1).update(stack_chips=1)
    TournamentTable.objects.filter(tournament=tournament).update(size=3)
    codes = {found.code for found in CHECKS["tournaments"]() if isinstance(found, Fault)}
    assert codes == {"stack_differs_from_ledger", "table_size_wrong"}


def test_scores_must_be_those_of_the_players_dealt_to() -> None:
    tournament = started(Plan(), 3)
    with pytest.raises(Conflict, match="scores_incomplete"):
        desk.report_round(tournament_id=tournament.pk, table_number=1, scores={1: SeatScore(1)})


@pytest.mark.parametrize(
    "plan",
    [
        Plan(format="swiss", seats=2, schedule=BY_THE_CLOCK),
        Plan(seats=2, schedule=BY_THE_CLOCK, max_rounds=1),
    ],
    ids=["no levels in this format", "waits for the last round"],
)
def test_an_hour_that_changes_nothing_is_not_due_again_and_again(plan: Plan) -> None:
    tournament = started(plan, 6)
    if plan.format != "swiss":
        for _ in range(3):
            report(tournament, playing(tournament)[0], 1, 1)
            look_after(tournament_id=tournament.pk)
    assert playing(tournament)
    clock = {**fresh(tournament).clock, "level_started_ms": 0}
    Tournament.objects.filter(pk=tournament.pk).update(clock=clock, wake_at=timezone.now())
    assert is_due(tournament.pk)
    assert wake_tournament(tournament_id=tournament.pk) == 1
    assert not is_due(tournament.pk)
    while fresh(tournament).finished_at is None:
        for table in playing(tournament):
            report(tournament, table, 2, 1)
        assert wake_tournament(tournament_id=tournament.pk)
    require_sound(fresh(tournament))
