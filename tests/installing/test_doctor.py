"""What the doctor finds wrong, on real files, servers and certificates."""

import datetime as dt
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.utils import timezone

from backoffice.models import AuditRun, BackupRun, MinuteFigures
from config.broker.queue import conninfo
from config.doctor import Finding, Said, State, examine, house, machine
from tests.certificates import certificate_of_localhost
from tests.ledger.books import committed
from tests.running.demo import free_port
from tests.running.waiting import until


def only(look: object) -> Finding:
    (found,) = examine({"it": look})  # type: ignore[dict-item]
    return found


def test_a_look_that_fails_is_a_finding_and_ends_no_other() -> None:
    def broken() -> Said:
        yield State.WELL, "so far"
        raise OSError("the wire is cut")

    found = list(examine({"one": broken, "two": lambda: iter([(State.WELL, "it is")])}))
    assert [(one.subject, one.state) for one in found] == [
        ("one", State.WELL),
        ("one", State.BAD),
        ("two", State.WELL),
    ]
    assert found[1].words == "cannot be looked at: the wire is cut"


def test_other_versions_than_the_locked_ones_are_named(settings: object, tmp_path: Path) -> None:
    assert only(machine.packages).state is State.WELL
    settings.BASE_DIR = tmp_path  # type: ignore[attr-defined]
    (tmp_path / "requirements.txt").write_text("django==1.0 \\\n    --hash=sha256:0\nnone==3 \\\n")
    found = only(machine.packages)
    assert found.state is State.LOOK
    assert "django" in found.words
    assert "for 1.0" in found.words
    assert "none" not in found.words  # other machines need it


def test_a_secret_that_others_can_read_is_bad(
    monkeypatch: pytest.MonkeyPatch, settings: object, tmp_path: Path
) -> None:
    settings.EMBEDDED = False  # type: ignore[attr-defined]
    key = tmp_path / "key"
    key.write_text("s" * 50)
    key.chmod(0o600)
    monkeypatch.setenv("SECRET_KEY_FILE", str(key))
    assert only(machine.secrets).state is State.WELL
    key.chmod(0o640)
    found = only(machine.secrets)
    assert (found.state, found.mend) == (State.BAD, f"chmod 600 {key}")


@committed
def test_backups_grow_old_and_are_to_be_rehearsed() -> None:
    made, rehearsed = examine({"backups": house.backups})
    assert (made.words, made.state) == ("there was none yet", State.LOOK)
    assert rehearsed.words.endswith("never")
    now = timezone.now()
    for is_rehearsal, ago in ((False, dt.timedelta(hours=30)), (True, dt.timedelta(days=3))):
        BackupRun.objects.using("owner").create(
            at=now - ago, bytes=1_234, is_encrypted=True, is_rehearsal=is_rehearsal
        )
    found = only(house.backups)
    assert found.words == "the last 30 h ago, 1,234 bytes, encrypted"
    assert found.state is State.LOOK
    BackupRun.objects.using("owner").create(bytes=1, is_encrypted=False, is_rehearsal=False)
    assert only(house.backups).state is State.WELL


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return certificate_of_localhost(tmp_path)


@pytest.fixture
def address(certificate: Path) -> Iterator[str]:
    """Where somebody shakes hands with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with socket.create_server(("localhost", 0)) as listening:

        def shake_hands() -> None:
            while True:
                try:
                    caller, _ = listening.accept()
                    with caller, context.wrap_socket(caller, server_side=True):
                        pass
                except ssl.SSLError:
                    continue
                except OSError:
                    return

        threading.Thread(target=shake_hands, daemon=True).start()
        yield f"https://localhost:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)


def test_a_certificate_is_looked_at(
    address: str, certificate: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PUBLIC_URL = address  # type: ignore[attr-defined]
    found = only(machine.address)
    assert (found.state, found.mend) == (State.BAD, "renew the certificate (certbot renew)")
    assert "self-signed" in found.words
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))  # now somebody we trust
    found = only(machine.address)
    assert found.state is State.LOOK
    assert "good for 5 days" in found.words
    settings.PUBLIC_URL = f"https://localhost:{free_port()}"  # type: ignore[attr-defined]
    assert "does not answer" in only(machine.address).words


def test_a_mail_server_that_is_away_is_bad(settings: object) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", free_port()  # type: ignore[attr-defined]
    assert only(machine.mail).state is State.BAD


@pytest.mark.django_db
def test_an_audit_that_found_something_is_told_with_its_first_fault() -> None:
    assert only(house.books).state is State.LOOK
    AuditRun.objects.create(seconds=1, faults=0)
    assert only(house.books).state is State.WELL
    AuditRun.objects.create(seconds=1, faults=2, first_fault="wallet 7 has 3 chips too many")
    found = only(house.books)
    assert found.state is State.BAD
    assert "wallet 7 has 3 chips too many" in found.words


@pytest.mark.django_db
def test_slow_moves_and_failed_requests_of_the_last_minutes_are_told() -> None:
    found = only(house.pace)
    assert found.state is State.WELL
    assert found.words == "in 10 minutes 0 requests, 0 failed; no moves"
    now = timezone.now()
    for ago, figures in (
        (11, {"requests": 900, "errors": 900, "latency_p95_ms": 9_000}),
        (3, {"requests": 40, "errors": 0, "latency_p95_ms": 700}),
        (2, {"requests": 2, "errors": 0, "latency_p95_ms": None}),
    ):
        MinuteFigures.objects.create(at=now - dt.timedelta(minutes=ago), figures=figures)
    found = only(house.pace)
    assert found.state is State.LOOK
    assert "42 requests, 0 failed; 95 of 100 moves took at most 700 ms" in found.words
    MinuteFigures.objects.create(at=now, figures={"requests": 1, "errors": 1})
    assert "1 failed" in only(house.pace).words


@committed
def test_who_waits_for_a_lock_and_whom_for_is_told() -> None:
    assert only(house.locks).state is State.WELL
    address = conninfo(settings.DATABASES["default"])
    with psycopg.connect(address) as holder, psycopg.connect(address) as waiting:
        holder.execute("LOCK TABLE run_setting IN ACCESS EXCLUSIVE MODE")
        asking = threading.Thread(target=ask_in_vain, args=(waiting,))
        asking.start()
        found = until(lambda: [one for one in examine({"it": house.locks}) if one.mend])
        holder.rollback()
        asking.join()
    assert found[0].words.startswith("run_setting is waited for since 1 s, held by")
    assert "LOCK TABLE run_setting" in found[0].words


@committed
def test_who_waits_in_another_database_of_the_server_is_no_matter_of_ours() -> None:
    address = conninfo(settings.DATABASES["default"])
    lock = "SELECT pg_advisory_xact_lock(7)"
    with (
        psycopg.connect(address, dbname="postgres") as holder,
        psycopg.connect(address, dbname="postgres") as waiting,
    ):
        holder.execute(lock)
        asking = threading.Thread(target=waiting.execute, args=(lock,))
        asking.start()
        awaited = (
            "SELECT 1 FROM pg_locks WHERE NOT granted AND pid = %s"
            " AND waitstart < clock_timestamp() - interval '1 second'"
        )
        until(lambda: holder.execute(awaited, [waiting.info.backend_pid]).fetchone())
        assert only(house.locks).state is State.WELL
        holder.rollback()
        asking.join()


def ask_in_vain(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    connection.execute("SELECT count(*) FROM run_setting")


@pytest.mark.django_db
def test_worker_and_web_that_do_not_run_are_named(settings: object) -> None:
    settings.PORT = free_port()  # type: ignore[attr-defined]
    found = list(examine({"processes": house.processes}))
    assert [one.state for one in found] == [State.BAD, State.LOOK]
    assert f":{settings.PORT}" in found[0].words  # type: ignore[attr-defined]
    assert "not counted a minute yet" in found[1].words
    MinuteFigures.objects.create(at=timezone.now() - dt.timedelta(minutes=9), figures={})
    assert "last 9 minutes ago" in list(examine({"it": house.processes}))[1].words
