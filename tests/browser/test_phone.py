"""What a phone shows of a table: nothing beyond its edges, all buttons, dialogs that are true."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import PHONE, Visitor
from tests.browser.places import PLAYER
from tests.browser.situations import MOMENTS, TELL, Hall, Json, Moment, later, seen_at
from tests.browser.test_office import sign_in
from tests.running.demo import Site

pytestmark = pytest.mark.browser

UPRIGHT = ViewportSize(width=360, height=740)
ON_ITS_SIDE = ViewportSize(width=740, height=360)
BEGUN = "romme of 4, a first meld begun"
DEEP = "romme 500 of 2, deep in the pile"
# Those before one signs in, and those after.
LARGE_PAGES = (
    *("", "daily/", "puzzles/", "accounts/login/", "", "tournaments/", "tournaments/1/"),
    *("league/", "settings/", "notices/", "wallet/", "profile/", "friends/", "my-games/"),
    *("rules/gin/", "accounts/2fa/", "clubs/"),
)
LARGE = "() => { document.documentElement.style.fontSize = '200%'; }"
WIDTH = "document.documentElement.scrollWidth"
# What lies beside the page.
BESIDE = """() => [...document.querySelectorAll('body *')].filter(
  (node) => node.getBoundingClientRect().right > innerWidth
).map((node) => node.outerHTML.slice(0, 80))"""
# A hint as the server words it, long enough for three lines beside the buttons.
HINT = {
    "action": {"type": "discard", "card": "Kh"},
    "value": 3.2,
    "reason": "safer_to_discard",
    "facts": {"instead_of": "Qd"},
    "choices": [
        {"action": {"type": "discard", "card": card}, "value": value}
        for card, value in (("Kh", 3.2), ("8h", 2.2), ("9h", 1.2))
    ],
}
# The buttons that cannot be pressed where they lie.
UNSEEN = """() => [...document.querySelectorAll('#actions .button, .bar .tool')].filter(node => {
  const box = node.getBoundingClientRect();
  if (!box.width) return false;
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !at || !(node.contains(at) || at.contains(node));
}).map(node => node.textContent)"""
# Words that reach beyond the plate they stand on.
BEYOND = """() => [...document.querySelectorAll('.plate')].flatMap(plate => {
  const edge = plate.getBoundingClientRect();
  return [...plate.querySelectorAll('.tag')].filter(node => {
    const { left, right, bottom } = node.getBoundingClientRect();
    return right > edge.right + 1 || left < edge.left - 1 || bottom > edge.bottom + 1;
  }).map(node => node.textContent);
})"""
# Of two things in a list that lie over each other.
OVERLAPPING = """() => {
  const boxes = [...document.querySelectorAll('.pile-list li > *')]
    .map(node => node.getBoundingClientRect());
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter(b =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).length;
}"""
# Of two parts of a table, one of which lies over the other.
CROWDED = """() => {
  const parts = ['.opponents .seat', '.piles', '.board', '.own', '.hand'];
  const boxes = parts.flatMap(name => [...document.querySelectorAll(name)])
    .map(node => [node.className, node.getBoundingClientRect()]).filter(([, box]) => box.height);
  return boxes.flatMap(([name, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)
    .map(([other]) => [name, other]));
}"""
CUT = """() => [...document.querySelectorAll('.pile-list .button')]
  .filter(node => node.scrollWidth > node.clientWidth + 1).length"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(
        locale="de", viewport=UPRIGHT, reduced_motion="reduce", service_workers="block"
    )
    yield context.new_page()
    context.close()


def named(name: str) -> Moment:
    return next(moment for moment in MOMENTS if moment.name == name)


def tell(page: Page, hall: Hall, name: str, change: Callable[[Json], None]) -> None:
    """The table of this moment moves on: the same, but for what is changed."""
    view = copy.deepcopy(seen_at(named(name)))
    change(view)
    page.evaluate(TELL, later(view, next(hall.versions)))


def ask_for_a_hint(page: Page) -> None:
    def answer(route: Any) -> None:
        version = int(page.locator("#table").get_attribute("data-version") or 0)
        route.fulfill(json={**HINT, "version": version})

    page.route("**/hint/**", answer)
    page.locator('[data-action="hint"]').click()
    expect(page.locator("#tip")).to_be_visible()
    page.unroute("**/hint/**")


def in_training_and_late(view: Json) -> None:
    """The time has run out, which a note and the clock say."""
    view["terms"]["training"] = True
    view["grace"] = True


def test_every_button_lies_within_a_phone_that_is_on_its_side(page: Page, site: Site) -> None:
    hall = Hall(site)
    page.set_viewport_size(ON_ITS_SIDE)
    for name in (BEGUN, DEEP, "gin, may knock", "robber's romme of 4, rearranging"):
        moment = named(name)
        hall.show(page, moment)
        tell(page, hall, name, in_training_and_late)
        moment.then(page, seen_at(moment))
        ask_for_a_hint(page)
        assert page.evaluate(UNSEEN) == [], name


def test_letters_twice_as_large_stay_within_a_phone(page: Page, site: Site) -> None:
    hall = Hall(site)
    for name in (BEGUN, DEEP, "gin, all special rules, may knock"):
        hall.show(page, named(name))
        page.evaluate(LARGE)
        page.set_viewport_size(ViewportSize(width=361, height=740))
        page.set_viewport_size(UPRIGHT)
        assert page.evaluate(WIDTH) <= UPRIGHT["width"], name
        assert page.evaluate(UNSEEN) == [], name


@pytest.mark.parametrize("game", ["gin", "german_romme"])
def test_a_lesson_with_letters_twice_as_large_goes_down_to_its_cards(
    visitor: Visitor, game: str
) -> None:
    visited = visitor(phone=True, lang="de", still=True, at=f"learn/{game}/")
    visited.evaluate(LARGE)
    visited.set_viewport_size(ViewportSize(width=361, height=740))
    visited.set_viewport_size(UPRIGHT)
    assert visited.evaluate(WIDTH) <= UPRIGHT["width"]
    assert visited.evaluate(CROWDED) == []
    last = visited.locator(".hand-card").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)


def test_below_the_solution_of_a_puzzle_nothing_lies_over_the_melds(visitor: Visitor) -> None:
    visited = visitor(phone=True, lang="de", still=True, at="puzzles/")
    links = visited.locator("main a.button", has_text="Deutsches Rommé")
    links.first.click()
    visited.locator("#coach-show").click()
    expect(visited.locator(".coach-proof")).not_to_be_empty()
    assert visited.evaluate(CROWDED) == []


@pytest.mark.soak
def test_pages_with_letters_twice_as_large_go_down_and_not_aside(visitor: Visitor) -> None:
    """The menu, what one may play, the lists, and one's own pages: what an older person sees."""
    visited = visitor(phone=True, lang="de")
    home = visited.url
    for path in LARGE_PAGES:
        visited.goto(home + path)
        visited.evaluate(LARGE)
        assert visited.evaluate(WIDTH) <= PHONE["width"], (path, visited.evaluate(BESIDE))
        if path == "accounts/login/":
            sign_in(visited, PLAYER)


def test_a_plate_holds_its_marks_and_a_card_just_taken_is_opaque(page: Page, site: Site) -> None:
    hall = Hall(site)

    def change(view: Json) -> None:
        view["seats"][0]["automatic"] = True
        view["round"] |= {"dealer": 1, "taken": view["round"]["hand"][0]}

    hall.show(page, named(BEGUN))
    tell(page, hall, BEGUN, change)
    expect(page.locator("#own .tag.warn")).to_be_visible()
    assert page.evaluate(BEYOND) == []
    dealer = page.locator('[data-seat="1"]')
    assert "Bot" in dealer.inner_text()
    bot = dealer.locator(".tag", has_text="Bot").bounding_box()
    plate = dealer.locator(".plate").bounding_box()
    assert bot is not None
    assert plate is not None
    assert bot["y"] < plate["y"] + plate["height"] / 2, "beside the name, not cut off below it"
    marked = page.locator(".hand-card.blocked .face").first
    look = marked.evaluate(
        "node => [getComputedStyle(node).opacity, getComputedStyle(node).filter]"
    )
    assert look[0] == "1"
    assert look[1] != "none"


def test_the_dialog_of_the_pile_is_whole_and_follows_the_table(page: Page, site: Site) -> None:
    hall = Hall(site)
    hall.show(page, named(DEEP))
    page.locator(".pile-look").click()
    dialog = page.locator("#pile-dialog[open]")
    expect(dialog.locator(".button")).not_to_have_count(0)
    assert (page.evaluate(OVERLAPPING), page.evaluate(CUT)) == (0, 0)
    cards = dialog.locator("li").count()

    def another_draws(view: Json) -> None:
        view |= {"turn": 1, "legal": []}
        view["round"]["discard_pile"].pop()

    tell(page, hall, DEEP, another_draws)
    expect(dialog.locator("li")).to_have_count(cards - 1)
    expect(dialog.locator(".button")).to_have_count(0)

    def it_is_over(view: Json) -> None:
        view |= {"phase": "finished", "status": "finished", "turn": None, "legal": []}

    tell(page, hall, DEEP, it_is_over)
    expect(dialog).to_have_count(0)
