"""Backups in a storage that speaks S3: sealed, listed, restored, kept so many, and looked at."""

import datetime as dt
import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from config.copies import BackupFailed
from config.copies.sealing import new_key
from config.copies.shelves import Bucket
from config.doctor import State, examine, house
from tests.architecture.sources import ROOT
from tests.backoffice.test_backups import NO_ADDRESS, administrator, manage, pointed, refused
from tests.running.storage import BUCKET, a_storage, inside

pytestmark = [pytest.mark.process, pytest.mark.database]
__all__ = ["pointed"]


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """A storage, and this process's house with its backups there."""
    with a_storage() as environ:
        told = {
            "endpoint": environ["AWS_ENDPOINT_URL"],
            "region": "us-east-1",
            "access_key_id": environ["AWS_ACCESS_KEY_ID"],
            "secret_access_key": environ["AWS_SECRET_ACCESS_KEY"],
        }
        monkeypatch.setattr(settings, "BACKUP_TO", environ["BACKUP_TO"])
        monkeypatch.setattr(settings, "BACKUP_STORAGE", told)
        yield environ


def names(environ: dict[str, str]) -> list[str]:
    listed = inside(environ).list_objects_v2(Bucket=BUCKET)
    return [one["Key"] for one in listed.get("Contents", [])]


@pytest.mark.usefixtures("pointed")
def test_a_backup_goes_sealed_into_a_storage_and_is_rehearsed_from_there(
    migrated_database_url: dict[str, str],
    away: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    key = tmp_path / "key.txt"
    call_command("backup", "--new-key", str(key))
    public = capsys.readouterr().out.split()[-1]
    monkeypatch.setattr(settings, "BACKUP_RECIPIENTS", [public])
    name = f"away_{os.getpid()}"
    options = ("--database", name, "--administrator", administrator(migrated_database_url))
    assert "there is no backup in s3://house" in refused("restore", "--rehearse", *options)
    inside(away).put_object(Bucket=BUCKET, Key="backups/of-play/letter.txt", Body=b"not ours")
    for _ in range(2):
        call_command("backup", "--keep", "1")
    sealed, other = names(away)
    assert other.endswith("letter.txt")
    assert sealed.startswith("backups/of-play/jeton-")
    content = inside(away).get_object(Bucket=BUCKET, Key=sealed)["Body"].read()
    assert content.startswith(b"age-encryption.org/v1")

    capsys.readouterr()
    call_command("backup", "--list")
    listed = capsys.readouterr().out.split()
    assert (listed[0], listed[3]) == (f"s3://{BUCKET}/{sealed}", f"{len(content):,}")
    key_file = ("--identity", str(key))
    told = manage(migrated_database_url | away, "restore", "--rehearse", *key_file, *options)
    assert "The books are in order" in told
    assert f"{listed[0]} could be restored; {name} is dropped again" in told
    assert "NoSuchKey" in refused("restore", f"{listed[0]}x", *key_file, *options)
    assert "set BACKUP_TO" in refused("backup", f"s3://{BUCKET}/other.dump")
    fetched = Path(sealed).name.partition(".")[0]  # others of this run fetch theirs there
    assert not list(settings.PLACES.data_dir.glob(f"*/{fetched}*"))


@pytest.mark.soak
@pytest.mark.usefixtures("pointed")
def test_another_machine_rehearses_without_a_house_as_its_unit_says(
    migrated_database_url: dict[str, str],
    away: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = tmp_path / "backup-key"
    monkeypatch.setattr(settings, "BACKUP_RECIPIENTS", [new_key(key)])
    web = f"jeton_{os.getpid()}_web"  # of whom that machine has never heard
    superuser = migrated_database_url["DATABASE_OWNER_URL"].replace("jeton_owner@", "postgres@")
    with psycopg.connect(superuser) as granting:
        granting.execute(f"CREATE ROLE {web}; GRANT SELECT ON run_setting TO {web}".encode())
    call_command("backup")
    unit = (ROOT / "deploy/systemd/jeton-rehearsal@.service").read_text()
    command = unit.partition("manage.py ")[2].partition("\n")[0].replace("%d", str(tmp_path))
    told = manage(away | NO_ADDRESS | {"DATA_DIR": str(tmp_path / "data")}, *command.split())
    assert "The books are in order" in told
    assert "is dropped again" in told


def test_what_ends_half_way_leaves_nothing_in_the_storage(away: dict[str, str]) -> None:
    def half() -> Iterator[bytes]:
        for _ in range(40):
            yield bytes(1 << 20)
        raise BackupFailed("pg_dump failed: the wire is cut")

    with pytest.raises(BackupFailed, match="the wire is cut"):
        Bucket(settings.BACKUP_TO).put("jeton-half.dump", half())
    assert names(away) == []
    assert "Uploads" not in inside(away).list_multipart_uploads(Bucket=BUCKET)


@pytest.mark.usefixtures("pointed", "away")
def test_a_storage_that_refuses_says_so_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BACKUP_TO", "s3://nobodys")
    said = refused("backup")
    assert said.startswith("s3://nobodys/jeton-")
    assert said.endswith("The specified bucket does not exist (NoSuchBucket)")
    monkeypatch.setitem(settings.BACKUP_STORAGE, "endpoint", "http://127.0.0.1:9")
    monkeypatch.setattr("config.copies.shelves._TRIED_AGAIN", 0)
    assert "s3://nobodys: HTTP error: error sending request" in refused("backup", "--list")


def test_the_doctor_looks_into_the_storage(away: dict[str, str], monkeypatch: object) -> None:
    shelf = Bucket(settings.BACKUP_TO)
    (found,) = examine({"storage": house.storage})
    assert found.state is State.LOOK
    assert found.words.endswith("backups there: none")
    shelf.put("jeton-20261127-043000.dump", iter([b"12345"]))
    (found,) = examine({"storage": house.storage})
    assert (found.state, found.words) == (State.WELL, f"{shelf} holds 1, the newest 5 bytes")
    old = timezone.now() + dt.timedelta(days=3)
    monkeypatch.setattr(timezone, "now", lambda: old)  # type: ignore[attr-defined]
    (found,) = examine({"storage": house.storage})
    assert found.state is State.LOOK
    assert found.words.endswith("the newest 3 days old")
    monkeypatch.setattr(settings, "BACKUP_TO", "s3://nobodys")  # type: ignore[attr-defined]
    (found,) = examine({"storage": house.storage})
    assert (found.state, "NoSuchBucket" in found.words) == (State.BAD, True)
