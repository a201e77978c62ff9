"""Where things lie at a table: playing within the first screen of a phone, nothing over anything.

Looked at in the real page, at the moments with the most to show of each game. `make test` draws
the language, moments of every game, and for each a screen to be filled and one to be scrolled;
`make soak` looks at every moment in all of them.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.browser.looking import faults
from tests.browser.situations import MOMENTS, Hall, Moment, some_of_each_game
from tests.chance import dice
from tests.running.demo import Site

pytestmark = pytest.mark.browser

GEOMETRY = (Path(__file__).parent / "geometry.js").read_text(encoding="utf-8")
TWO_FRAMES = "() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"
UPRIGHT = ((320, 568), (320, 640), (360, 640), (375, 667), (390, 844))
ON_ITS_SIDE = ((844, 390), (667, 375), (568, 320))
ENLARGED = ((640, 400),)  # a window of 1280 × 800 at 200 %
SCROLLED = (*ON_ITS_SIDE, *ENLARGED)
LANGUAGES = ("de", "en")
Sizes = Sequence[tuple[int, int]]


def wrong_places(
    chromium: Browser,
    site: Site,
    language: str,
    moments: Sequence[Moment],
    sizes_of: Callable[[], Sizes],
) -> list[str]:
    """What lies wrong at these moments of play, in the sizes that each is looked at in."""
    hall = Hall(site)
    context = chromium.new_context(
        locale=language, reduced_motion="reduce", service_workers="block"
    )
    page = context.new_page()
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    for moment in moments:
        for at, (width, height) in enumerate(sizes_of()):
            page.set_viewport_size(ViewportSize(width=width, height=height))
            if at == 0:
                hall.show(page, moment)
            page.evaluate(TWO_FRAMES)
            fits = (width, height) in UPRIGHT
            wrong = page.evaluate(GEOMETRY, {"fits": fits}) + faults(page)
            found += [f"{moment.name}, {width} × {height}: {one}" for one in wrong]
    context.close()
    return found


def test_playing_lies_within_a_phones_first_screen_and_nothing_covers_anything(
    chromium: Browser, site: Site
) -> None:
    drawn = dice("first screens")
    language = drawn.choice(LANGUAGES)

    def two() -> Sizes:
        return drawn.choice(UPRIGHT), drawn.choice(SCROLLED)

    assert wrong_places(chromium, site, language, some_of_each_game(drawn), two) == []


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_lies_well_in_every_size(language: str, chromium: Browser, site: Site) -> None:
    every = (*UPRIGHT, *SCROLLED)
    assert wrong_places(chromium, site, language, MOMENTS, lambda: every) == []
