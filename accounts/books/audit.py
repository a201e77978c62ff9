"""The ledger's own audit: that the books balance, account by account and transfer by transfer.

Each question is one SQL statement over a range of ids, so that millions of rows are read in
portions; all portions see the snapshot `accounts.audit` opened. The audit trusts neither triggers
nor constraints: it recomputes what they should have kept.
"""

from collections.abc import Iterator
from typing import Any

from django.db import connection

from accounts.audit import Fault, Figure, audit_check
from accounts.ledger.kinds import MINTING
from web.database.sql_files import read_sql

PORTION = 50_000

_CURRENCIES_SQL = """
    SELECT currency, sum(balance), -coalesce(sum(balance) FILTER (WHERE kind = 'mint'), 0)
      FROM chip_account GROUP BY currency ORDER BY currency
"""

_ACCOUNTS_SQL = """
    SELECT a.id, a.kind, a.balance, a.version, coalesce(p.line_count, 0),
           coalesce(p.line_sum, 0), coalesce(p.broken, 0)
      FROM chip_account a
      LEFT JOIN (
           SELECT account_id, count(*) AS line_count, sum(amount) AS line_sum,
                  count(*) FILTER (WHERE account_version <> place
                                      OR balance_after <> balance_before + amount) AS broken
             FROM (SELECT account_id, amount, account_version, balance_after,
                          row_number() OVER chain AS place,
                          lag(balance_after, 1, 0::bigint) OVER chain AS balance_before
                     FROM chip_posting
                    WHERE account_id BETWEEN %(first)s AND %(last)s
                   WINDOW chain AS (PARTITION BY account_id ORDER BY account_version)) AS lines
            GROUP BY account_id) AS p ON p.account_id = a.id
     WHERE a.id BETWEEN %(first)s AND %(last)s
       AND (a.balance <> coalesce(p.line_sum, 0) OR a.version <> coalesce(p.line_count, 0)
            OR p.broken > 0 OR (a.balance < 0 AND a.kind <> 'mint'))
     ORDER BY a.id
"""

_TRANSFERS_SQL = """
    SELECT coalesce(t.id, p.transfer_id), coalesce(t.key, ''), coalesce(t.kind, ''),
           count(p.id), coalesce(sum(p.amount), 0), count(DISTINCT a.currency),
           count(p.id) FILTER (WHERE a.id IS NULL), bool_or(a.kind = 'mint')
      FROM (SELECT * FROM chip_transfer WHERE id BETWEEN %(first)s AND %(last)s) AS t
      FULL JOIN (SELECT * FROM chip_posting
                  WHERE transfer_id BETWEEN %(first)s AND %(last)s) AS p ON p.transfer_id = t.id
      LEFT JOIN chip_account a ON a.id = p.account_id
     GROUP BY t.id, t.key, t.kind, p.transfer_id
    HAVING t.id IS NULL OR count(p.id) < 2 OR sum(p.amount) <> 0
        OR count(DISTINCT a.currency) <> 1 OR count(p.id) FILTER (WHERE a.id IS NULL) > 0
        OR (bool_or(a.kind = 'mint') AND t.kind <> ALL (%(minting)s))
     ORDER BY 1
"""

_SETTLED_POTS_SQL = """
    SELECT a.id, a.ref, a.balance FROM chip_account a
     WHERE a.kind = 'hold' AND a.balance <> 0
       AND EXISTS (SELECT FROM chip_posting p JOIN chip_transfer t ON t.id = p.transfer_id
                    WHERE p.account_id = a.id AND t.kind = 'settle')
     ORDER BY a.id
"""

_TRIGGERS_SQL = """
    SELECT tgname FROM pg_trigger WHERE tgname = ANY (%s) AND tgenabled IN ('O', 'A')
"""
_CONSTRAINTS_SQL = "SELECT conname FROM pg_constraint WHERE conname = ANY (%s) AND convalidated"
_FOREIGN_KEYS_SQL = """
    SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated
       AND conrelid IN ('chip_account'::regclass, 'chip_transfer'::regclass,
                        'chip_posting'::regclass)
"""
SEARCH_PATH = "search_path=public, pg_temp"
FOREIGN_KEYS = 4  # account → player, transfer → actor, posting → transfer and account
_FUNCTIONS_SQL = """
    SELECT proname, prosrc, prosecdef, coalesce(array_to_string(proconfig, ';'), '') FROM pg_proc
     WHERE proname LIKE 'ledger\\_%%' AND pronamespace = 'public'::regnamespace ORDER BY proname
"""

TRIGGERS = frozenset(
    {"chip_transfer_balances", "chip_transfer_stays", "chip_posting_stays", "chip_account_stays"}
)
CONSTRAINTS = frozenset(
    {
        "chip_account_identity",
        "chip_account_not_negative",
        "chip_account_owner",
        "chip_posting_moves",
        "chip_posting_one_line",
        "chip_posting_version",
        "chip_transfer_key",
    }
)
SQL_FILES = (
    "append_only",
    "ledger_account",
    "ledger_post",
    "ledger_causes",
    "ledger_post_set",
    "ledger_guards",
)


@audit_check("conservation")
def check_conservation() -> Iterator[Figure | Fault]:
    """P1: of every currency, all balances and the mint's debt sum to zero."""
    currencies = _rows(_CURRENCIES_SQL)
    yield Figure("currencies", len(currencies))
    for currency, total, issued in currencies:
        if currency == "chips":
            yield Figure("chips issued", int(issued))
        if total != 0:
            yield Fault("chips_not_conserved", currency, {"sum": int(total)})


@audit_check("chip accounts")
def check_accounts() -> Iterator[Figure | Fault]:
    """P3, P4: balance = sum of postings, numbered without a gap, each continuing the last."""
    yield _count("chip_account", "chip accounts")
    yield _count("chip_posting", "postings")
    for first, last in _portions("SELECT min(id), max(id) FROM chip_account"):
        for row in _rows(_ACCOUNTS_SQL, {"first": first, "last": last}):
            yield from _account_faults(*row)


def _account_faults(
    account_id: int,
    kind: str,
    balance: int,
    version: int,
    line_count: int,
    line_sum: int,
    broken: int,
) -> Iterator[Fault]:
    subject = f"chip account {account_id} ({kind})"
    if balance != line_sum:
        yield Fault("balance_drifted", subject, {"balance": balance, "postings": int(line_sum)})
    if version != line_count:
        yield Fault("postings_missing", subject, {"version": version, "postings": line_count})
    if broken:
        yield Fault("posting_chain_broken", subject, {"postings": broken})
    if balance < 0 and kind != "mint":
        yield Fault("negative_balance", subject, {"balance": balance})


@audit_check("transfers")
def check_transfers() -> Iterator[Figure | Fault]:
    """P2: every transfer has two postings or more of one currency that sum to zero."""
    yield _count("chip_transfer", "transfers")
    minting = [kind.value for kind in MINTING]
    bounds = """
        SELECT least((SELECT min(id) FROM chip_transfer), min(transfer_id)),
               greatest((SELECT max(id) FROM chip_transfer), max(transfer_id)) FROM chip_posting
    """
    for first, last in _portions(bounds):
        parameters = {"first": first, "last": last, "minting": minting}
        for row in _rows(_TRANSFERS_SQL, parameters):
            yield _transfer_fault(*row)


def _transfer_fault(
    transfer_id: int,
    key: str,
    kind: str,
    line_count: int,
    line_sum: int,
    currency_count: int,
    orphans: int,
    touches_mint: bool | None,
) -> Fault:
    subject = f"transfer {transfer_id} {key}".rstrip()
    facts = {"postings": line_count, "sum": int(line_sum)}
    if not key:
        return Fault("postings_without_transfer", subject, facts)
    if orphans:
        return Fault("postings_without_account", subject, facts | {"orphans": orphans})
    if line_count < 2 or line_sum != 0:
        return Fault("unbalanced_transfer", subject, facts)
    if currency_count != 1:
        return Fault("mixed_currencies", subject, facts | {"currencies": currency_count})
    return Fault("kind_may_not_mint", subject, facts | {"kind": kind, "mint": touches_mint})


@audit_check("settled pots")
def check_settled_pots() -> Iterator[Figure | Fault]:
    """P5: a pot that has been settled is empty."""
    for account_id, ref, balance in _rows(_SETTLED_POTS_SQL):
        yield Fault("settled_pot_not_empty", f"chip account {account_id} {ref}", {"left": balance})


@audit_check("ledger guards")
def check_guards() -> Iterator[Figure | Fault]:
    """The triggers are on, the constraints in force, the functions those of this release."""
    on = {name for (name,) in _rows(_TRIGGERS_SQL, [sorted(TRIGGERS)])}
    in_force = {name for (name,) in _rows(_CONSTRAINTS_SQL, [sorted(CONSTRAINTS)])}
    for name in sorted(TRIGGERS - on):
        yield Fault("guard_disabled", f"trigger {name}", {})
    for name in sorted(CONSTRAINTS - in_force):
        yield Fault("guard_disabled", f"constraint {name}", {})
    ((foreign_keys,),) = _rows(_FOREIGN_KEYS_SQL)
    if foreign_keys != FOREIGN_KEYS:
        yield Fault("guard_disabled", "foreign keys", {"of": FOREIGN_KEYS, "left": foreign_keys})
    released = "\n".join(read_sql("accounts", name) for name in SQL_FILES)
    functions = _rows(_FUNCTIONS_SQL)
    yield Figure("ledger functions", len(functions))
    for name, body, acts_as_owner, settings in functions:
        trusted = settings == SEARCH_PATH or not (settings or acts_as_owner)
        if body not in released or not trusted:
            yield Fault("function_replaced", name, {"settings": settings})


def _rows(statement: str, parameters: Any = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _count(table: str, name: str) -> Figure:
    ((count,),) = _rows(f'SELECT count(*) FROM "{table}"')  # noqa: S608  # our own table names
    return Figure(name, count)


def _portions(bounds_statement: str) -> Iterator[tuple[int, int]]:
    """Ranges of ids that cover what `bounds_statement` found, a portion at a time."""
    ((lowest, highest),) = _rows(bounds_statement)
    if lowest is None:
        return
    for first in range(lowest, highest + 1, PORTION):
        yield first, min(first + PORTION - 1, highest)
