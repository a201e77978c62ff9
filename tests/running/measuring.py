"""How long nothing moved at a platform's tables, asked of its database."""

from dataclasses import dataclass
from typing import Any

import psycopg

from tests.running.demo import Demo

LONGEST = """
SELECT coalesce(max(gap), 0)::float8 / 1000 FROM (
  SELECT at_ms - lag(at_ms, 1, %s::bigint) OVER (ORDER BY at_ms) AS gap FROM games_tableevent
  WHERE at_ms >= %s) AS gaps
"""


@dataclass(slots=True)
class Watcher:
    """Asks as the administrator, whose connections nobody hurts; patient while nobody answers."""

    site: Demo

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows; none while the database is away."""
        try:
            with psycopg.connect(
                self.site.dsn("postgres"), autocommit=True, connect_timeout=5
            ) as connection:
                cursor = connection.execute(sql, values)
                return cursor.fetchall() if cursor.description else []
        except psycopg.OperationalError:
            return []

    def number(self, sql: str, *values: Any) -> Any:
        """The one value; None while there is none."""
        rows = self.ask(sql, *values)
        return rows[0][0] if rows else None

    def events(self) -> int:
        """How many events the logs of all tables hold; -1 while the database is away."""
        found = self.number("SELECT count(*) FROM games_tableevent")
        return -1 if found is None else int(found)

    def longest_pause_since(self, at: float) -> float:
        """Seconds between two events anywhere, or from `at` to the first of them."""
        return float(self.number(LONGEST, *[round(at * 1000)] * 2))

    def workers_are_heard(self) -> bool:
        return bool(
            self.ask(
                "SELECT 1 FROM games_heartbeat WHERE service = 'work'"
                " AND beat_at > clock_timestamp() - interval '4 seconds'"
            )
        )
