"""How people come to a table where that is not the subject: without a page for every step."""

import uuid
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

API = "/api/v1"
# Of tables opened here, which are private: on a site that tests share nobody else sits down there.
CODES: dict[int, str] = {}


def as_guest(page: Page) -> None:
    """Whose page this is plays as a guest from now on; what is open does not show it yet."""
    answer = page.request.post(f"{_home(page)}/play-as-guest/", headers=_told(page), form={})
    assert answer.ok, answer.text()


def with_bots(page: Page, **offer: Any) -> None:
    """A guest at a new table, whose other seats bots have taken."""
    number = _opened(page, offer)
    post(page, f"{API}/tables/{number}/add-bot/")
    page.goto(f"{_home(page)}/tables/{number}/")


def among_people(page: Page, *others: Page, **offer: Any) -> int:
    """Guests at a new table, the first of them its host; the table's number."""
    number = _opened(page, offer)
    for other in others:
        as_guest(other)
        post(other, f"{API}/tables/{number}/join/", {"invite_code": CODES[number]})
    for one in (page, *others):
        one.goto(f"{_home(page)}/tables/{number}/")
    return number


def act(page: Page, table: int, choose: Callable[[Any], Any]) -> Any:
    """What the page's player does next, if anything, without the page; the view before."""
    path = f"{API}/tables/{table}/"
    view = page.request.get(f"{_home(page)}{path}view/").json()
    action = choose(view)
    if action is not None:
        post(page, f"{path}actions/", {"action": action, "expected_version": view["version"]})
    return view


def _opened(page: Page, offer: dict[str, Any]) -> int:
    as_guest(page)
    wish = {"turn_seconds": 120, "is_private": True, **offer}
    told = post(page, f"{API}/tables/", wish)
    number = int(told["id"])
    CODES[number] = told["invite_code"] or ""
    post(page, f"{API}/tables/{number}/join/")
    return number


def post(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    told = _told(page) | {"Idempotency-Key": str(uuid.uuid4())}
    answer = page.request.post(f"{_home(page)}{path}", headers=told, data=body or {})
    assert answer.ok, answer.text()
    return answer.json()


def _told(page: Page) -> dict[str, str]:
    cookies = {str(one.get("name")): str(one.get("value")) for one in page.context.cookies()}
    token = next(value for name, value in cookies.items() if name.startswith("jeton_csrf"))
    language = str(page.locator("html").get_attribute("lang"))
    return {"X-CSRFToken": token, "Referer": page.url, "Accept-Language": language}


def _home(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])
