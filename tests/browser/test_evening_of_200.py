"""The Saturday of `docs/operator.md`, made again: each chip and each rank has its reason."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.architecture.sources import ROOT
from tests.browser.evening_of_200 import (
    LATE,
    MISSING,
    PEOPLE,
    PICTURES,
    STACK,
    WITHDRAWN,
    Evening,
    visit,
)
from tests.browser.looking import faults, violations
from tests.running.demo import Demo, a_demo
from tests.tournaments.evening import Evening as Books

SCREENSHOTS = ROOT / "docs" / "screenshots"


def test_the_page_shows_every_picture_of_the_evening_and_no_other() -> None:
    page = (ROOT / "docs" / "operator.md").read_text(encoding="utf-8")
    shown = re.findall(r"\(screenshots/evening-([a-z]+)\.png\)", page)
    kept = {path.stem.removeprefix("evening-") for path in SCREENSHOTS.glob("evening-*.png")}
    assert sorted(shown) == sorted(PICTURES)
    assert kept == set(PICTURES)


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_two_hundred_people_from_the_door_to_the_standing(
    chromium: Browser, tmp_path: Path
) -> None:
    taken: list[str] = []
    wrong: list[str] = []

    def look(page: Page, name: str) -> None:
        taken.append(name)
        wrong.extend(f"{name}: {fault}" for fault in (*faults(page), *violations(page)))

    with a_demo(tmp_path / "d", from_nothing=True) as demo:
        home = f"http://localhost:{demo.port}/"
        with visit(chromium, home, look) as evening:
            evening.make()
            assert all(phone.taps for phone in evening.phones), "everybody has played by hand"
        require_every_rank_and_chip_explained(demo, evening, tmp_path)
    assert taken == list(PICTURES)
    assert wrong == []


def require_every_rank_and_chip_explained(demo: Demo, evening: Evening, folder: Path) -> None:
    played = PEOPLE - WITHDRAWN - MISSING
    books = Books(demo, evening.tournament, players=played, stack=STACK)
    assert books.is_over()
    books.require_a_sound_end()
    (unexplained, late) = books.ask(
        "SELECT (SELECT count(*) FROM tournaments_entry e WHERE e.tournament_id = t.id"
        " AND e.status <> 'withdrawn' AND NOT EXISTS (SELECT 1 FROM tournaments_decision d"
        " WHERE d.tournament_id = t.id AND d.entry_id = e.id AND d.kind = 'Rank')),"
        " (SELECT count(*) FROM tournaments_entry e WHERE e.tournament_id = t.id"
        " AND e.status <> 'withdrawn' AND e.checked_in_at IS NULL)"
        " FROM tournaments_tournament t WHERE t.id = {tournament}"
    )[0]
    assert (unexplained, late) == (0, LATE)
    books.require_verified(folder)
