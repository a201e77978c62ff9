"""The ledger's own audit: that the books balance, account by account and transfer by transfer.

Each question is one SQL statement over a range of ids, so that millions of rows are read in
portions; all portions see the snapshot `accounts.audit` opened. The audit trusts neither triggers
nor constraints: it recomputes what they should have kept.
"""

from collections.abc import Iterator

from accounts.audit import Fault, Figure, audit_check
from accounts.ledger.kinds import MINTING
from web.database import sql

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

_FLOWS_SQL = """
    SELECT t.id, t.key, t.kind, a.id
      FROM chip_transfer t
      JOIN chip_posting p ON p.transfer_id = t.id
      JOIN chip_account a ON a.id = p.account_id
     WHERE t.id BETWEEN %(first)s AND %(last)s AND (
           ledger_flows(t.kind, a.kind, p.amount < 0) IS NOT TRUE
           OR t.kind IN ('grant', 'refill') AND p.amount > 0 AND NOT (
              t.key = 'grant:' || a.player_id
              OR t.key LIKE 'refill:' || a.player_id || ':____-__-__')
           OR t.kind = 'bonus' AND p.amount > 0 AND t.key <> 'added:' || a.ref)
     ORDER BY t.id
"""

_SETTLED_POTS_SQL = """
    SELECT a.id, a.ref, a.balance FROM chip_account a
     WHERE a.kind = 'hold' AND a.balance <> 0
       AND EXISTS (SELECT FROM chip_posting p JOIN chip_transfer t ON t.id = p.transfer_id
                    WHERE p.account_id = a.id AND t.kind = 'settle')
     ORDER BY a.id
"""


@audit_check("conservation", quick=True)
def check_conservation() -> Iterator[Figure | Fault]:
    """P1: of every currency, all balances and the mint's debt sum to zero."""
    currencies = sql.rows(_CURRENCIES_SQL)
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
        for row in sql.rows(_ACCOUNTS_SQL, {"first": first, "last": last}):
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
        for row in sql.rows(_TRANSFERS_SQL, parameters):
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


@audit_check("flows")
def check_flows() -> Iterator[Figure | Fault]:
    """Chips went only where their kind sends them, and gifts to whom their key names."""
    for first, last in _portions("SELECT min(id), max(id) FROM chip_transfer"):
        for row in sql.rows(_FLOWS_SQL, {"first": first, "last": last}):
            transfer_id, key, kind, account = row
            subject = f"transfer {transfer_id} {key}"
            yield Fault("transfer_without_cause", subject, {"kind": kind, "account": account})


@audit_check("settled pots")
def check_settled_pots() -> Iterator[Figure | Fault]:
    """P5: a pot that has been settled is empty."""
    for account_id, ref, balance in sql.rows(_SETTLED_POTS_SQL):
        yield Fault("settled_pot_not_empty", f"chip account {account_id} {ref}", {"left": balance})


def _count(table: str, name: str) -> Figure:
    (count,) = sql.row(f'SELECT count(*) FROM "{table}"')  # noqa: S608  # our own table names
    return Figure(name, count)


def _portions(bounds_statement: str) -> Iterator[tuple[int, int]]:
    """Ranges of ids that cover what `bounds_statement` found, a portion at a time."""
    lowest, highest = sql.row(bounds_statement)
    if lowest is None:
        return
    for first in range(lowest, highest + 1, PORTION):
        yield first, min(first + PORTION - 1, highest)
