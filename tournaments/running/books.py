"""Carrying out what moves real chips: entries, purchases, prizes, bounties, refunds, the house.

Buy-ins lie in the tournament's prize pool, fees in its fee account; both are empty when it is
over. Every movement has a key that names what it is for, so it happens once.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accounts.books.posting import account_id_of, post_named, post_transfers
from accounts.ledger import AccountKind, TransferKind, TransferPlan
from accounts.models import ChipAccount
from tournaments.director import FORMATS
from tournaments.director import commands as order
from tournaments.models import Entry, EntryStatus
from tournaments.running.live import LiveTournament, array_text, at
from tournaments.tickets.chips import issue_tickets, make_valid_again
from web.database.sql import row, rows, run

PORTION = 20_000

_WALLETS = """
SELECT e.id, ledger_account('wallet', e.player_id, '')
FROM tournaments_entry e WHERE e.id = ANY(%s)
"""
_RANK = """
WITH ranked AS (
  UPDATE tournaments_entry e SET rank = given.rank
  FROM (SELECT * FROM unnest(%s::bigint[], %s::int[]) AS ranks (id, rank) ORDER BY id) AS given
  WHERE e.id = given.id AND e.rank IS NULL
  RETURNING e.status)
SELECT count(*), count(*) FILTER (WHERE status = 'out') FROM ranked
"""
_MOVE_RANK = """
UPDATE tournaments_entry e SET rank = ranks.rank
FROM (SELECT * FROM unnest(%s::bigint[], %s::int[]) AS ranks (id, rank) ORDER BY id) AS ranks
WHERE e.id = ranks.id
"""
# A wallet is opened at its first use: a tournament may cost nothing to enter.
_PRIZES = """
WITH named AS (
  SELECT won.place, %(key)s || e.id AS key, %(kind)s::text AS kind,
         jsonb_build_object('tournament', e.tournament_id, 'why', 'prize', 'entry', e.id,
                            'rank', won.rank, 'ticket', won.ticket = 1) AS memo,
         ARRAY[%(pool)s, coalesce(wallet.id, ledger_account('wallet', e.player_id, ''))]
             AS accounts,
         ARRAY[-won.chips, won.chips] AS amounts
  FROM unnest(%(entries)s::bigint[], %(chips)s::bigint[], %(ranks)s::int[], %(tickets)s::int[])
       WITH ORDINALITY AS won (entry, chips, rank, ticket, place)
  JOIN tournaments_entry e ON e.id = won.entry
  LEFT JOIN chip_account wallet
         ON wallet.kind = 'wallet' AND wallet.player_id = e.player_id AND wallet.ref = '')
"""
_WIN = """
UPDATE tournaments_entry e
SET won_chips = e.won_chips + won.chips, has_ticket = e.has_ticket OR won.ticket
FROM (SELECT id, sum(chips) AS chips, bool_or(ticket) AS ticket
      FROM unnest(%s::bigint[], %s::bigint[], %s::boolean[]) AS paid (id, chips, ticket)
      GROUP BY id) AS won
WHERE e.id = won.id
"""


def enter(live: LiveTournament, commands: Sequence[order.Enter]) -> None:
    for command in commands:
        # The highest so far, of those who withdrew too; one look at an index in any field.
        numbers = Entry.objects.filter(tournament_id=live.id).order_by("-number")
        number = 1 + (numbers.values_list("number", flat=True).first() or 0)
        entry = Entry.objects.create(
            tournament_id=live.id,
            number=number,
            player_id=command.player,
            paid_chips=command.chips,
            fee_chips=command.fee_chips,
            seed=command.seed,
            team=command.team,
            checked_in_at=at(live.clock.now_ms) if command.checked_in else None,
        )
        live.record("entered", entry=entry.pk, player=command.player, seed=command.seed)
        live.keep_captain(command.team)
        _buy(live, entry, command.chips, command.fee_chips, live.plan.stack_chips, purchase=1)
        live.note(command, entry=entry.pk)
    live.count_teams()


def check_in(live: LiveTournament, command: order.CheckIn) -> None:
    since = None if command.is_taken_back else at(live.clock.now_ms)
    Entry.objects.filter(pk=command.entry).update(checked_in_at=since)


def withdraw(live: LiveTournament, commands: Sequence[order.Withdraw]) -> None:
    for command in commands:
        entry = Entry.objects.get(pk=command.entry)
        _pay_back(live, [(entry.pk, command.chips, command.fee_chips)])
        if entry.stack_account is not None:
            mint = account_id_of(kind=AccountKind.MINT, ref=live.ref)
            post_transfers(
                [
                    TransferPlan.of(
                        key=f"withdraw:{live.ref}:{entry.pk}",
                        kind=TransferKind.CORRECTION,
                        postings=[
                            (entry.stack_account, -entry.stack_chips),
                            (mint, entry.stack_chips),
                        ],
                    )
                ]
            )
        Entry.objects.filter(pk=entry.pk).update(
            status=EntryStatus.WITHDRAWN,
            stack_chips=0,
            stack_account=None,  # whoever enters again has the same account for a new entry
            paid_chips=0,
            fee_chips=0,
            checked_in_at=None,
            team_code="",
        )
        live.keep_captain(entry.team, entry.team_code)
        live.record("withdrawn", entry=entry.pk)
        make_valid_again([entry.pk])
        live.note(command, entry=entry.pk)
    live.count_teams()


def re_enter(live: LiveTournament, command: order.ReEnter) -> None:
    entry = Entry.objects.get(pk=command.entry)
    entry.status, entry.heads, entry.absent_rounds = EntryStatus.IN, 1, 0
    entry.left_early = False
    entry.returns += 1
    live.record("back", entry=entry.pk)
    _purchase(live, command, entry, number=1 + entry.returns + entry.rebuys)


def buy(live: LiveTournament, command: order.Buy) -> None:
    entry = Entry.objects.get(pk=command.entry)
    if command.is_add_on:
        entry.has_add_on = True
        _purchase(live, command, entry, number=0)
    else:
        entry.rebuys += 1
        entry.heads += command.heads
        _purchase(live, command, entry, number=1 + entry.returns + entry.rebuys)


def _purchase(
    live: LiveTournament, command: order.ReEnter | order.Buy, entry: Entry, *, number: int
) -> None:
    entry.paid_chips += command.chips
    entry.fee_chips += command.fee_chips
    entry.save(
        update_fields=(
            *("status", "heads", "absent_rounds", "left_early", "returns", "rebuys", "has_add_on"),
            *("paid_chips", "fee_chips"),
        )
    )
    _buy(live, entry, command.chips, command.fee_chips, command.stack_chips, purchase=number)


def _buy(
    live: LiveTournament, entry: Entry, chips: int, fee: int, stack: int, *, purchase: int
) -> None:
    """Real chips into pool and fees, tournament chips out of the mint; 0 is the add-on."""
    plans = []
    if chips or fee:
        wallet = account_id_of(kind=AccountKind.WALLET, player_id=entry.player_id)
        plans.append(
            TransferPlan.of(
                key=f"entry:{live.ref}:{entry.pk}:{purchase}",
                kind=TransferKind.ENTRY,
                postings=[(wallet, -chips - fee), (_pool(live), chips), (_fees(live), fee)],
                actor_id=entry.player_id,
                memo=_why(live, "entry", entry.pk, purchase=purchase),
            )
        )
    if FORMATS[live.plan.format].plays_for_chips:
        if entry.stack_account is None:
            entry.stack_account = account_id_of(
                kind=AccountKind.TOURNAMENT_STACK, ref=live.ref, player_id=entry.player_id
            )
        mint = account_id_of(kind=AccountKind.MINT, ref=live.ref)
        plans.append(
            TransferPlan.of(
                key=f"issue:{live.ref}:{entry.pk}:{purchase}",
                kind=TransferKind.ISSUE,
                postings=[(mint, -stack), (entry.stack_account, stack)],
            )
        )
        entry.stack_chips += stack
        entry.save(update_fields=("stack_account", "stack_chips"))
    post_transfers(plans)


def rank(live: LiveTournament, commands: Sequence[order.Rank]) -> None:
    entries = array_text(command.entry for command in commands)
    ranked, fallen = row(_RANK, [entries, array_text(command.rank for command in commands)])
    if ranked != len(commands):
        raise AssertionError(f"tournament {live.id}: somebody is ranked twice")
    live.count(fallen=-fallen, ranked=ranked - fallen)
    live.note_each(commands)


def pay_prizes(live: LiveTournament, commands: Sequence[order.PayPrize]) -> None:
    """One transfer per winner, in portions that keep statements and memory small."""
    pool, kind = _pool(live), TransferKind.PRIZE.value
    for first in range(0, len(commands), PORTION):
        portion = commands[first : first + PORTION]
        facts = {
            "key": f"{kind}:{live.ref}:",
            "kind": kind,
            "pool": pool,
            "entries": array_text(command.entry for command in portion),
            "chips": array_text(command.chips for command in portion),
            "ranks": array_text(command.rank for command in portion),
            "tickets": array_text(int(command.ticket) for command in portion),
        }
        post_named(_PRIZES, facts)
        _won([(c.entry, c.chips, c.ticket) for c in portion])
    issue_tickets(live, commands)
    live.note_each(commands)


def move_ranks(live: LiveTournament, commands: Sequence[order.MoveRank]) -> None:
    give_ranks({command.entry: command.rank for command in commands})
    live.note_each(commands)


def give_ranks(ranks: Mapping[int, int]) -> None:
    """Other ranks by entry, for those who have one."""
    run(_MOVE_RANK, [list(ranks), list(ranks.values())])


def raise_prizes(live: LiveTournament, commands: Sequence[order.RaisePrize]) -> None:
    keys = [f"prize raised:{live.ref}:{command.entry}" for command in commands]
    memos = [_why(live, "prize_raised", command.entry) for command in commands]
    _pay(live, commands, keys, memos)


def pay_bounties(live: LiveTournament, commands: Sequence[order.PayBounty]) -> None:
    version = live.row.version
    keys = [f"bounty:{live.ref}:{one.out}:{one.entry}:{version}" for one in commands]
    memos = [_why(live, "bounty", one.entry, bounty=one.out) for one in commands]
    Entry.objects.filter(pk__in=[command.out for command in commands]).update(heads=0)
    _pay(live, commands, keys, memos)


def _pay(
    live: LiveTournament,
    commands: Sequence[order.RaisePrize | order.PayBounty],
    keys: Sequence[str],
    memos: Sequence[dict[str, Any]],
) -> None:
    """Out of the pool into wallets, each under its key and with what explains it."""
    pool, wallets = _pool(live), _wallets(command.entry for command in commands)
    post_transfers(
        [
            TransferPlan.of(
                key=key,
                kind=TransferKind.PRIZE,
                postings=[(pool, -command.chips), (wallets[command.entry], command.chips)],
                memo=memo,
            )
            for command, key, memo in zip(commands, keys, memos, strict=True)
        ]
    )
    _won([(command.entry, command.chips, False) for command in commands])
    live.note_each(commands)


def refund(live: LiveTournament, commands: Sequence[order.Refund]) -> None:
    _pay_back(live, [(c.entry, c.chips, c.fee_chips) for c in commands])
    _won([(c.entry, c.chips + c.fee_chips, False) for c in commands])
    if not live.field.eliminations:  # later it is a share of the pool, and nothing is undone
        make_valid_again(command.entry for command in commands)
    live.note_each(commands)


def _pay_back(live: LiveTournament, refunds: Sequence[tuple[int, int, int]]) -> None:
    pool, fees = _pool(live), _fees(live)
    wallets = _wallets(entry for entry, _, _ in refunds)
    post_transfers(
        [
            TransferPlan.of(
                key=f"refund:{live.ref}:{entry}",
                kind=TransferKind.REFUND,
                postings=[(pool, -chips), (fees, -fee), (wallets[entry], chips + fee)],
                memo=_why(live, "refund", entry),
            )
            for entry, chips, fee in refunds
            if chips + fee
        ]
    )


def _why(live: LiveTournament, why: str, entry: int, **more: int) -> dict[str, Any]:
    """What explains a transfer, kept with it: why, in which tournament, whose entry."""
    return {"tournament": live.id, "why": why, "entry": entry, **more}


def house_adds(live: LiveTournament) -> None:
    """The added money and what is missing to the guarantee, when the pool is final (PLAY-44)."""
    chips = live.plan.prizes.house_adds(live.field.paid_in_chips(live.plan))
    if chips:
        mint = account_id_of(kind=AccountKind.MINT)
        _post(live, "added", TransferKind.BONUS, [(mint, -chips), (_pool(live), chips)])


def close_books(live: LiveTournament, *, played: bool) -> None:
    """Fees to the house; added money that was not played for goes back. Both accounts empty."""
    pool, fees = _pool(live), _fees(live)
    accounts = ChipAccount.objects.filter(pk__in=[pool, fees])
    balances = dict(accounts.values_list("pk", "balance"))
    if balances[fees]:
        house = account_id_of(kind=AccountKind.HOUSE)
        _post(live, "fees", TransferKind.SETTLE, [(fees, -balances[fees]), (house, balances[fees])])
    if balances[pool] and not played:
        mint = account_id_of(kind=AccountKind.MINT)
        left = balances[pool]
        _post(live, "added back", TransferKind.CORRECTION, [(pool, -left), (mint, left)])
    elif balances[pool]:
        raise AssertionError(f"tournament {live.id}: {balances[pool]} chips are left in the pool")


def _post(
    live: LiveTournament, what: str, kind: TransferKind, postings: list[tuple[int, int]]
) -> None:
    memo = {"tournament": live.id}
    key = f"{what}:{live.ref}"
    post_transfers([TransferPlan.of(key=key, kind=kind, postings=postings, memo=memo)])


def _won(paid: Sequence[tuple[int, int, bool]]) -> None:
    run(_WIN, [list(column) for column in zip(*paid, strict=True)])


def _wallets(entries: Iterable[int]) -> dict[int, int]:
    return dict(rows(_WALLETS, [list(entries)]))


def _pool(live: LiveTournament) -> int:
    return account_id_of(kind=AccountKind.PRIZE_POOL, ref=live.ref)


def _fees(live: LiveTournament) -> int:
    return account_id_of(kind=AccountKind.FEE, ref=live.ref)
