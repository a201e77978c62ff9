"""A backup or a rehearsal is killed: the next one goes, and removes what is left."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError

from config.copies.databases import is_there, make_room_for_rehearsal
from config.copies.past import bases, forget_before
from config.copies.shelves import Folder
from config.embedded.lock import folder_for_now
from config.embedded.roles import create_database, drop_database
from tests.architecture.sources import ROOT
from tests.backoffice.test_backups import administrator, manage

pytestmark = pytest.mark.process
KILLED = """
import os, pathlib, sys
from config.embedded.lock import folder_for_now
with folder_for_now(pathlib.Path(sys.argv[1]), "opened") as folder:
    (folder / "plain.dump").write_text("all hands")
    os.kill(os.getpid(), 9)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_what_was_opened_goes_with_the_next_one_but_not_whose_owner_lives(tmp_path: Path) -> None:
    """A backup whose seal was taken off lies on the disk no longer than that."""
    with folder_for_now(tmp_path, "opened") as ours:
        (ours / "ours.dump").touch()
        done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, check=False)
        assert done.returncode == -9
        assert names(tmp_path) == ["ours.dump", "plain.dump"]
        with folder_for_now(tmp_path, "opened"):
            assert names(tmp_path) == ["ours.dump"]
    assert list(tmp_path.iterdir()) == []


def test_a_backup_left_unfinished_goes_when_nobody_has_written_to_it_for_a_day(
    tmp_path: Path,
) -> None:
    long_ago = time.time() - 25 * 3600
    for name, at in (
        ("jeton-20261001-030000.dump.age.part", long_ago),
        ("jeton-20261002-030000.dump.part", time.time()),
        ("jeton-letters.part", long_ago),
    ):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (at, at))
    Folder(tmp_path).put("jeton-20261003-030000.dump", [b"all of it"])
    assert names(tmp_path) == [
        "jeton-20261002-030000.dump.part",
        "jeton-20261003-030000.dump",
        "jeton-letters.part",
    ]


def test_a_base_copy_that_was_half_removed_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a return to a moment would begin with it, or the next removing look into it."""
    for day in ("20261001", "20261002"):
        base = tmp_path / f"base-{day}-030000"
        base.mkdir()
        (base / "backup_manifest").write_text('{"WAL-Ranges": [{"Start-LSN": "0/2000028"}]}')
    oldest, newest = bases(tmp_path)

    def killed(_path: Path) -> None:
        raise InterruptedError

    monkeypatch.setattr(shutil, "rmtree", killed)
    with pytest.raises(InterruptedError):
        forget_before(newest, tmp_path)
    assert bases(tmp_path) == [newest]
    assert not oldest.path.exists()


@pytest.mark.database
def test_a_rehearsal_goes_though_one_before_it_was_killed(
    migrated_database_url: dict[str, str], tmp_path: Path
) -> None:
    address, file = administrator(migrated_database_url), str(tmp_path / "whole.dump")
    name = migrated_database_url["DATABASE_URL"].rpartition("/")[2] + "_rehearsed"
    manage(migrated_database_url, "backup", file)
    arguments = ("restore", file, "--rehearse", "--administrator", address)
    with psycopg.connect(address, autocommit=True) as admin:
        create_database(admin, name, {settings.WEB_USER, settings.WORKER_USER})
        try:
            told = manage(migrated_database_url, *arguments)
            assert f"{name} is dropped again" in told
            assert not is_there(admin, name)
            make_room_for_rehearsal(admin, name)
            with (
                psycopg.connect(address, autocommit=True) as other,
                pytest.raises(CommandError, match="another rehearsal is under way"),
            ):
                make_room_for_rehearsal(other, name)
        finally:
            if is_there(admin, name):
                drop_database(admin, name)
