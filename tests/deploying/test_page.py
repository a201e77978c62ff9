"""The page about deploying: its commands make a house, upgrade it and bring it back."""

import os
import re
import shlex
import stat
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT
from tests.deploying.files import program
from tests.running.debian_postgres import programs
from tests.running.legal import filled_in
from tests.running.real_server import a_real_server, address

PAGE = (ROOT / "docs" / "deploying.md").read_text()
# What needs root, the internet or somebody at the keyboard.
ELSEWHERE = {"apt", "git", "editor", "certbot", "ln", "systemctl", "make"}


def commands(heading: str) -> list[str]:
    """The lines of all blocks below a heading."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert section, heading
    blocks = re.findall(r"^```\n(.*?)^```", section[1], re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def shell(line: str, into: Path) -> subprocess.CompletedProcess[str]:
    here = line.replace("/opt/jeton", str(ROOT)).replace("/etc/", f"{into}/etc/")
    environ = {"PATH": os.environ["PATH"], "INTO": str(into)}
    return subprocess.run(
        ["bash", "-c", here], env=environ, capture_output=True, text=True, timeout=300, check=False
    )


def test_production_takes_ten_commands() -> None:
    assert len(commands("In ten commands")) == 10


def test_every_file_the_page_names_is_there() -> None:
    named = set(re.findall(r"deploy/[a-z]+(?:/[a-z._*@]+)?", PAGE))
    assert named
    for name in named:
        assert list(ROOT.glob(name)), name


def test_a_house_is_prepared_once_and_for_root_alone(tmp_path: Path) -> None:
    assert shell("/opt/jeton/deploy/prepare play cards.example.net 8010", tmp_path).returncode == 0
    house = tmp_path / "etc" / "jeton" / "play"
    for path in house.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
        assert not re.search(r"PASSWORD\b(?! ')|HOUSE/|example\.org", settings_of(path)), path.name
    assert "PORT=8010" in (house / "house.env").read_text()
    assert "=redis://127.0.0.1:6379/0\n" in (house / "house.env").read_text()
    taken = shell("/opt/jeton/deploy/prepare second second.example.net 8010", tmp_path)
    assert (taken.returncode, taken.stderr) == (
        1, "Port 8010 is another house's; name a free one.\n"
    )  # fmt: skip
    assert shell("/opt/jeton/deploy/prepare second second.example.net", tmp_path).returncode == 0
    sockets = tmp_path / "etc/systemd/system/jeton-web@second.socket.d/port.conf"
    assert sockets.read_text() == "[Socket]\nListenStream=\nListenStream=127.0.0.1:8000\n"
    second = (house.parent / "second" / "house.env").read_text()
    assert re.findall(r"=redis://127.0.0.1:6379/(\d+)$", second, re.MULTILINE) == ["2", "3"]
    again = shell("/opt/jeton/deploy/prepare play cards.example.net", tmp_path)
    assert again.returncode == 1
    assert "nothing was changed" in again.stderr
    web, worker = ((house / f"{one}.env").read_text() for one in ("web", "worker"))
    assert re.findall(r"_(web|worker|owner):", web) == ["web"]
    assert re.findall(r"_(web|worker|owner):", worker) == ["worker"]


def test_a_house_of_before_gets_what_it_did_not_need_and_keeps_the_rest(tmp_path: Path) -> None:
    shell("/opt/jeton/deploy/prepare play cards.example.net 8010", tmp_path)
    shell("/opt/jeton/deploy/another play 8011", tmp_path)
    files = {path: path.read_bytes() for path in tmp_path.glob("etc/**/*") if path.is_file()}
    for path in files:
        if path.name in {"vapid-key", "backup-key", "rehearsal.env"} or path.match("*@.socket"):
            path.unlink()
    port = tmp_path / "etc/systemd/system/jeton-web@play.socket.d/port.conf"
    port.unlink()
    assert shell("/opt/jeton/deploy/renew", tmp_path).returncode == 0
    changed = {path.name for path, text in files.items() if path.read_bytes() != text}
    assert changed == {"vapid-key"}
    assert stat.S_IMODE((tmp_path / "etc/jeton/play/vapid-key").stat().st_mode) == 0o600


def test_a_server_without_a_house_gets_its_units(tmp_path: Path) -> None:
    assert shell("/opt/jeton/deploy/renew", tmp_path).returncode == 0
    assert [one.name for one in tmp_path.glob("etc/*")] == ["systemd"]


def test_a_further_web_process_belongs_to_its_house(tmp_path: Path) -> None:
    """It starts and stops with the house's target, reads its settings and counts with it."""
    shell("/opt/jeton/deploy/prepare play cards.example.net", tmp_path)
    etc, units = tmp_path / "etc/jeton", tmp_path / "etc/systemd/system"
    assert shell("/opt/jeton/deploy/another play 8000", tmp_path).returncode == 1
    for number, port in ((2, 8001), (3, 8002)):
        assert shell(f"/opt/jeton/deploy/another play {port}", tmp_path).returncode == 0
        unit = f"jeton-web@play_{number}.service"
        assert (units / "jeton@play.target.wants" / unit).resolve() == units / "jeton-web@.service"
        override = (units / f"{unit}.d" / "house.conf").read_text()
        assert "PartOf=jeton@play.target\n" in override
        listening = units / f"jeton-web@play_{number}.socket.d"
        assert (listening / "house.conf").read_text() == "[Unit]\nPartOf=jeton@play.target\n"
        assert f"=127.0.0.1:{port}\n" in (listening / "port.conf").read_text()
        file = override.partition("EnvironmentFile=/")[2].strip()
        assert (tmp_path / file).read_text() == f"PORT={port}\nMETRICS_DIR=/run/jeton/play\n"
        assert (etc / f"play_{number}" / "web.env").samefile(etc / "play" / "web.env")


def test_both_ways_of_an_upgrade_renew_the_units() -> None:
    lines = commands("Upgrading")
    checkouts = [at for at, line in enumerate(lines) if " checkout " in line]
    starts = [at for at, line in enumerate(lines) if line.startswith("systemctl start")]
    renewed = [at for at, line in enumerate(lines) if line.endswith("daemon-reload")]
    assert len(checkouts) == len(starts) == len(renewed) == 2
    assert all(a < b < c for a, b, c in zip(checkouts, renewed, starts, strict=True))


def test_journalctl_finds_the_units_it_is_asked_for() -> None:
    """A pattern is completed by nothing: without its end it names no unit."""
    (pattern,) = re.findall(r"journalctl -u '([^']+)'", PAGE)
    assert fnmatch("jeton-web@play.service", pattern)
    assert not fnmatch("jeton-web@play_2.service", pattern)


def settings_of(path: Path) -> str:
    """Its lines without comments."""
    lines = path.read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


@pytest.mark.process
def test_two_houses_stand_side_by_side_in_nginx(tmp_path: Path) -> None:
    nginx, sites = program("nginx"), []
    for house, port in (("play", 8000), ("second", 8010)):
        line = f"/opt/jeton/deploy/prepare {house} {house}.example.net {port}"
        assert shell(line, tmp_path).returncode == 0
        site = (tmp_path / f"etc/nginx/sites-available/jeton-{house}").read_text()
        assert f"server 127.0.0.1:{port} " in site
        sites.append(re.sub(r"(?m)^ +ssl_certificate.*\n", "", site).replace("443 ssl", "8443"))
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{''.join(sites)}\n}}\n")
    command = [nginx, "-e", "stderr", "-p", str(tmp_path), "-c", str(whole), "-t"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.soak
def test_the_commands_of_the_page_make_a_house(tmp_path: Path) -> None:
    """With a server of Debian's that asks for passwords, and keeps what it has acknowledged."""
    with a_real_server() as port:
        make_a_house(port, tmp_path)


@pytest.mark.soak
def test_the_commands_of_the_page_upgrade_a_house(tmp_path: Path) -> None:
    """Audit, backup, the new version's tables."""
    with a_real_server() as port:
        make_a_house(port, tmp_path)
        upgrade(port, tmp_path)


def make_a_house(port: int, tmp_path: Path) -> None:
    house, run = tmp_path / "etc" / "jeton" / "play", []
    administrator = f"{programs()}/psql '{address(port, 'postgres', 'postgres')}'"
    for line in commands("In ten commands"):
        if shlex.split(line)[0] in ELSEWHERE:
            continue
        here = line.replace("runuser -u postgres -- psql", administrator)
        done = shell(here, tmp_path)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        run.append(line)
        if "deploy/prepare" in line:
            legal = filled_in(tmp_path / "legal")
            for path in house.glob("*.env"):
                text = path.read_text().replace("127.0.0.1:5432", f"127.0.0.1:{port}")
                text = text.replace("/etc/jeton/legal", legal)
                text = text.replace("/var/lib/", f"{tmp_path}/")
                path.write_text(text.replace("=/etc/jeton/", f"={tmp_path}/etc/jeton/"))
    assert len(run) == 4


def upgrade(port: int, tmp_path: Path) -> None:
    """No other version is at hand, so there is nothing to do but to look whether there is."""
    later = [line for line in commands("Upgrading") if "/deploy/console" in line]
    for line in later:
        if "--back" in line or "doctor" in line:  # which need a version, or a house that runs
            continue
        here = line.replace("postgresql:///postgres", address(port, "postgres", "postgres"))
        done = shell(here, tmp_path)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    assert len(later) == 5
