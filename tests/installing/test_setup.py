"""A house of one's own: asked for what it needs, run, and entered by its owner once."""

import os
import re
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.roles import WEB
from tests.installing.wheels import data_of, environ, said
from tests.running.demo import Demo, copy_prepared, free_port, launch, running
from tests.running.waiting import until

pytestmark = pytest.mark.process
PASSWORD = "a queen for each jack"
NAMES = ("imprint", "privacy")
LINK = re.compile(r"http://localhost:\d+/accounts/password/reset/key/\S+")


@pytest.fixture(scope="module")
def port() -> str:
    return str(free_port())


@pytest.fixture(scope="module")
def told(jeton: Path, home: Path, port: str) -> str:
    """What `setup` says in front of a terminal to whoever types these lines.

    Enter leaves what holds; what does not hold is said, and asked for once more.
    """
    terminal, theirs = os.openpty()
    process = subprocess.Popen(
        [jeton, "setup"], env=environ(home), cwd=home, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    answers = ["", "", port, "Mars/Base", "", "Europe/Paris", "ja"]
    answers += ["Rummyclub Linz", "Hauptplatz 1", "4020 Linz", "", "Austria"]
    answers += ["rummy", "rummy@example.org", "0732 1", "Hetzner, Germany", "DSB Wien", "Rosa"]
    os.write(terminal, "".join(f"{one}\n" for one in answers).encode())
    told = b""
    while True:
        try:
            told += os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
    os.close(terminal)
    assert process.wait(60) == 0, told.decode()
    return told.decode()


@pytest.fixture(scope="module")
def link(told: str, jeton: Path, home: Path, port: str) -> str:
    """What `setup` tells once more where nothing can be asked, and a setting is given."""
    again = said(jeton, home, "setup", "--set", "TIME_ZONE=Europe/Vienna")
    assert (again.returncode, again.stderr) == (0, "")
    assert "Rosa owns the house." in again.stdout
    assert f"http://localhost:{port}/accounts/" in again.stdout
    found = LINK.search(again.stdout)
    assert found
    return found[0]


@pytest.fixture(scope="module")
def house(jeton: Path, home: Path, link: str, port: str) -> Iterator[Demo]:
    extra = environ(home) | {"SHOW_TABLES": "", "PORT": ""}
    demo = launch(home / "jeton", port=int(port), program=[str(jeton)], extra=extra, word="run")
    try:
        until(lambda: running(demo), seconds=500, what=f"the platform; see {demo.output}")
        yield demo
    finally:
        if demo.process.poll() is None:
            demo.stop()


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("PORT=door", "PORT must be a whole number"),
        ("TIME_ZONE=Mars/Base", "TIME_ZONE must be a time zone"),
        ("COLOUR=red", "COLOUR is no setting"),
        ("HOST=8.8.8.8", "HOST 8.8.8.8 is no address of this machine"),
        ("PORT", "--set takes NAME=VALUE"),
    ],
)
def test_what_does_not_hold_is_refused_before_anything_is_made(
    wrong: str, words: str, jeton: Path, tmp_path: Path
) -> None:
    refused = said(jeton, tmp_path, "setup", "--set", wrong)
    assert refused.returncode == 1
    assert words in refused.stderr
    assert not data_of(tmp_path).exists()


@pytest.mark.soak
def test_in_front_of_a_terminal_it_asks_and_asks_again(told: str, home: Path) -> None:
    assert "TIME_ZONE must be a time zone" in told
    assert "The texts are not whole without it." in told
    assert "'rummy' is no e-mail address." in told
    assert "Rosa owns the house." in told
    imprint, privacy = ((data_of(home) / "legal" / f"{name}.de.txt").read_text() for name in NAMES)
    assert "Rummyclub Linz\nHauptplatz 1\n4020 Linz" in imprint
    assert "Hetzner, Germany" in privacy
    assert "[[" not in imprint + privacy


def test_settings_are_kept_for_the_next_start_and_for_nobody_else(
    link: str, home: Path, port: str
) -> None:
    data = data_of(home)
    kept = data / "house.env"
    lines = [f"PORT={port}", "TIME_ZONE=Europe/Vienna", f"LEGAL_DIR={data}/legal"]
    assert sorted(kept.read_text().splitlines()) == sorted(lines)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_the_house_has_tables_and_nobody_but_its_owner(house: Demo, home: Path) -> None:
    assert "Montmartre" in house.get("/")[1]
    with psycopg.connect(Places(data_of(home)).dsn(WEB)) as database:
        people = database.execute("SELECT username FROM accounts_player WHERE NOT is_bot")
        assert people.fetchall() == [("Rosa",)]


def test_the_owner_chooses_a_password_once_and_runs_the_house(house: Demo, link: str) -> None:
    with httpx.Client(follow_redirects=True, headers={"Accept-Language": "en"}) as browser:
        page = browser.get(link)
        assert page.status_code == 200
        assert "<h1>Choose a password</h1>" in page.text
        chosen = sent(browser, page, password1=PASSWORD, password2=PASSWORD)
        assert chosen.status_code == 200
        page = browser.get(f"http://localhost:{house.port}/accounts/login/?next=/office/")
        office = sent(browser, page, login="Rosa", password=PASSWORD)
        assert (office.status_code, office.url.path) == (200, "/office/")
    with httpx.Client(follow_redirects=True) as another:
        again = another.get(link).text
    assert "password1" not in again
    assert "This link does not work any more" in again


def sent(browser: httpx.Client, page: httpx.Response, **fields: str) -> httpx.Response:
    """The answer to the page's form, filled in so."""
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    assert token
    return browser.post(page.url, data={"csrfmiddlewaretoken": token[1], **fields})


def test_who_has_a_password_is_sent_no_link(house: Demo, jeton: Path, home: Path) -> None:
    done = said(jeton, home, "setup", "--no-input")
    assert "The password is chosen already" in done.stdout
    assert not LINK.search(done.stdout)


@pytest.mark.soak
def test_the_demo_is_no_house_to_run(jeton: Path, tmp_path: Path) -> None:
    data_of(tmp_path).parent.mkdir(parents=True)
    copy_prepared(data_of(tmp_path))
    refused = said(jeton, tmp_path, "run", PORT=str(free_port()))
    assert refused.returncode == 1
    assert "operator have the password of the demo" in refused.stderr
