"""The director: what a round costs as the field grows, and bulk writes against bare SQL.

In memory: whole tournaments through the same director and settlement as real ones. On the
database: seating, settling a round of all, and paying prizes, each in one transaction, against
one SQL statement that writes the same rows.
"""

from __future__ import annotations

import gc
import random
import resource
import time
from collections.abc import Sequence

from benchmarks.place import Place, place, set_up_django
from benchmarks.report import Result

FIELDS = (100, 1_000, 10_000, 100_000)
# Whole tournaments are played up to here; of larger ones, the first rounds.
WHOLE_MAX = 10_000
ROUNDS_MEASURED = 4_000
ROWS = (1_000, 10_000, 100_000)
SEATS = 4


def measure() -> list[Result]:
    results = [result for entries in FIELDS for result in _in_memory(entries)]
    with place() as here:
        set_up_django(here.environ)
        for entries in ROWS:
            results += _on_database(here, entries)
    return results


class _Cards:
    """Rounds like those of equal players, without playing them."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def round(self, seats: int) -> tuple[Sequence[object], int]:
        from games.settlement import SeatScore

        best = self.dice.randrange(40, 120)
        winner = self.dice.randrange(seats)
        scores = [
            SeatScore(best if seat == winner else best - self.dice.randrange(1, 90))
            for seat in range(seats)
        ]
        return scores, self.dice.randrange(60_000, 240_000)


def _in_memory(entries: int) -> list[Result]:
    """Microseconds per finished round in its first rounds, and a whole tournament."""
    from tournaments.director import STANDARD, Plan
    from tournaments.simulation.arena import Arena
    from tournaments.simulation.playing import ChanceDice, enter_field, play_out

    gc.collect()
    arena = Arena(Plan(seats=SEATS, stack_chips=1_000, schedule=STANDARD, buy_in_chips=100))
    enter_field(arena, entries)
    dice = ChanceDice(random.Random(entries))
    per_round = _first_rounds(entries)
    found = [Result(f"director.round.{entries}", round(per_round, 1), "µs per finished round")]
    if entries <= WHOLE_MAX:
        started = time.perf_counter()
        report = play_out(arena, _Cards(entries), dice)  # type: ignore[arg-type]  # duck-typed
        seconds = time.perf_counter() - started
        found.append(
            Result(
                f"director.tournament.{entries}",
                round(seconds, 2),
                f"s for {report.table_rounds} rounds",
            )
        )
    return found


def _first_rounds(entries: int) -> float:
    """Round after round at the tables of a full field: settle, rank, move, deal."""
    from tournaments.director import STANDARD, Plan
    from tournaments.simulation.arena import Arena
    from tournaments.simulation.carrying_out import advance
    from tournaments.simulation.playing import ChanceDice, enter_field

    arena = Arena(Plan(seats=SEATS, stack_chips=1_000, schedule=STANDARD, buy_in_chips=100))
    enter_field(arena, entries)
    dice, cards = ChanceDice(random.Random(1)), _Cards(1)
    advance(arena, dice)
    # The collector would walk the whole field again and again; a server never holds it in memory.
    gc.collect()
    gc.freeze()
    rounds = min(ROUNDS_MEASURED, entries // 2)
    spent = 0.0
    for _ in range(rounds):
        number = next(n for n in arena.dealt if n in arena.tables and not arena.tables[n].resting)
        arena.dealt.remove(number)
        dealt = arena.tables[number].dealt
        scores, _ = cards.round(len(dealt))
        started = time.perf_counter()
        arena.finish_round(number, dict(zip(dealt, scores, strict=True)))  # type: ignore[arg-type]
        advance(arena, dice)
        spent += time.perf_counter() - started
    gc.unfreeze()
    return 1e6 * spent / rounds


# --- on the database -----------------------------------------------------------------------------

_PEOPLE = """
INSERT INTO accounts_player (username, password, is_superuser, email, is_staff, is_active,
                             date_joined, is_guest, is_bot, bot_key, language)
SELECT 'bench %(run)s ' || i, '!', false, '', false, true, now(), false, true, 'safe', ''
FROM generate_series(1, %(entries)s) AS i;
INSERT INTO chip_account (kind, player_id, ref)
SELECT kind, id, CASE kind WHEN 'wallet' THEN '' ELSE 'tournament:%(tournament)s' END
FROM accounts_player, unnest(ARRAY['wallet', 'tournament_stack']) AS kind
WHERE username LIKE 'bench %(run)s %%';
INSERT INTO tournaments_entry (tournament_id, number, player_id, stack_chips, stack_account,
                               entered_at, met)
SELECT %(tournament)s, row_number() OVER (ORDER BY a.id), a.player_id, 1000, a.id, now(), '{}'
FROM chip_account a WHERE a.ref = 'tournament:%(tournament)s';
INSERT INTO chip_transfer (key, kind) VALUES ('bench issue %(run)s', 'issue');
INSERT INTO chip_account (kind, ref) VALUES ('mint', 'tournament:%(tournament)s'),
                                            ('prize_pool', 'tournament:%(tournament)s');
INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)
SELECT currval('chip_transfer_id_seq'), id,
       CASE kind WHEN 'mint' THEN -1000 * %(entries)s ELSE 1000 END,
       CASE kind WHEN 'mint' THEN -1000 * %(entries)s ELSE 1000 END, 1
FROM chip_account WHERE ref = 'tournament:%(tournament)s' AND kind <> 'prize_pool';
UPDATE chip_account SET version = 1,
       balance = CASE kind WHEN 'mint' THEN -1000 * %(entries)s ELSE 1000 END
WHERE ref = 'tournament:%(tournament)s' AND kind <> 'prize_pool';
ANALYZE tournaments_entry; ANALYZE chip_account; ANALYZE accounts_player;
"""
_FUND = """
SELECT ledger_post('bench fund %(tournament)s', 'grant',
    ARRAY[ledger_account('mint', NULL, ''),
          ledger_account('prize_pool', NULL, 'tournament:%(tournament)s')],
    ARRAY[-100 * %(entries)s, 100 * %(entries)s]::bigint[])
"""


def _on_database(here: Place, entries: int) -> list[Result]:
    ours = _Trial(here, entries, run="a")
    seconds = {"seat": ours.seat(), "settle": ours.settle(), "pay": ours.pay()}
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1_024
    bare = _Trial(here, entries, run="b")
    reference = {
        "seat": bare.time(_BARE_SEAT),
        "settle": bare.time(_BARE_SETTLE),
        "pay": bare.time(_BARE_PAY),
    }
    results = [
        Result(
            f"director.{what}.{entries}",
            round(entries / seconds[what]),
            "entries/s",
            "one SQL statement that writes the same rows",
            round(reference[what] / seconds[what], 3),
        )
        for what in seconds
    ]
    return [*results, Result(f"director.memory.{entries}", memory, "MB at most")]


class _Trial:
    """A tournament of so many entries with everything it needs, made by bare SQL."""

    def __init__(self, here: Place, entries: int, *, run: str) -> None:
        from django.utils import timezone

        from tournaments.director import Plan
        from tournaments.director.codec import to_json
        from tournaments.director.snapshot import Field
        from tournaments.services.opening import publish_tournament

        self.here, self.entries = here, entries
        plan = Plan(seats=SEATS, stack_chips=1_000, buy_in_chips=100)
        found = publish_tournament(name="Bench", plan=plan, starts_at=timezone.now())
        found.field = to_json(Field(entries=entries, buy_ins=entries, unseated=entries))
        found.save(update_fields=("field",))
        self.id = found.pk
        facts = {"run": f"{run}{entries}", "entries": entries, "tournament": self.id}
        here.sql(_PEOPLE % facts)
        here.sql(_FUND % facts)

    def time(self, statement: str) -> float:
        text = statement % {"tournament": self.id, "entries": self.entries}
        started = time.perf_counter()
        self.here.sql(text)
        return time.perf_counter() - started

    def seat(self) -> float:
        """The whole start: lots, seats, tables, and the first deal."""
        from tournaments.services.directing import look_after

        started = time.perf_counter()
        look_after(tournament_id=self.id)
        return time.perf_counter() - started

    def settle(self) -> float:
        """A round of every table, told beforehand, settled in one transaction."""
        from django.db import transaction

        from tournaments.director.settling import settle
        from tournaments.director.snapshot import Reach
        from tournaments.services.carrying_out import carry_out
        from tournaments.services.live import lock_tournament
        from tournaments.services.reading import load_snapshot

        self.here.sql(_TELL_ALL % {"tournament": self.id})
        started = time.perf_counter()
        with transaction.atomic():
            _without_haste()
            live = lock_tournament(self.id)
            live.count(finished=live.field.playing)
            snapshot = load_snapshot(live, Reach(settling=self.entries))
            carry_out(live, settle(snapshot))
            live.save()
        return time.perf_counter() - started

    def pay(self) -> float:
        """Ranks for everybody, and a prize for every tenth."""
        from django.db import transaction

        from tournaments.director.ranking import rank_survivors
        from tournaments.director.snapshot import Reach, Unranked
        from tournaments.services.carrying_out import carry_out
        from tournaments.services.live import lock_tournament
        from tournaments.services.reading import load_snapshot

        started = time.perf_counter()
        with transaction.atomic():
            _without_haste()
            live = lock_tournament(self.id)
            snapshot = load_snapshot(live, Reach(unranked=Unranked.ALL))
            carry_out(live, rank_survivors(snapshot))
            live.save()
        return time.perf_counter() - started


def _without_haste() -> None:
    """As `look_after` does: such a statement may take longer than a page may wait."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")


_TELL_ALL = """
UPDATE tournaments_tournamenttable SET result =
    '{"dealer": 0, "scores": [[60,0,0,0],[40,0,0,0],[30,0,0,0],[0,0,0,0]]}'
WHERE tournament_id = %(tournament)s AND is_open AND size = 4
"""
_BARE_SEAT = """
WITH opened AS (
  INSERT INTO tournaments_tournamenttable
         (tournament_id, number, size, resting, rounds, pcr, dealt, stacks)
  SELECT %(tournament)s, i, 4, false, 1, 2, '{1,2,3,4}', '{1000,1000,1000,1000}'
  FROM generate_series(1, %(entries)s / 4) AS i RETURNING number)
UPDATE tournaments_entry e SET table_number = 1 + drawn.place %% (%(entries)s / 4),
       seat = drawn.place / (%(entries)s / 4)
FROM (SELECT id, row_number() OVER (ORDER BY random()) - 1 AS place
      FROM tournaments_entry WHERE tournament_id = %(tournament)s) AS drawn
WHERE e.id = drawn.id
"""
_BARE_SETTLE = """
WITH paid AS (
  SELECT e.id, e.stack_account, e.table_number, a.balance, a.version,
         CASE e.seat WHEN 0 THEN 220 WHEN 1 THEN -40 WHEN 2 THEN -60 ELSE -120 END AS chips
  FROM tournaments_entry e JOIN chip_account a ON a.id = e.stack_account
  WHERE e.tournament_id = %(tournament)s
), moved AS (
  INSERT INTO chip_transfer (key, kind, memo)
  SELECT 'round:tournament:%(tournament)s:' || table_number || ':1', 'round',
         jsonb_build_object('table', table_number, 'round', 1)
  FROM paid GROUP BY table_number RETURNING id, memo
), posted AS (
  INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)
  SELECT moved.id, paid.stack_account, paid.chips, paid.balance + paid.chips, paid.version + 1
  FROM paid JOIN moved ON (moved.memo ->> 'table')::int = paid.table_number
), balanced AS (
  UPDATE chip_account a SET balance = a.balance + paid.chips, version = a.version + 1
  FROM paid WHERE a.id = paid.stack_account
), recorded AS (
  INSERT INTO tournaments_playedround (tournament_id, table_number, number, pcr, entries,
         stacks_chips, scores, changes_chips, decided_by, capped, settled_at)
  SELECT %(tournament)s, table_number, 1, 2, array_agg(id), '{1000,1000,1000,1000}',
         '[[60,0,0,0],[40,0,0,0],[30,0,0,0],[0,0,0,0]]', array_agg(chips), 'score', 0, now()
  FROM paid GROUP BY table_number
), rested AS (
  UPDATE tournaments_tournamenttable SET resting = true, result = NULL
  WHERE tournament_id = %(tournament)s
)
UPDATE tournaments_entry e SET stack_chips = e.stack_chips + paid.chips
FROM paid WHERE e.id = paid.id
"""
_BARE_PAY = """
WITH ranked AS (
  SELECT e.id, row_number() OVER (ORDER BY stack_chips DESC, e.number) AS place,
         a.id AS wallet, a.balance, a.version
  FROM tournaments_entry e JOIN chip_account a ON a.player_id = e.player_id AND a.kind = 'wallet'
  WHERE e.tournament_id = %(tournament)s
), won AS (SELECT * FROM ranked WHERE place <= %(entries)s / 10
), pool AS (
  SELECT id, balance, version FROM chip_account
  WHERE kind = 'prize_pool' AND ref = 'tournament:%(tournament)s'
), moved AS (
  INSERT INTO chip_transfer (key, kind, memo)
  SELECT 'prize:tournament:%(tournament)s:' || id, 'prize', jsonb_build_object('rank', place)
  FROM won RETURNING id, (memo ->> 'rank')::int AS place
), posted AS (
  INSERT INTO chip_posting (transfer_id, account_id, amount, balance_after, account_version)
  SELECT moved.id, won.wallet, 1000, won.balance + 1000, won.version + 1
  FROM won JOIN moved USING (place)
  UNION ALL
  SELECT moved.id, pool.id, -1000, pool.balance - 1000 * moved.place, pool.version + moved.place
  FROM moved, pool
), emptied AS (
  UPDATE chip_account a SET balance = 0, version = a.version + %(entries)s / 10
  FROM pool WHERE a.id = pool.id
), balanced AS (
  UPDATE chip_account a SET balance = a.balance + 1000, version = a.version + 1
  FROM won WHERE a.id = won.wallet
), decided AS (
  INSERT INTO tournaments_decision (tournament_id, kind, code, facts, entry_id, at)
  SELECT %(tournament)s, 'Rank', 'rank_by_chips',
         jsonb_build_object('rank', place, 'chips', 1000, 'tied', 1), id, now() FROM ranked
  UNION ALL
  SELECT %(tournament)s, 'PayPrize', 'prize_of_rank',
         jsonb_build_object('rank', place, 'places', 1), id, now() FROM won
)
UPDATE tournaments_entry e
SET rank = ranked.place,
    won_chips = CASE WHEN ranked.place <= %(entries)s / 10 THEN 1000 ELSE 0 END
FROM ranked WHERE e.id = ranked.id
"""
