"""Every page in a language that nobody speaks, on the narrowest phone, once its scripts have run.

A second web process of the shared platform speaks it: each text of both catalogues is accented, in
brackets and a third longer. What stands outside the brackets is said past the catalogues, brackets
side by side are glued, and what does not fit would be cut in the next language.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Browser

from config.embedded.places import Places
from config.embedded.roles import WEB
from tests.architecture.sources import ROOT
from tests.browser.looking import faults
from tests.browser.places import PLACES
from tests.browser.test_every_page import TWO_FRAMES, Sessions, log_in_all, walk
from tests.chance import dice
from tests.pages.pseudo import glued, untranslated, write_catalogues
from tests.running.demo import UNHURRIED, Site, free_port
from tests.running.waiting import until

pytestmark = pytest.mark.browser

NARROW = {"width": 320, "height": 568}
DRAWN = 3
# Texts of their own, one for each language, and what is written alike in every language.
ELSEWHERE = ("rules-", "imprint", "privacy")
ALIKE: tuple[str, ...] = (
    "Deutsch",
    "English",
    "Jeton",
    "Deutsches Rommé",
    "Rommé 500",
    "JSON",
    "CSV",
    "API",
)
ALIKE += (
    "HeadlessChrome",
    "Linux",
    "name,email,language",
    "special_rules, rematch, statistics, none",
)
NAMES = """
SELECT username FROM accounts_player UNION SELECT name FROM tournaments_tournament
UNION SELECT name FROM games_table UNION SELECT name FROM tournaments_recurringtournament
UNION SELECT name FROM tournaments_series UNION SELECT about FROM tournaments_series
UNION SELECT name FROM tournaments_tournamentdraft UNION SELECT name FROM accounts_club
UNION SELECT about FROM accounts_club UNION SELECT reason FROM staff_act
UNION SELECT words_en FROM announcement UNION SELECT words_de FROM announcement
"""


@pytest.fixture(scope="module")
def strange(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The shared platform, as this language's readers see it."""
    folder = tmp_path_factory.mktemp("locale")
    write_catalogues(folder)
    port = free_port()
    kept = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
    told = {
        "DATA_DIR": str(site.data_dir),
        "PORT": str(port),
        "EMBEDDED_DATABASE_URL": Places(site.data_dir).dsn(WEB),
        "DJANGO_SETTINGS_MODULE": "tests.pages.pseudo_settings",
        "PSEUDO_LOCALE": str(folder),
    }
    output = folder / "out"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=kept | UNHURRIED | told,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    speaking = replace(site, port=port, output=output)
    try:
        until(lambda: speaking.get("/")[0] == 200, seconds=120, what=f"pages; see {output}")
        yield speaking
    finally:
        process.terminate()
        process.wait(40)


@pytest.fixture(scope="module")
def sessions(chromium: Browser, strange: Site) -> Sessions:
    return log_in_all(chromium, strange)


def names(site: Site) -> tuple[str, ...]:
    with psycopg.connect(Places(Path(site.data_dir)).dsn(WEB)) as connection:
        found = connection.execute(NAMES).fetchall()
    return (*ALIKE, *(name for (name,) in found if name))


def wrong_on(chromium: Browser, site: Site, sessions: Sessions, wanted: list[str]) -> list[str]:
    wrong = []
    with walk(chromium, site, sessions, locale="de", viewport=NARROW) as going:
        for place, page in going.through(wanted):
            page.evaluate(TWO_FRAMES)
            html = page.content()
            told = [f"untranslated: {text}" for text in untranslated(html, names(site))]
            told += [f"glued: {text}" for text in glued(html)]
            told += faults(page)
            wrong += [f"{place.name}: {one}" for one in told]
    return wrong


TOLD = [place.name for place in PLACES if not place.name.startswith(ELSEWHERE)]


def test_pages_say_nothing_past_the_catalogues_and_have_room_for_longer_words(
    chromium: Browser, strange: Site, sessions: Sessions
) -> None:
    some = dice("pages in a strange language").sample(TOLD, DRAWN)
    assert wrong_on(chromium, strange, sessions, some) == []


@pytest.mark.soak
def test_no_page_says_anything_past_the_catalogues(
    chromium: Browser, strange: Site, sessions: Sessions
) -> None:
    assert wrong_on(chromium, strange, sessions, TOLD) == []
