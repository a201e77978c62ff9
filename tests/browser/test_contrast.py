"""What waits or is said aside can be read: 4.5 : 1 in every light, more contrast included.

`make test` draws the moments and the pages; `make soak` looks at all of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.places import PLACES, VISITOR, places
from tests.browser.situations import MOMENTS, Hall, Moment, some_of_each_game
from tests.chance import dice
from tests.running.demo import Site

pytestmark = pytest.mark.browser

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
ASIDE = (
    '[disabled], [aria-disabled="true"], input, textarea, .muted, .small, small, .badge, .tag,'
    " .help, .total, .lead, .counter-limit, .happened, .bar-round, .limit-label, .reason"
    ", .pile-look"
)
WAITING = """() => document.querySelectorAll('#actions .button')
  .forEach(node => node.setAttribute('aria-disabled', 'true'))"""
LIGHTS: dict[str, dict[str, Any]] = {
    "bright": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "more contrast": {"color_scheme": "light", "contrast": "more"},
}
# Words of a token's colour on another token's, in every sample of what may be chosen.
PROBES = """([kind, pairs]) => {
  document.getElementById('options-dialog').show();
  const samples = [...document.querySelectorAll(`.sample[data-${kind}]`)];
  for (const [sample, [ink, ground]] of samples.flatMap((one) => pairs.map((two) => [one, two]))) {
    const probe = sample.appendChild(document.createElement('b'));
    Object.assign(probe, { className: 'probe', textContent: `${ink} on ${ground}` });
    Object.assign(probe.style, { color: `var(${ink})`, backgroundColor: `var(${ground})` });
  }
  return document.querySelectorAll('.probe').length;
}"""
MUST_BE_TOLD = {
    "deck": [(f"--suit-{suit}", "--card-paper") for suit in "shdc"]
    + [("--card-ink", "--card-paper")],
    "back": [("--card-back-edge", "--card-back")],
    "felt": [
        (ink, ground)
        for ink in ("--felt-ink", "--felt-muted", "--card-back-edge")
        for ground in ("--felt", "--felt-deep")
    ],
}
CHOSEN = "felt => { document.documentElement.dataset.felt = felt; }"
VISITED = tuple(place.name for place in PLACES if place.who == VISITOR)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(reduced_motion="reduce", service_workers="block")
    yield context.new_page()
    context.close()


def unreadable(page: Page) -> list[str]:
    """What cannot be read here, in each light: the page is opened once."""
    wrong = []
    for name, light in LIGHTS.items():
        page.emulate_media(reduced_motion="reduce", **light)
        wrong += [f"{page.url}, {name}: {one}" for one in page.evaluate(CONTRAST, ASIDE)]
    return wrong


def unreadable_at(moments: Sequence[Moment], page: Page, site: Site) -> list[str]:
    hall, wrong = Hall(site), []
    for moment in moments:
        hall.show(page, moment)
        page.evaluate(WAITING)
        wrong += [f"{moment.name}: {one}" for one in unreadable(page)]
    return wrong


def unreadable_on(names: Iterable[str], page: Page, site: Site) -> list[str]:
    wrong = []
    for place in places(site, wanted=names):
        page.goto(f"http://localhost:{site.port}/{place.path}")
        wrong += unreadable(page)
    return wrong


def test_what_waits_at_a_table_can_be_read(page: Page, site: Site) -> None:
    drawn = some_of_each_game(dice("contrast at tables"))
    assert unreadable_at(drawn, page, site) == []


@pytest.mark.soak
def test_what_is_said_aside_can_be_read(page: Page, site: Site) -> None:
    assert unreadable_on(dice("contrast of pages").sample(VISITED, 4), page, site) == []


def test_decks_backs_and_felts_are_told_apart_in_every_sample(page: Page, site: Site) -> None:
    Hall(site).show(page, dice("samples").choice(MOMENTS))
    for kind, pairs in MUST_BE_TOLD.items():
        assert page.evaluate(PROBES, [kind, pairs]) >= 4 * len(pairs)
    wrong = []
    for name, light in LIGHTS.items():
        page.emulate_media(reduced_motion="reduce", **light)
        wrong += [f"{name}: {one}" for one in page.evaluate(CONTRAST, ".probe")]
    assert wrong == []


@pytest.mark.soak
def test_what_waits_can_be_read_on_every_felt(page: Page, site: Site) -> None:
    Hall(site).show(page, dice("felts").choice(MOMENTS))
    page.evaluate(WAITING)
    wrong = []
    for felt in ("blue", "wine", "slate"):
        page.evaluate(CHOSEN, felt)
        wrong += [f"{felt}: {one}" for one in unreadable(page)]
    assert wrong == []


@pytest.mark.soak
def test_whatever_waits_at_a_table_can_be_read(page: Page, site: Site) -> None:
    assert unreadable_at(MOMENTS, page, site) == []


@pytest.mark.soak
def test_whatever_is_said_aside_can_be_read(page: Page, site: Site) -> None:
    assert unreadable_on(VISITED, page, site) == []
