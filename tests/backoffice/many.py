"""A house with as many rows of everything as one likes, made by the database in one go.

The books it makes are in order: every wallet holds what the mint has given it.
"""

import re
from typing import Any

from tests.backoffice.many_more import fill_lists, unguarded

MANY = 10_000
_INTO = re.compile(r"(?:INSERT INTO|CREATE TEMP TABLE) (\w+)")
GUARDED = ("chip_account", "chip_transfer", "chip_posting")
PLAYERS = """
INSERT INTO accounts_player (username, skeleton, password, is_superuser, email, is_staff, is_active,
                             date_joined, is_guest, is_bot, bot_key, language)
SELECT 'many ' || i, 'many ' || i, '!', false, '', false, true, now() - make_interval(secs => i),
       false, false, '', '' FROM generate_series(1, %(rows)s) AS i
"""
ACCOUNTS = """
INSERT INTO chip_account (kind, player_id, ref, balance, version)
SELECT 'wallet', id, '', 1000, 1 FROM accounts_player WHERE username LIKE 'many %%'
"""
TRANSFERS = """
INSERT INTO chip_transfer (key, kind, actor_id, memo, created_at)
SELECT 'grant:many:' || player_id, 'grant', NULL, '{}',
       now() - make_interval(secs => id * 60 %% 8000000)
FROM chip_account a WHERE kind = 'wallet' AND EXISTS (
  SELECT 1 FROM accounts_player p WHERE p.id = a.player_id AND p.username LIKE 'many %%')
ORDER BY id DESC
"""
MINT = "SELECT ledger_account('mint', NULL, '')"
POSTINGS = """
WITH mint AS (SELECT id, balance, version FROM chip_account WHERE kind = 'mint' AND ref = ''),
made AS (
  SELECT t.id AS transfer_id, a.id AS account_id, row_number() OVER (ORDER BY t.id) AS at
  FROM chip_transfer t
  JOIN chip_account a ON t.key = 'grant:many:' || a.player_id AND a.kind = 'wallet'
), posted AS (
  INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)
  SELECT transfer_id, account_id, 1000, 1000, 1 FROM made
  UNION ALL
  SELECT made.transfer_id, mint.id, -1000, mint.balance - 1000 * at, mint.version + at
  FROM made, mint
)
UPDATE chip_account c SET balance = c.balance - 1000 * n, version = c.version + n
FROM (SELECT count(*) AS n FROM made) AS made, mint WHERE c.id = mint.id
"""
TABLES = """
INSERT INTO games_table (name, called_after, status, preset, terms, seats_max, stake_chips,
                         is_private, invite_code, is_standing, version, state, sheet,
                         created_at, started_at, finished_at, booked_at)
SELECT 'many ' || i, '', 'finished', m.preset, m.terms, 2, 50, false, '', false, 2, '', '[]',
       now() - make_interval(secs => i * 60), now(), now() - make_interval(secs => i * 60), now()
FROM generate_series(1, %(rows)s) AS i, (SELECT preset, terms FROM games_table LIMIT 1) AS m
"""
# Who and what has which number, where rows of one table stand on those of another.
NUMBERED = """
CREATE TEMP TABLE many_player AS SELECT row_number() OVER (ORDER BY id) AS i, id
  FROM accounts_player WHERE username LIKE 'many %%';
CREATE UNIQUE INDEX ON many_player (i);
CREATE TEMP TABLE many_table AS SELECT row_number() OVER (ORDER BY id) AS i, id
  FROM games_table WHERE name LIKE 'many %%';
CREATE UNIQUE INDEX ON many_table (i)
"""
# The first of them sits at every second table, as a bot does that everybody plays against.
SEATS = """
INSERT INTO games_seat (table_id, number, player_id, stake_chips, payout_chips, joined_at)
SELECT t.id, s.number, p.id, 50, CASE WHEN s.number = t.i %% 2 THEN 100 ELSE 0 END, now()
FROM many_table t CROSS JOIN (VALUES (0), (1)) AS s (number)
JOIN many_player p ON p.i = CASE WHEN s.number = 1 AND t.i %% 2 = 0 THEN 1
                            ELSE 1 + (t.i * (1 + s.number) + s.number * 7) %% %(rows)s END
ON CONFLICT DO NOTHING
"""
EVENTS = """
INSERT INTO games_tableevent (table_id, seq, kind, payload, at_ms)
SELECT id, 2, 'match_finished',
       '{"winners": [0], "totals": [120, 60], "payouts": [100, 0], "reason": "point_limit"}', 1
FROM many_table
"""
ACTS = """
INSERT INTO staff_act (at, actor_id, act, subject, reason, before, after)
SELECT now(), %(actor)s, 'note_written', 'player:' || i, 'many', '{}', '{}'
FROM generate_series(1, %(rows)s) AS i
"""
SEEN = """
INSERT INTO player_seen (player_id, kind, digest, first_at, last_at, times)
SELECT id, 'network', md5((id / 3)::text), now(), now(), 1
FROM accounts_player WHERE username LIKE 'many %%'
"""
CORRECTIONS = """
INSERT INTO chip_correction (account_id, counter_id, amount_chips, reason, status, needs_second,
                             requested_by_id, decision)
SELECT a.id, m.id, 5, 'many', 'requested', true, %(actor)s, ''
FROM chip_account a, chip_account m
WHERE a.kind = 'wallet' AND m.kind = 'mint' AND m.ref = '' ORDER BY a.id LIMIT %(rows)s / 10
"""
REPORTS = """
INSERT INTO games_chatreport (table_id, number, author_id, reporter_id, reason, note, context,
                              created_at, outcome)
SELECT p.id, 1, p.id, p.id, 'insult', '', '[]', now(), ''
FROM accounts_player p WHERE p.username LIKE 'many %%' ORDER BY id LIMIT %(rows)s / 10
"""
MINUTES = """
INSERT INTO minute_figures (at, figures)
SELECT date_trunc('minute', now()) - make_interval(mins => i),
       '{"players_acting": 5, "moves_last_minute": 100, "chips": {}}'
FROM generate_series(0, 400) AS i ON CONFLICT DO NOTHING
"""
STEPS = (
    *(PLAYERS, ACCOUNTS, MINT, TRANSFERS, POSTINGS, TABLES, NUMBERED, SEATS, EVENTS),
    *(ACTS, SEEN, CORRECTIONS, REPORTS, MINUTES),
)


def fill(owner: Any, *, rows: int, actor: int) -> None:
    """So many players, transfers, tables and acts more; `owner` is a cursor of who owns the tables.

    There must be one table already, whose terms the others take.
    """
    values = {"rows": rows, "actor": actor}
    with unguarded(owner, *GUARDED):
        for step in STEPS:
            owner.execute(step, {name: values[name] for name in values if f"%({name})s" in step})
            # Each step joins what the last ones made: without figures a join is tried row by row.
            if rows >= MANY:
                for table in _INTO.findall(step):
                    owner.execute(f"ANALYZE {table}")
    fill_lists(owner, rows=rows, actor=actor)
