"""What `deploy/containers` mounts is there, is readable to whom it is for, and is in no image."""

import os
import re
import shutil
import stat
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from tests.architecture.sources import ROOT
from tests.deploying.files import DEPLOY

COMPOSE = yaml.safe_load((DEPLOY / "containers" / "compose.yaml").read_text())


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The folder that `prepare` makes, in a copy of `deploy`."""
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    (tmp_path / "web").symlink_to(ROOT / "web")
    prepare = tmp_path / "deploy" / "containers" / "prepare"
    subprocess.run([prepare, "play.example.net"], check=True, capture_output=True)
    again = subprocess.run([prepare, "play.example.net"], check=False, capture_output=True)
    assert again.returncode == 1
    assert list(prepare.parent.glob("half.*")) == []
    return prepare.with_name("house")


def test_prepare_makes_all_that_is_mounted_or_read(house: Path) -> None:
    named = {file for one in COMPOSE["services"].values() for file in one.get("env_file", ())}
    named |= {
        mount.split(":")[0].removeprefix("./")
        for one in COMPOSE["services"].values()
        for mount in one.get("volumes", ())
        if mount.startswith("./")
    }
    assert len(named) == 10
    for name in named:
        assert (house.parent / name).exists(), name
    assert stat.S_IMODE(house.stat().st_mode) == 0o700


def test_settings_lead_to_the_services_beside_them(house: Path) -> None:
    texts = [path.read_text() for path in house.glob("*.env")]
    hosts = {host for text in texts for host in re.findall(r"(?:@|redis://)([\w.]+):\d+", text)}
    assert hosts == {"database", "redis"} <= set(COMPOSE["services"])
    assert not re.search(r"^(HOST|\w+_DIR|\w+_FILE)=(?!/etc/jeton/legal)", "\n".join(texts), re.M)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_keys_are_readable_to_the_user_of_the_image_alone(house: Path) -> None:
    (user,) = re.findall(r"useradd --uid (\d+)", (house.parent / "Containerfile").read_text())
    for name in ("secret-key", "seed-key"):
        found = (house / name).stat()
        assert (found.st_uid, stat.S_IMODE(found.st_mode)) == (int(user), 0o600)


def test_no_secret_and_nothing_made_gets_into_the_image() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    left_out = [line for line in lines if line and not line.startswith("#")]
    for name in (".git", ".venv", ".make", ".boot", ".data", "deploy/containers/house"):
        assert any(fnmatch(name, pattern) for pattern in left_out), name


@pytest.mark.process
def test_processes_of_one_number_on_two_hosts_count_apart(tmp_path: Path) -> None:
    """Every container has its process 2, and all count in one folder."""
    count = (
        "import os, socket, sys, django; os.getpid = lambda: 2;"
        "socket.gethostname = lambda: sys.argv[1]; django.setup();"
        "from backoffice.figures import metrics; metrics.REQUESTS.labels('api', '2xx').inc()"
    )
    environ = os.environ | {
        "METRICS_DIR": str(tmp_path),
        "DATA_DIR": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    for host in ("one", "other"):
        subprocess.run([sys.executable, "-c", count, host], cwd=ROOT, env=environ, check=True)
    assert len(list(tmp_path.glob("counter_*-2.db"))) == 2
