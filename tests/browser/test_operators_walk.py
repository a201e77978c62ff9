"""The walk of `docs/operator.md`, made again: the page stays true, and every step stands well."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.architecture.sources import ROOT
from tests.browser.looking import faults, violations
from tests.browser.operators_walk import PICTURES, Walk, visit
from tests.running.demo import a_demo
from tests.tournaments.evening import manage


def test_the_page_shows_every_picture_of_the_walk_and_no_other() -> None:
    page = (ROOT / "docs" / "operator.md").read_text(encoding="utf-8")
    shown = re.findall(r"\(screenshots/operator-([a-z]+)\.png\)", page)
    kept = {path.stem.removeprefix("operator-") for path in _pictures()}
    assert sorted(shown) == sorted(PICTURES)
    assert kept == set(PICTURES)


def _pictures() -> list[Path]:
    return sorted((ROOT / "docs" / "screenshots").glob("operator-*.png"))


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.timeout(2_400)
def test_from_an_empty_installation_to_one_players_chips(chromium: Browser, tmp_path: Path) -> None:
    taken: list[str] = []
    wrong: list[str] = []

    def look(page: Page, name: str) -> None:
        taken.append(name)
        wrong.extend(f"{name}: {fault}" for fault in (*faults(page), *violations(page)))

    with a_demo(tmp_path / "d", from_nothing=True) as demo:
        home = f"http://localhost:{demo.port}/"
        with visit(chromium, home, look) as walk:
            assert isinstance(walk, Walk)
            walk.make()
        manage(demo, "audit")
    assert taken == list(PICTURES)
    assert wrong == []
