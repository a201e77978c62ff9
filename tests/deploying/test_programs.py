"""Debian's own programs find nothing wrong with what `deploy/` gives them."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.deploying.files import DEPLOY, program, replaced

pytestmark = pytest.mark.process

CADDYFILE = DEPLOY / "proxy" / "Caddyfile"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
# What `systemd-analyze security` says of 0 (shut) to 10 (open); a plain unit has 9.6.
EXPOSURE_MAX = 1.5


def run(*command: str | Path) -> str:
    """What it says; it must end well."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as instances of one house; what they run is there."""
    for path in sorted((DEPLOY / "systemd").glob("jeton*")):
        here = {"/opt/jeton/.venv/bin": str(tmp_path)} if path.suffix == ".service" else {}
        name = path.name.replace("@.", "@gin.")
        (tmp_path / name).write_text(replaced(path, here))
    for name in ("python", "celery"):
        (tmp_path / name).symlink_to("/bin/true")
    return tmp_path


def test_systemd_understands_every_line(installed: Path) -> None:
    analyze = program("systemd-analyze")
    others = [*(DEPLOY / "systemd").glob("*.t*"), DEPLOY / "systemd" / "jeton-web@.socket"]
    for unit in (*UNITS, *others):
        name = unit.name.replace("@.", "@gin.")
        heard = run(analyze, "verify", "--man=no", installed / name)
        assert [line for line in heard.splitlines() if "jeton" in line] == []


def test_units_are_shut_as_far_as_the_platform_bears(installed: Path) -> None:
    analyze = program("systemd-analyze")
    for unit in UNITS:
        name = unit.name.replace("@.", "@gin.")
        heard = run(analyze, "security", "--offline=true", installed / name)
        found = re.search(r"exposure level for \S+: ([0-9.]+)", heard)
        assert found, heard
        assert float(found[1]) <= EXPOSURE_MAX, name


def test_prometheus_takes_rules_and_configuration() -> None:
    promtool, watching = program("promtool"), DEPLOY / "watching"
    assert "17 rules found" in run(promtool, "check", "rules", watching / "rules.yml")
    run(promtool, "check", "config", watching / "prometheus.yml")


def test_alerts_come_when_they_should_and_not_before() -> None:
    watching = DEPLOY / "watching"
    trial = watching / "rules_test.yml"
    run(program("promtool"), "test", "rules", trial)
    alerts = re.findall(r"alert: (\w+)", (watching / "rules.yml").read_text())
    assert [name for name in alerts if f'"{name}"' not in trial.read_text()] == []


def test_caddy_takes_its_file(tmp_path: Path) -> None:
    done = subprocess.run(
        [program("caddy"), "validate", "--adapter=caddyfile", "--config", CADDYFILE],
        env={**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
