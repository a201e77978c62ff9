"""A tournament inside a transaction: its locked row, its clock and its counters."""

import datetime as dt
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import orjson
from django.db import connection

from games.moves.decks import unseal
from games.moves.errors import NotFound
from rummy.match import MatchTerms
from tournaments.director import FORMATS, Clock, Command, Field, Phase, Plan, wake_at
from tournaments.director.codec import to_json
from tournaments.models import Entry, Tournament, TournamentSecret
from tournaments.running.lots import CommittedDice, entrants_seed
from web.database.sql import row, rows
from web.finding import or_raise
from web.whence import whence

# Lines of COPY: as arrays, documents or models, both Python and the database would take longer.
_NOTE = """
COPY tournaments_decision (tournament_id, kind, code, facts, entry_id, table_number, at) FROM STDIN
"""
_RECORD = "COPY tournaments_courseevent (tournament_id, kind, facts) FROM STDIN"
_NOBODY = "\\N"
TEAM_CODE_DIGITS = 6
# So many decisions wait in memory at most.
PORTION = 5_000
# The dispatcher listens where tables tell their versions; this tells of none: the message waits.
_RING = """
WITH told AS (
  INSERT INTO games_outboxmessage (topic, payload, created_at, attempts, came_from)
  VALUES ('tournament_asks', jsonb_build_object('tournament', %s::bigint),
          clock_timestamp(), 0, %s))
SELECT pg_notify('jeton_tables', '[]')
"""


@dataclass(slots=True)
class LiveTournament:
    """The row as locked; `save` writes back what the commands changed."""

    row: Tournament
    plan: Plan
    clock: Clock
    field: Field
    decisions: list[str]
    course: list[str]
    opened_dice: CommittedDice | None = None

    @property
    def id(self) -> int:
        return self.row.pk

    @property
    def ref(self) -> str:
        return self.row.ref

    @property
    def dice(self) -> CommittedDice:
        """Opened only when a step is to be decided."""
        if self.opened_dice is None:
            secret = TournamentSecret.objects.get(tournament_id=self.id)
            self.opened_dice = CommittedDice(
                self.id, unseal(bytes(secret.sealed_seed)), self._entrants_seed, self._drawn
            )
        return self.opened_dice

    def _entrants_seed(self) -> str:
        """Fixed by the first lot, which falls when the tournament begins."""
        if self.row.entrants_seed is None:
            playing = Entry.objects.filter(tournament_id=self.id, status="in").order_by("pk")
            given = playing.values_list("pk", "seed")
            self.row.entrants_seed = entrants_seed(self.id, given)
        return self.row.entrants_seed

    def _drawn(self, purpose: str, among: list[int]) -> None:
        self.record("drawn", purpose=purpose, among=among)

    @property
    def nobody_reports(self) -> bool:
        """No game was named, and it is no trial: it could never end."""
        return self.row.terms is None and not self.row.is_trial

    @property
    def has_game_tables(self) -> bool:
        """Cards are dealt here; else rounds are reported: from real tables, or in a trial."""
        return self.row.terms is not None and not self.plan.real_tables

    @property
    def terms(self) -> MatchTerms:
        return MatchTerms.from_json(self.row.terms or {})

    def count(self, **changes: int) -> None:
        """Add to counters of the field what no command knows by itself."""
        self.field = self.field.plus(**changes)

    def count_tables(self, changes: Iterable[tuple[int, int, int]]) -> None:
        """Add (size, tables, resting) to the table of sizes."""
        sizes = {size: (tables, resting) for size, tables, resting in self.field.sizes}
        for size, tables, resting in changes:
            had = sizes.get(size, (0, 0))
            sizes[size] = (had[0] + tables, had[1] + resting)
        found = tuple((size, *sizes[size]) for size in sorted(sizes) if sizes[size][0])
        if any(min(counts) < 0 for counts in sizes.values()):
            raise AssertionError(f"tournament {self.id}: tables do not add up, {sizes}")
        self.field = replace(self.field, sizes=found)

    def note(self, command: Command, *, entry: int | None = None, table: int | None = None) -> None:
        """Remember why something was done."""
        facts = orjson.dumps(dict(command.reason.facts)).decode().replace("\\", "\\\\")
        whom = _NOBODY if entry is None else entry
        where = _NOBODY if table is None else table
        kind, code = type(command).__name__, command.reason.code
        self.decisions.append(f"{self.row.pk}\t{kind}\t{code}\t{facts}\t{whom}\t{where}")
        if len(self.decisions) >= PORTION:
            self._write_decisions()

    def note_each(self, commands: Iterable[Command]) -> None:
        """Remember why each was done; whom and which table it concerns is in the command."""
        for command in commands:
            entry, table = getattr(command, "entry", None), getattr(command, "table", None)
            self.note(command, entry=entry, table=table or None)

    def count_teams(self) -> None:
        """Where teams play, after somebody came, went or changed; who has none is one alone."""
        if not FORMATS[self.plan.format].in_teams:
            return
        entered = Entry.objects.filter(tournament_id=self.id).entered()
        named = entered.exclude(team="").values("team").distinct().count()
        self.field = replace(self.field, teams=named + entered.filter(team="").count())

    def keep_captain(self, team: str, code: str = "") -> None:
        """Its `code` lies with whoever founded a team; once they are gone with the next to have
        entered, and with a person before a bot of the house, which hands nothing out.
        """
        if not team:
            return
        members = Entry.objects.filter(tournament_id=self.id).entered()
        ours = members.filter(team=team).select_related("player")
        captain = ours.exclude(team_code="").first()
        first = ours.order_by("player__is_bot", "number").first()
        if first is None or (captain is not None and not captain.player.is_bot):
            return
        if captain is not None:
            code = captain.team_code
            Entry.objects.filter(pk=captain.pk).update(team_code="")
        self.give_code(first.pk, code)

    def give_code(self, captain: int, code: str = "") -> None:
        """This entry leads its team with this code, or with a new one that no other team has."""
        members = Entry.objects.filter(tournament_id=self.id).entered()
        while not code or members.filter(team_code=code).exists():
            code = f"{secrets.randbelow(10**TEAM_CODE_DIGITS):0{TEAM_CODE_DIGITS}}"
        Entry.objects.filter(pk=captain).update(team_code=code)

    def record(self, kind: str, **facts: Any) -> None:
        """Remember a lot, or what becomes of a seat: all that proves who sat where, and why."""
        words = orjson.dumps(facts).decode().replace("\\", "\\\\")
        self.course.append(f"{self.row.pk}\t{kind}\t{words}\n")
        if len(self.course) >= PORTION:
            self._write_course()

    def _write_course(self) -> None:
        if self.course:
            with connection.cursor() as cursor, cursor.copy(_RECORD) as copy:
                copy.write("".join(self.course))
            self.course.clear()

    def _write_decisions(self) -> None:
        self._write_course()
        if not self.decisions:
            return
        end = f"\t{at(self.clock.now_ms).isoformat()}\n"
        with connection.cursor() as cursor, cursor.copy(_NOTE) as copy:
            copy.write(end.join(self.decisions) + end)
        self.decisions.clear()

    @property
    def due_at(self) -> dt.datetime | None:
        """When time alone next changes something."""
        due_ms = wake_at(self.plan, self.clock)
        return None if due_ms is None else at(due_ms)

    @property
    def due_after_rest(self) -> dt.datetime | None:
        """The same once the director has come to rest: an hour that has passed changes nothing
        more by itself. Whatever happens at a table is looked at anyway."""
        due_at = self.due_at
        return None if due_at is not None and due_at <= at(self.clock.now_ms) else due_at

    def save(self, *, look_soon: bool = False, has_rested: bool = False) -> None:
        """Write the row and the decisions; part of the transaction that locked it.

        With `look_soon` somebody has asked for something that the director must see: the field
        may be full now, a player may wait for a seat. `has_rested` says that the director has
        just looked.
        """
        row = self.row
        row.clock, row.field = to_json(self.clock), to_json(self.field)
        row.phase = self.clock.phase.value
        due_at = self.due_after_rest if has_rested else self.due_at
        row.wake_at = at(self.clock.now_ms) if look_soon else due_at
        row.version += 1
        changed = ["clock", "field", "phase", "wake_at", "version", "entrants_seed"]
        if self.clock.phase.is_over and row.finished_at is None:
            row.finished_at = at(self.clock.now_ms)
            row.revealed_seed = self.dice.seed.hex()
            row.entrants_seed = row.entrants_seed or ""
            changed += ["finished_at", "revealed_seed"]
            TournamentSecret.objects.filter(tournament_id=self.id).delete()
        row.save(update_fields=changed)
        # Before the start nobody waits, and the sweep is soon enough.
        if look_soon and self.clock.phase in (Phase.RUNNING, Phase.BREAK):
            rows(_RING, [self.id, whence()])
        self._write_decisions()


def lock_tournament(tournament_id: int) -> LiveTournament:
    """The tournament, locked until the transaction ends, with the database's time.

    Raises NotFound(tournament_not_found).
    """
    live = lock_if_free(tournament_id, wait=True)
    return or_raise(live, NotFound("tournament_not_found", tournament=tournament_id))


def lock_if_free(tournament_id: int, *, wait: bool) -> LiveTournament | None:
    """The locked tournament; without `wait`, None while somebody else looks after it."""
    rows = Tournament.objects.select_for_update(no_key=True, skip_locked=not wait)
    found = rows.filter(pk=tournament_id).first()
    if found is None:
        return None
    plan, clock, field = found.records()
    return LiveTournament(
        row=found,
        plan=plan,
        clock=replace(clock, now_ms=max(now_ms(), clock.now_ms)),
        field=field,
        decisions=[],
        course=[],
    )


def now_ms() -> int:
    """The database's clock in milliseconds; it may go on within a transaction."""
    (now,) = row("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    return int(now)


def array_text(values: Iterable[int]) -> str:
    """Whole numbers as PostgreSQL spells an array; psycopg would dress each of them singly."""
    return "{" + ",".join(map(str, values)) + "}"


def at(ms: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(ms / 1000, tz=dt.UTC)
