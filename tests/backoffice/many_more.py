"""As many rows of everything else that the plain administration lists.

A table is described by what is particular about it; what a column demands beyond that follows from
its type. Each row stands on a number `i`; `p`, `t` and `c` are the player, table and tournament of
that number.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

TOURNAMENTS = """
CREATE TEMP TABLE many_tournament AS SELECT row_number() OVER (ORDER BY id) AS i, id
  FROM tournaments_tournament WHERE name LIKE 'many %%';
CREATE UNIQUE INDEX ON many_tournament (i)
"""
ONE_TOURNAMENT = "(SELECT id FROM many_tournament WHERE i = 1)"
FIRST_ENTRY = "(SELECT min(id) FROM tournaments_entry)"
ONE_ENDPOINT = "(SELECT min(id) FROM accounts_webhookendpoint)"
ONE_SEASON = "(SELECT id FROM accounts_season ORDER BY number DESC LIMIT 1)"
# What a column that must hold something holds where nothing is said about it.
BY_TYPE = {
    "bigint": "0",
    "integer": "0",
    "smallint": "0",
    "double precision": "0",
    "character varying": "''",
    "text": "''",
    "boolean": "false",
    "jsonb": "'{}'",
    "bytea": "''",
    "uuid": "gen_random_uuid()",
    "ARRAY": "'{}'",
    "timestamp with time zone": "now() - make_interval(secs => i)",
}
# When the tournament of that number was: three an hour.
AGO_MS = "(1000 * extract(epoch FROM now()))::bigint - 1200000 * i"
LATER = "now() + make_interval(hours => 1)"
# By table: what its columns hold. In this order, since some stand on others.
TABLES: dict[str, dict[str, str]] = {
    "tournaments_tournament": {
        "name": "'many ' || i",
        "phase": "'finished'",
        "plan": """'{"format": "freezeout", "entries": {"starts_when_full": false}}'""",
        "clock": f"""jsonb_build_object('now_ms', {AGO_MS}, 'starts_at_ms', {AGO_MS})""",
        "field": """'{"entries": 1}'""",
    },
    "tournaments_entry": {
        "number": "i",
        "status": "'out'",
        "rank": "i",
        "player_id": "p.id",
        "tournament_id": ONE_TOURNAMENT,
    },
    "tournaments_playedround": {
        "table_number": "1 + i %% 500",
        "number": "1 + i / 500",
        "entries": f"ARRAY[{FIRST_ENTRY} + i - 1, {FIRST_ENTRY} + i %% %(rows)s]",
        "pcr": "4",
        "scores": "'[[40], [10]]'",
        "stacks_chips": "'{1000, 1000}'",
        "changes_chips": "'{120, -120}'",
        "decided_by": "'played'",
        "tournament_id": ONE_TOURNAMENT,
    },
    "tournaments_decision": {
        "kind": "'seat'",
        "code": "'pace_of_plan'",
        "entry_id": "i",
        "tournament_id": ONE_TOURNAMENT,
    },
    "tournaments_deskact": {
        "key": "'many ' || i",
        "kind": "'pause'",
        "actor_id": "%(actor)s",
        "tournament_id": ONE_TOURNAMENT,
    },
    "tournaments_directorcall": {
        "matter": "'other'",
        "player_id": "p.id",
        "tournament_id": ONE_TOURNAMENT,
    },
    "tournaments_tournamentdirector": {"player_id": "p.id", "tournament_id": "c.id"},
    "tournaments_tournamentdraft": {"name": "'many ' || i"},
    "games_round": {
        "number": "1",
        "table_id": "t.id",
        "commitment": "md5(i::text)",
        "ended_at": "now()",
        "booked_at": "now()",
    },
    "games_outboxmessage": {"topic": "'many'", "done_at": "now()"},
    "accounts_apitoken": {
        "digest": "md5(i::text)",
        "token_key": "'many' || i",
        "name": "'many ' || i",
        "user_id": "p.id",
    },
    "accounts_membership": {"key": "'many ' || i", "player_id": "p.id", "ends_at": LATER},
    "accounts_premiumticket": {"code": "'MANY' || i", "days": "30"},
    "accounts_season": {"number": "1000 + i", "ends_at": LATER, "closed_at": "now()"},
    "accounts_seasonstanding": {
        "division": "1 + i %% 4",
        "points": "i %% 500",
        "player_id": "p.id",
        "season_id": ONE_SEASON,
    },
    "accounts_career": {"player_id": "p.id", "experience": "i", "mu": "25"},
    "accounts_matchrecord": {
        "player_id": "(SELECT id FROM many_player WHERE i = 1)",
        "match": "'table:' || t.id",
        "game": "'gin_palast'",
        "opponents": "ARRAY[p.id]",
        "place": "1 + i %% 2",
        "mu": "25",
        "rated_as": "i",
    },
    "accounts_silence": {"player_id": "p.id", "until": LATER, "reason": "'many'"},
    "accounts_webhookendpoint": {"name": "'many ' || i", "url": "'https://example.com/' || i"},
    "accounts_webhookevent": {"key": "'many ' || i", "kind": "'ping'", "is_handed_out": "true"},
    "accounts_webhookdelivery": {
        "state": "'delivered'",
        "endpoint_id": ONE_ENDPOINT,
        "event_id": "(SELECT min(id) FROM accounts_webhookevent) + i - 1",
    },
    "account_emailaddress": {"email": "'many' || i || '@example.com'", "user_id": "p.id"},
}
# Some things a house has a handful of, however long it runs.
FEW = {"accounts_season": 40, "accounts_webhookendpoint": 40}
_DEMANDED = """
SELECT column_name, data_type FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = %s AND is_nullable = 'NO'
  AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER'
"""
_INSERT = """
INSERT INTO {table} ({columns}) SELECT {values}
FROM generate_series(1, %(rows)s) AS i
LEFT JOIN many_player p USING (i) LEFT JOIN many_table t USING (i) {tournaments}
ON CONFLICT DO NOTHING
"""


@contextmanager
def unguarded(owner: Any, *tables: str) -> Iterator[None]:
    """Without triggers, which are back whatever happens: the next test's database is this one."""
    for table in tables:
        owner.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    try:
        yield
    finally:
        for table in tables:
            owner.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def fill_lists(owner: Any, *, rows: int, actor: int) -> None:
    """So many rows of everything in `TABLES`, once there are as many players and tables."""
    for table, particular in TABLES.items():
        values = {"rows": min(rows, FEW.get(table, rows)), "actor": actor}
        statement = _statement(owner, table, particular)
        with unguarded(owner, table):
            owner.execute(
                statement, {name: values[name] for name in values if f"%({name})s" in statement}
            )
        owner.execute(f"ANALYZE {table}")
        if table == "tournaments_tournament":
            owner.execute(TOURNAMENTS)
    owner.execute("DROP TABLE many_player, many_table, many_tournament")


def _statement(owner: Any, table: str, particular: dict[str, str]) -> str:
    owner.execute(_DEMANDED, [table])
    columns = {name: BY_TYPE[kind] for name, kind in owner.fetchall()} | particular
    first = table == "tournaments_tournament"
    return _INSERT.format(
        table=table,
        columns=", ".join(f'"{name}"' for name in columns),
        values=", ".join(columns.values()),
        tournaments="" if first else "LEFT JOIN many_tournament c USING (i)",
    )
