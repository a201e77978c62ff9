"""The house itself: settings, database, queue, processes, books."""

import datetime as dt
import http.client
import resource
import time
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.core import checks
from django.db import Error, connection
from django.utils import timezone

from backoffice.figures.metrics import figures
from backoffice.figures.speed import locks_awaited
from backoffice.home.reading import BACKED_UP
from backoffice.models import AuditRun, BackupRun, MinuteFigures
from config.broker.queue import conninfo
from config.copies.databases import fault_of_seals, name_of_ours
from config.copies.past import bases
from config.copies.shelves import ours
from config.doctor import Said, State, judged
from config.postgresql.addresses import database as parsed
from config.serving.health import migrations_missing
from config.version import PROGRAM
from web.database import sql
from web.database.patience import connection_parameters
from web.database.replica import behind_bytes

TESTED = (15, 18)
CLOCKS_APART_SECONDS = 2.0
REHEARSED = dt.timedelta(days=62)
SILENT_MINUTES = 3  # the worker counts each minute
OPEN_FILES = 4096
PACE_MINUTES = 10
SLOW_MS = 500
BEHIND_BYTES = 16_000_000
DAILY = f"`{PROGRAM} backup --keep 14` every day, by a timer"
_ANSWERS_SECONDS = 5
COPIED = dt.timedelta(days=8)
KEPT_LOG = """
SELECT current_setting('archive_mode') <> 'off',
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false),
       last_failed_time
  FROM pg_stat_archiver
"""
_CHANNEL = "jeton_doctor"


def rules_of_settings() -> Said:
    """What `check --deploy` says; a house on an embedded database is not a public one."""
    found = checks.run_checks(
        include_deployment_checks=not settings.EMBEDDED, databases=["default"]
    )
    for one in found:
        state = State.BAD if one.is_serious() else State.LOOK
        yield state, f"{one.msg} ({one.id})", str(one.hint or "")
    if not found:
        yield State.WELL, "nothing speaks against them"


def database() -> Said:
    """Every role gets in, the server is one that was tested, and its clock is ours."""
    roles = []
    for role, given in settings.DATABASE_ADDRESSES.items():
        with psycopg.connect(conninfo(parsed(given)), connect_timeout=_ANSWERS_SECONDS) as one:
            major = one.info.server_version // 10_000
        roles.append(role)
    if not TESTED[0] <= major <= TESTED[1]:
        words = f"PostgreSQL {major}; tested are {TESTED[0]} to {TESTED[1]}"
        yield State.LOOK, words, "see docs/deploying.md"
    before = time.time()
    (theirs,) = sql.row("SELECT extract(epoch FROM clock_timestamp())::float8")
    after = time.time()
    apart = max(before - theirs, theirs - after, 0.0)
    if apart > CLOCKS_APART_SECONDS:
        words = f"its clock is {apart:.1f} s from ours"
        yield State.BAD, words, "let both machines follow a time server (chrony)"
    yield from _sessions()
    yield from _replica()
    missing = migrations_missing()
    if missing:
        yield State.BAD, f"{missing} migrations are missing", f"`{PROGRAM} upgrade`"
    (size,) = sql.row("SELECT pg_database_size(current_database())")
    yield State.WELL, f"PostgreSQL {major}, {size / 1e6:.0f} MB; {', '.join(roles)} get in"


def _sessions() -> Said:
    """Who listens hears, and nobody waits for longer than is set, through a pooler or without."""
    fault = "streams and the queue look by themselves, late"
    try:
        session = connection_parameters(is_session=True)
        with psycopg.connect(**session, autocommit=True) as ear:
            ear.execute(f"LISTEN {_CHANNEL}")
            sql.run("SELECT pg_notify(%(channel)s, '')", {"channel": _CHANNEL})
            if [*ear.notifies(timeout=_ANSWERS_SECONDS, stop_after=1)]:
                fault = ""
    except psycopg.OperationalError as error:
        fault = " ".join(str(error).split())
    mend = "DATABASE_LISTEN_URL leads past a pooler, to PostgreSQL itself"
    words = f"notifications are not heard: {fault}" if fault else "notifications are heard"
    yield judged(not fault, words, mend, State.BAD)
    for name, seconds in (
        ("lock_timeout", settings.LOCK_TIMEOUT_SECONDS),
        ("statement_timeout", settings.STATEMENT_TIMEOUT_SECONDS),
    ):
        (found,) = sql.row(
            "SELECT extract(epoch FROM current_setting(%(name)s)::interval)::int", {"name": name}
        )
        if found != seconds:
            words = f"{name} is {found} s, and not {seconds}"
            yield State.BAD, words, "behind a pooler roles have them: deploy/database/roles.sql"


def _replica() -> Said:
    """Where one is named, it follows: else the primary is read for everything."""
    if not settings.DATABASE_REPLICA_URL:
        return
    mend = "see docs/deploying.md; pages are read from the primary meanwhile"
    try:
        behind = behind_bytes()
    except Error as error:
        yield State.LOOK, f"the replica is away: {' '.join(str(error).split())}", mend
        return
    if behind is None:
        yield State.BAD, "DATABASE_REPLICA_URL names no replica", mend
    elif behind > BEHIND_BYTES:
        yield State.LOOK, f"the replica is {behind / 1e6:.0f} MB behind", mend
    else:
        yield State.WELL, f"the replica follows, {behind:,} bytes behind"


def queue() -> Said:
    """The broker answers, and what is told is carried."""
    from config.celery import app

    broker = urlsplit(settings.CELERY_BROKER_URL).scheme or "pgmq"
    if broker == "pgmq":
        sql.rows("SELECT 1 FROM pgmq.q_jeton LIMIT 1")
    else:
        with app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, timeout=_ANSWERS_SECONDS)
    now = figures()
    waiting, oldest = now["messages_waiting"], now["messages_oldest_seconds"]
    words = f"{broker}; {waiting} messages wait, the oldest for {oldest} s"
    mend = "look whether worker and dispatcher run, and at their logs"
    yield judged(oldest <= 60, words, mend, State.BAD)


def processes() -> Said:
    """A web process is ready to serve, and worker and dispatcher have counted the last minutes."""
    where = f"{settings.HOST}:{settings.PORT}"
    asked = http.client.HTTPConnection(settings.HOST, settings.PORT, timeout=_ANSWERS_SECONDS)
    try:
        asked.request("GET", "/readyz", headers={"Host": "localhost"})
        answer = asked.getresponse()
        said = answer.read().decode(errors="replace").strip()
    except (OSError, http.client.HTTPException) as error:
        yield (
            State.BAD,
            f"no web process answers at {where}: {error}",
            f"`{PROGRAM} run` starts a house, or its units do; or set PORT",
        )
    else:
        state = State.WELL if answer.status == 200 else State.BAD
        yield state, f"web at {where}: {said}"
    finally:
        asked.close()
    last = MinuteFigures.objects.order_by("-at").values_list("at", flat=True).first()
    silent = (timezone.now() - last).total_seconds() / 60 if last else None
    if silent is None:
        words = "worker and dispatcher have not counted a minute yet, as they do within two"
        yield State.LOOK, words, "ask again; then look whether both run, and at their logs"
    elif silent > SILENT_MINUTES:
        words = f"worker and dispatcher counted a minute last {silent:.0f} minutes ago"
        yield State.BAD, words, "look whether both run, and at their logs"
    else:
        yield State.WELL, "worker and dispatcher do what is due by the clock"


def tables() -> Said:
    """No table waits for somebody to wake it."""
    now = figures()
    words = f"{now['tables_playing']} are played, {now['tables_overdue']} should have gone on"
    yield judged(not now["tables_overdue"], words, "Back office → Stuck tables", State.BAD)


def pace() -> Said:
    """How the last minutes went: moves that took long, and requests that failed."""
    since = timezone.now() - dt.timedelta(minutes=PACE_MINUTES)
    minutes = [one.figures for one in MinuteFigures.objects.filter(at__gt=since)]
    requests, errors = (sum(one.get(of, 0) for one in minutes) for of in ("requests", "errors"))
    told = [ms for one in minutes if (ms := one.get("latency_p95_ms")) is not None]
    slowest = max(told, default=0)
    moves = f"95 of 100 moves took at most {slowest:.0f} ms" if told else "no moves"
    words = f"in {PACE_MINUTES} minutes {requests:.0f} requests, {errors:.0f} failed; {moves}"
    if errors:
        yield State.LOOK, words, "the logs have each with its number, the answer's X-Request-ID"
    else:
        mend = "see locks; else the disk commits slowly, or processors are few"
        yield judged(slowest <= SLOW_MS, words, mend)


def locks() -> Said:
    """Nobody waits long for what another holds in the database."""
    found = locks_awaited()
    for one in found:
        words = (
            f"{one.what} is waited for since {one.seconds:.0f} s, held by {one.held_by} "
            f"({one.state}): {one.doing}"
        )
        yield State.LOOK, words, "a session that is idle in transaction is a fault: report it"
    if not found:
        yield State.WELL, "nobody waits for another"


def books() -> Said:
    """The last audit is of today and found nothing."""
    last = AuditRun.objects.first()
    if last is None:
        yield State.LOOK, "there was no audit yet", f"`{PROGRAM} audit`"
        return
    age = timezone.now() - last.at
    words = f"audit of {age.total_seconds() / 3600:.0f} h ago: {last.faults} faults"
    if last.faults:
        yield State.BAD, f"{words}, first: {last.first_fault}", "see docs/ledger.md"
    else:
        yield judged(age <= BACKED_UP, words, "the worker makes one each day: look at its log")


def storage() -> Said:
    """What lies in the bucket, where that is where backups belong, and whether it is fresh."""
    shelf, now = ours(), timezone.now()
    if not settings.BACKUP_TO:
        return
    kept = shelf.all()
    if not kept or now - kept[-1].at > BACKED_UP:
        newest = f"the newest {(now - kept[-1].at).days} days old" if kept else "none"
        yield State.LOOK, f"{shelf} answers; backups there: {newest}", DAILY
    else:
        words = f"{shelf} holds {len(kept)}, the newest {kept[-1].bytes:,} bytes"
        yield State.WELL, words


def log() -> Said:
    """Where the database's log is kept to go back to any moment: all of it, from a copy on."""
    is_kept, is_stuck, since = sql.row(KEPT_LOG)
    if is_stuck:
        words = f"its parts cannot be kept since {since:%Y-%m-%d %H:%M %Z}, and pile up"
        yield State.BAD, words, "see the server's log, and make room where WAL_DIR is"
    elif is_kept:
        yield State.WELL, "each part is kept"
    elif settings.WAL_DIR:
        yield State.LOOK, "WAL_DIR is named and the server keeps nothing there", "start it anew"
    if settings.WAL_DIR:
        copied = bases(Path(settings.WAL_DIR))
        if not copied or timezone.now() - copied[-1].at > COPIED:
            since = f"of {copied[-1].at:%Y-%m-%d}" if copied else "that is not there"
            mend = f"`{PROGRAM} backup --base --keep 2` each week"
            yield State.LOOK, f"it leads on from a copy of all files {since}", mend


def backups() -> Said:
    """One is made each day, and one was restored lately to see whether that goes."""
    runs = BackupRun.objects.order_by("-id")
    last, tried = runs.filter(is_rehearsal=False).first(), runs.filter(is_rehearsal=True).first()
    if last is None:
        yield State.LOOK, "there was none yet", DAILY
    else:
        hours = (timezone.now() - last.at).total_seconds() / 3600
        sealed = "encrypted" if last.is_encrypted else "not encrypted"
        words = f"the last {hours:.0f} h ago, {last.bytes:,} bytes, {sealed}"
        yield judged(timezone.now() - last.at <= BACKED_UP, words, DAILY)
    if tried is None or timezone.now() - tried.at > REHEARSED:
        since = "never" if tried is None else f"{(timezone.now() - tried.at).days} days ago"
        yield (
            State.LOOK,
            f"restoring was rehearsed last: {since}",
            f"`{PROGRAM} restore --rehearse{'' if settings.EMBEDDED else ' --administrator …'}`",
        )


def seeds() -> Said:
    """SEED_KEY opens what is stored sealed."""
    connection.ensure_connection()  # where it fails, that is the fault, and not the key
    fault = fault_of_seals(name_of_ours())
    words = fault or "SEED_KEY opens everything that is sealed"
    yield judged(not fault, words, "bring the key back, behind a comma in SEED_KEY", State.BAD)


def files() -> Said:
    """Each open stream is an open file."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    words = f"{hard:,} open files for a process"
    yield judged(hard >= OPEN_FILES, words, "raise the limit (LimitNOFILE= of a unit)")
