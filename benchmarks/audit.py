"""The audit on a million transfers: how long it takes, and what of it the chain and causes cost."""

import time

from benchmarks.ledger import ACCOUNTS, FUND
from benchmarks.place import place, set_up_django
from benchmarks.report import Result
from benchmarks.sizes import sized

TRANSFERS = sized(1_000_000, 4_000)
ADDED = ("chain", "database")  # since the audit believed what was written
# Everybody pays their neighbour one chip, again and again: what `ledger_post` would have written,
# without asking it a million times.
FILL = f"""
SET session_replication_role = replica;
CREATE TEMP TABLE stack AS
  SELECT id, row_number() OVER (ORDER BY id) - 1 AS place
  FROM chip_account WHERE kind = 'tournament_stack';
INSERT INTO chip_transfer (key, kind, memo, created_at)
  SELECT 'round:bench:' || i, 'round', '{{}}', now() FROM generate_series(0, {TRANSFERS} - 1) AS i;
CREATE TEMP TABLE written AS
  SELECT id, row_number() OVER (ORDER BY id) - 1 AS i FROM chip_transfer WHERE kind = 'round';
INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)
  SELECT w.id, s.id, -1, 1000000 - (s.place = 0)::int,
         2 + 2 * (w.i / {ACCOUNTS}) + (s.place <> 0)::int
  FROM written w JOIN stack s ON s.place = w.i % {ACCOUNTS}
  UNION ALL
  SELECT w.id, s.id, 1, 1000001 - (s.place = 0)::int,
         2 + 2 * (w.i / {ACCOUNTS}) + (s.place = 0)::int
  FROM written w JOIN stack s ON s.place = (w.i + 1) % {ACCOUNTS};
UPDATE chip_account SET version = version + 2 * ({TRANSFERS} / {ACCOUNTS})
  WHERE kind = 'tournament_stack';
ANALYZE;
"""


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        here.sql(FUND)
        here.sql(FILL)
        from backoffice.chain import sealing

        begun = time.perf_counter()
        while sealing.seal() is not None:
            pass
        sealed = time.perf_counter() - begun
        parts = _by_check()
        whole = sum(parts.values())
        before = whole - sum(parts[name] for name in ADDED)
    return [
        Result("audit.whole", round(whole, 2), "s", f"{TRANSFERS:,} transfers"),
        Result("audit.times", round(whole / before, 2), "×", "without chain and schema"),
        *(Result(f"audit.{name}", round(parts[name], 2), "s") for name in (*ADDED, "transfers")),
        Result("audit.seal", round(sealed, 2), "s", "sealing all of them"),
    ]


def _by_check() -> dict[str, float]:
    """Seconds each check takes, in one audit."""
    from accounts.audit import Fault, run_audit

    spent: dict[str, float] = {}
    at = time.perf_counter()
    for finding in run_audit():
        if isinstance(finding.found, Fault):
            raise AssertionError(str(finding.found))
        now = time.perf_counter()
        spent[finding.check] = spent.get(finding.check, 0.0) + now - at
        at = now
    return spent
