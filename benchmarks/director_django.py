"""The same rows written as Django offers it: bulk_create and bulk_update, in the usual portions."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import ChipAccount, Posting, Transfer
from tournaments.models import Decision, Entry, PlayedRound, TournamentTable

CREATED, UPDATED = 5_000, 2_000
CHANGES = (220, -40, -60, -120)
OWNER = "owner"  # the runtime role may not write the ledger's tables itself


def _create(model: Any, rows: list[Any]) -> list[Any]:
    return list(model.objects.using(OWNER).bulk_create(rows, batch_size=CREATED))


def _update(model: Any, rows: list[Any], *fields: str) -> None:
    model.objects.using(OWNER).bulk_update(rows, fields, batch_size=UPDATED)


def _entries(tournament: int) -> list[Entry]:
    return list(Entry.objects.using(OWNER).filter(tournament_id=tournament).order_by("number"))


@transaction.atomic(using=OWNER)
def seat(tournament: int) -> None:
    entries = _entries(tournament)
    for place, entry in enumerate(entries):
        entry.table_number, entry.seat = 1 + place // 4, place % 4
    _create(
        TournamentTable,
        [
            TournamentTable(
                tournament_id=tournament,
                number=1 + first // 4,
                size=4,
                resting=False,
                rounds=1,
                pcr=2,
                dealt=[entry.pk for entry in entries[first : first + 4]],
                stacks=[1_000] * 4,
            )
            for first in range(0, len(entries), 4)
        ],
    )
    _update(Entry, entries, "table_number", "seat")


@transaction.atomic(using=OWNER)
def settle(tournament: int) -> None:
    entries = _entries(tournament)
    accounts = ChipAccount.objects.using(OWNER).in_bulk([e.stack_account for e in entries])
    tables = list(TournamentTable.objects.using(OWNER).filter(tournament_id=tournament))
    transfers = _create(
        Transfer,
        [
            Transfer(key=f"django:{tournament}:{table.number}", kind="round", memo={"round": 1})
            for table in tables
        ],
    )
    of_table = {t.number: transfer for t, transfer in zip(tables, transfers, strict=True)}
    postings = []
    for entry in entries:
        account, change = accounts[entry.stack_account], CHANGES[entry.seat or 0]
        account.balance += change
        account.version += 1
        entry.stack_chips += change
        postings.append(
            Posting(
                transfer=of_table[entry.table_number or 0],
                account=account,
                amount=change,
                balance_after=account.balance,
                account_version=account.version,
            )
        )
    _create(Posting, postings)
    _update(ChipAccount, list(accounts.values()), "balance", "version")
    _update(Entry, entries, "stack_chips")
    for table in tables:
        table.resting, table.result = True, None
    _update(TournamentTable, tables, "resting", "result")
    _create(
        PlayedRound,
        [
            PlayedRound(
                tournament_id=tournament,
                table_number=table.number,
                number=1,
                pcr=2,
                entries=table.dealt,
                stacks_chips=table.stacks,
                scores=[[60, 0, 0, 0], [40, 0, 0, 0], [30, 0, 0, 0], [0, 0, 0, 0]],
                changes_chips=list(CHANGES),
                decided_by="score",
                capped=0,
                settled_at=timezone.now(),
            )
            for table in tables
        ],
    )


@transaction.atomic(using=OWNER)
def pay(tournament: int) -> None:
    entries = _entries(tournament)
    winners = entries[: len(entries) // 10]
    wallets = {
        wallet.player_id: wallet
        for wallet in ChipAccount.objects.using(OWNER).filter(
            kind="wallet", player_id__in=[entry.player_id for entry in winners]
        )
    }
    pool = ChipAccount.objects.using(OWNER).get(kind="prize_pool", ref=f"tournament:{tournament}")
    transfers = _create(
        Transfer,
        [
            Transfer(key=f"django prize:{entry.pk}", kind="prize", memo={"rank": entry.number})
            for entry in winners
        ],
    )
    postings = []
    for entry, transfer in zip(winners, transfers, strict=True):
        for account, amount in ((wallets[entry.player_id], 1_000), (pool, -1_000)):
            account.balance += amount
            account.version += 1
            postings.append(
                Posting(
                    transfer=transfer,
                    account=account,
                    amount=amount,
                    balance_after=account.balance,
                    account_version=account.version,
                )
            )
    _create(Posting, postings)
    _update(ChipAccount, [pool, *wallets.values()], "balance", "version")
    for place, entry in enumerate(entries):
        entry.rank, entry.won_chips = place + 1, 1_000 if place < len(winners) else 0
    _update(Entry, entries, "rank", "won_chips")
    _create(
        Decision,
        [*_reasons(tournament, entries, "Rank"), *_reasons(tournament, winners, "PayPrize")],
    )


def _reasons(tournament: int, entries: list[Entry], kind: str) -> list[Decision]:
    return [
        Decision(
            tournament_id=tournament,
            kind=kind,
            code="rank_by_chips" if kind == "Rank" else "prize_of_rank",
            facts={"rank": entry.rank, "chips": 1_000, "tied": 1},
            entry_id=entry.pk,
            at=timezone.now(),
        )
        for entry in entries
    ]


WRITES: dict[str, Callable[[int], None]] = {"seat": seat, "settle": settle, "pay": pay}
