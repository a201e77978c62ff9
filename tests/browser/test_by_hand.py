"""Cards moved by hand: drawn, laid, put in order; and what is said of a move at the wrong time."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from games.cardart.pictures import card_name
from tests.browser.conftest import Visitor
from tests.browser.situations import Hall, Json
from tests.browser.table_page import TablePage, bare_corner
from tests.browser.test_phone import named, tell
from tests.running.demo import Site

pytestmark = pytest.mark.browser

TO_DRAW = "gin, to draw"
UNSORTED = ["Kh", "2s", "9d", "4c", "Jd", "6h", "3d", "8c", "Qs", "5s"]
# What is read aloud whenever it changes, as it now stands.
ALOUD = """() => [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')]
  .filter(node => node.getAttribute('aria-live') !== 'off').map(node => node.textContent.trim())"""


@pytest.fixture
def table(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(locale="en", reduced_motion="reduce", service_workers="block")
    yield context.new_page()
    context.close()


def drag(page: Page, what: str, onto: str) -> None:
    """By mouse, from the part of a card that nothing covers to the middle of a place."""
    card = page.locator(what)
    card.hover(position=bare_corner(card))
    end = page.locator(onto).first.bounding_box()
    assert end is not None
    page.mouse.down()
    for _ in range(2):
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def lesson(visitor: Visitor, game: str, until: str) -> Page:
    """Led on by the coach to where one moves oneself."""
    page = visitor(at=f"learn/{game}/", lang="en", still=True)
    for _ in range(4):
        if until in page.locator("#coach-says").inner_text():
            break
        said = page.locator("#coach-says").inner_text()
        page.locator('[data-action="go-on"]:visible').click()
        expect(page.locator("#coach-says")).not_to_have_text(said)
    return page


def test_a_card_is_drawn_by_dragging_it_from_its_pile(visitor: Visitor) -> None:
    page = lesson(visitor, "gin", "Your turn.")
    drag(page, ".pile-stock .card", "#hand")
    expect(page.locator("#hand [data-card]")).to_have_count(11)


def test_a_meld_is_laid_by_dragging_it_onto_the_table(visitor: Visitor) -> None:
    page = lesson(visitor, "german_romme", "take it from the discard pile")
    drag(page, ".pile-discards .card", "#hand")
    expect(page.locator("#hand [data-card]")).to_have_count(14)
    for card in ("Th", "Jh", "Qh"):
        TablePage(page).choose(card)
    drag(page, "#hand-Th", "#board")
    expect(page.locator("#board .meld")).to_have_count(1)


@pytest.mark.parametrize("how", ["key", "drop"])
def test_a_move_at_the_wrong_time_says_once_what_to_do_instead(
    how: str, table: Page, site: Site
) -> None:
    Hall(site).show(table, named(TO_DRAW))
    table.evaluate(
        "() => { for (const id of ['say', 'call']) document.getElementById(id).textContent = ''; }"
    )
    card = TablePage(table).hand()[0]
    if how == "key":
        table.keyboard.press("x")
    else:
        drag(table, f"#hand-{card}", ".pile-discards")
    expect(table.locator("#banner")).to_contain_text("Your turn: draw")
    said = [words for words in table.evaluate(ALOUD) if words]
    assert len(said) == 1
    assert said[0].startswith("Your turn: draw")


def test_ones_own_order_outlives_a_reload_and_the_next_round_is_dealt_sorted(
    table: Page, site: Site
) -> None:
    hall, player = Hall(site), TablePage(table)
    hall.show(table, named(TO_DRAW))
    before = player.hand()
    table.locator(f"#hand-{before[0]}").focus()
    table.keyboard.press("Shift+ArrowRight")
    assert player.hand() == [before[1], before[0], *before[2:]]
    table.goto("about:blank")
    hall.show(table, named(TO_DRAW))
    assert player.hand() == [before[1], before[0], *before[2:]]

    def next_round(view: Json) -> None:
        view["round"] |= {"number": view["round"]["number"] + 1, "hand": UNSORTED}
        view["round"].pop("arrangement", None)

    tell(table, hall, TO_DRAW, next_round)
    expect(table.locator("#hand-Kh")).to_have_attribute("aria-label", card_name("Kh"))
    ranks = ["A23456789TJQK".index(card[0]) for card in player.hand()]
    assert ranks == sorted(ranks)
