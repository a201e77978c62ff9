"""Tournaments on the database: published, entered, played by reported rounds or by bots."""

import datetime as dt
import random
from collections import Counter
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.audit import CHECKS, Fault
from accounts.joining.players import create_bot, create_player
from accounts.models import ChipAccount, Player
from games.tables.terms import TableOffer, agree_terms
from rummy.match import AbsencePolicy, MatchTerms
from rummy.settlement import SeatScore
from tournaments.desk.calling_off import report_round
from tournaments.desk.ordering import give_order
from tournaments.desk.orders import DeskOrder
from tournaments.director import Plan
from tournaments.entries.entering import entry_of_player
from tournaments.models import DeskAct, Entry, Tournament, TournamentTable
from tournaments.planner.publishing import open_tournament
from tournaments.running.carrying_out import carry_out
from tournaments.running.directing import look_after
from tournaments.running.live import lock_tournament


def people(count: int, *, first: int = 0, bot: str = "greedy") -> list[Player]:
    return [
        create_bot(name=f"Robot {number}", bot_key=bot) for number in range(first, first + count)
    ]


def quick(preset: str, *, rounds: int = 1, seats: int = 2) -> MatchTerms:
    """Tables at which bots do not pretend to think."""
    terms = agree_terms(TableOffer(preset=preset, format="ring", rounds=rounds, seats=seats))
    return replace(terms, robot_ms=0, pause_ms=0, absence=AbsencePolicy(automatic_ms=0))


def published(plan: Plan, players: list[Player], *, due: bool = True) -> Tournament:
    """A tournament whose rounds are reported, with these entries; its hour has come."""
    starts_at = timezone.now() + dt.timedelta(hours=1)
    tournament = open_tournament(name="Club night", plan=plan, starts_at=starts_at, is_trial=True)
    with transaction.atomic():
        live = lock_tournament(tournament.pk)
        for player in players:
            carry_out(live, [entry_of_player(live, player)])
        live.save(look_soon=True)
    if due:
        its_hour_has_come(tournament)
    return fresh(tournament)


def its_hour_has_come(tournament: Tournament) -> None:
    """What everybody waits for is now."""
    with transaction.atomic():
        live = lock_tournament(tournament.pk)
        live.clock = replace(live.clock, starts_at_ms=live.clock.now_ms)
        live.save()


def later(tournament: Tournament, *, seconds: int) -> None:
    """The level began so much earlier, and nobody has looked since."""
    with transaction.atomic():
        live = lock_tournament(tournament.pk)
        live.clock = replace(
            live.clock, level_started_ms=live.clock.level_started_ms - seconds * 1_000
        )
        live.save()


def started(plan: Plan, players: int) -> Tournament:
    tournament = published(plan, people(players))
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


def ordered(tournament: Tournament, kind: str, **asked: Any) -> None:
    """What somebody who may direct every tournament orders at its desk."""
    give_order(
        tournament_id=tournament.pk,
        asked=DeskOrder(kind, **asked),
        by=director(),
        remark="as agreed",
        key=f"{kind}-{DeskAct.objects.count()}",
    )


def director() -> Player:
    """Somebody who may direct every tournament, the same one however often it is asked."""
    found = Player.objects.filter(is_superuser=True).first()
    if found is not None:
        return found
    boss = create_player(name="Direktorin", password="rummy-evening")
    boss.is_superuser = True
    boss.save()
    return boss


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def playing(tournament: Tournament) -> list[TournamentTable]:
    return list(tournament.tables.filter(is_open=True, resting=False, result__isnull=True))


def sizes(tournament: Tournament) -> list[int]:
    return sorted(tournament.tables.filter(is_open=True).values_list("size", flat=True))


def report(tournament: Tournament, table: TournamentTable, *scores: int) -> None:
    told = {entry: SeatScore(score) for entry, score in zip(table.dealt, scores, strict=True)}
    report_round(tournament_id=tournament.pk, table_number=table.number, scores=told)


def play_to_the_end(tournament: Tournament, *, seed: int = 1, spread: int = 60) -> Tournament:
    dice = random.Random(seed)
    for _ in range(2_000):
        look_after(tournament_id=tournament.pk)
        tournament = fresh(tournament)
        if tournament.finished_at is not None:
            return tournament
        tables = playing(tournament)
        assert tables, "somebody must be able to play on"
        for table in dice.sample(tables, 1 + len(tables) // 2):
            report(tournament, table, *(dice.randrange(-spread, spread) for _ in table.dealt))
        require_level_tables(tournament)
    raise AssertionError("the tournament does not end")


def require_level_tables(tournament: Tournament) -> None:
    """PLAY-41: no table in play is two players short of another."""
    found = tournament.tables.filter(is_open=True).values_list("size", "resting")
    most = max(size for size, _ in found)
    assert all(size >= most - 1 for size, resting in found if not resting)


def require_no_faults() -> None:
    faults = [found for check in CHECKS.values() for found in check() if isinstance(found, Fault)]
    assert faults == []


def require_sound(tournament: Tournament) -> None:
    """The audit finds nothing, the pool is empty, everybody has one rank."""
    require_no_faults()
    if tournament.finished_at is None:
        return
    left = ChipAccount.objects.filter(ref=tournament.ref, kind__in=("prize_pool", "fee"))
    assert [account.balance for account in left if account.balance] == []
    if tournament.phase == "finished":
        entries = Entry.objects.filter(tournament=tournament)
        ranks = Counter(rank or 0 for rank in entries.values_list("rank", flat=True))
        better = 0
        for rank in sorted(ranks):
            assert rank == better + 1
            better += ranks[rank]
