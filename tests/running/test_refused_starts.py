"""A start that cannot be is refused in one line, before anything is written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.models import Player
from config.embedded.places import Places, UnusablePlace
from games.running.demo import OPERATOR, PASSWORD, PEOPLE, seed_demo
from tests.architecture.sources import ROOT
from tests.chance import dice
from tests.running.demo import free_port
from tests.skipping import OPTIONAL

COMMANDS = {
    "demo": ("manage.py", "demo"),
    "serve": ("-m", "config.serve"),
    "worker": ("-m", "celery", "-A", "config.celery", "worker"),
}
WRONG = [
    *[("PORT", value, "PORT must be a whole number") for value in ("abc", "1.5")],
    *[("PORT", value, "PORT must lie between") for value in ("0", "-1", "70000")],
    ("TIME_ZONE", "Mars/Base", "TIME_ZONE must be a time zone"),
    ("PUBLIC_URL", "http://[", "PUBLIC_URL is no address"),
    ("EMAIL_URL", "smtp://there:b", "EMAIL_URL is no address"),
    ("CACHE_URL", "redis://:x:y", "CACHE_URL is no address"),
    ("CELERY_BROKER_URL", "rabbits", "CELERY_BROKER_URL must start with"),
    ("DATABASE_URL", "postgresql://x:abc:y/d", "DATABASE_URL is no address"),
    ("PREMIUM_RIGHTS", "everything", "PREMIUM_RIGHTS may name"),
    ("METRICS_DIR", "/dev/null/x", "METRICS_DIR must be a folder"),
    ("SECRET_KEY_FILE", "/nowhere", "SECRET_KEY_FILE cannot be read"),
    ("SEED_KEY", "short", "SEED_KEY must have at least 32"),
    ("DEBUG", "maybe", "DEBUG must be true or false"),
    ("LOG_FORMAT", "XML", "LOG_FORMAT must be one of"),
]
WRONG_IN_USE = [
    ("HOST", value, "is no address of this machine") for value in ("no sense!", "8.8.8.8")
]


def refused(command: str, **environ: str) -> str:
    """What is said; the process ends with 1, with a sentence and without a trace of Python."""
    kept = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
    done = subprocess.run(
        [sys.executable, *COMMANDS[command]],
        env=kept | {"PORT": str(free_port())} | environ,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    said = done.stderr.strip().splitlines()
    assert len(said) == 1, said
    return said[0]


@pytest.mark.process
def test_a_wrong_setting_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    """Some of them, drawn by the seed, and always one that is found only when it is used."""
    drawn = dice("wrong settings")
    for row in (*drawn.sample(WRONG, 4), drawn.choice(WRONG_IN_USE)):
        assert_named(*row, tmp_path / "data")


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.parametrize(("name", "value", "sentence"), WRONG + WRONG_IN_USE)
def test_each_wrong_setting_is_named_and_leaves_nothing(
    name: str, value: str, sentence: str, tmp_path: Path
) -> None:
    assert_named(name, value, sentence, tmp_path / "data")


def assert_named(name: str, value: str, sentence: str, data_dir: Path) -> None:
    assert sentence in refused("demo", **{"DATA_DIR": str(data_dir), name: value}), name
    assert not data_dir.exists()


@pytest.mark.process
@pytest.mark.parametrize("command", ["serve", "worker"])
def test_every_process_says_it_in_one_line(command: str) -> None:
    assert refused(command, PORT="abc") == "PORT must be a whole number, not 'abc'"


@pytest.mark.process
def test_where_nothing_can_be_kept_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    place = tmp_path / "file"
    assert f"DATA_DIR {place} cannot be used" in refused("demo", DATA_DIR=str(place))
    assert "DATA_DIR ~nobody-of-this-name/x" in refused("demo", DATA_DIR="~nobody-of-this-name/x")


def test_no_place_below_a_file_or_a_foreign_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file" / "below", Path("/proc/below")):
        with pytest.raises(UnusablePlace, match=f"DATA_DIR {place} cannot be used"):
            Places(place).require_usable()


@pytest.mark.skipif(os.geteuid() == 0, reason=OPTIONAL + "root may write everywhere")
def test_a_closed_folder_is_no_place(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(Exception, match="may not be written to"):
        Places(tmp_path / "data").require_usable()


def test_a_secret_is_the_same_before_and_after_it_is_kept(tmp_path: Path) -> None:
    from config.embedded.platform import keep_secrets

    places = Places(tmp_path / "data")
    drawn = places.kept_secret("seed_key")
    assert not places.data_dir.exists()
    keep_secrets(places)
    assert places.secret("seed_key").read_text() == drawn == places.kept_secret("seed_key")


@pytest.mark.django_db(databases=["default", "owner"])
def test_nobody_opens_a_demo_on_an_open_address_with_the_password_everybody_knows() -> None:
    from django.contrib.auth import authenticate

    assert seed_demo().password == PASSWORD
    made = seed_demo(open_to_others=True)
    assert made.password not in ("", PASSWORD)
    for name in (OPERATOR, *PEOPLE):
        assert authenticate(username=name, password=PASSWORD) is None
        assert authenticate(username=name, password=made.password) is not None
    assert seed_demo(open_to_others=True).password == "", "it is shown once"
    assert seed_demo().password == "", "nor does it come back with a closed address"
    Player.objects.filter(username=PEOPLE[-1]).update(username="Somebody", skeleton="somebody")
    assert seed_demo().password == "", "it is not the operator's, whoever else gets it"
