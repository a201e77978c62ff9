"""Text that no column can hold is refused by pages, wherever they look for it."""

import pytest

from accounts.models import Player
from tests.backoffice.staff import colleague
from tests.pages.browsers import browser, look

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NUL = "a\0b"
PAGES = ("clubs", "office/players", "office/accounts", "office/clubs", "office/log", "office/team")
SEARCHES = ("search", "name", "who", "player", "like", "part", "before", "state")
BUTTONS = (
    ("friends/change", {"what": "ask", "name": NUL}),
    ("office/players/1/note", {"words": NUL}),
    ("office/players/1/sanction", {"what": "warn", "reason": NUL}),
    ("office/restitutions/draft", {"guilty": NUL, "reason": "x"}),
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_not_searched_for_what_nothing_can_be_called(page: str) -> None:
    reader = browser(colleague("owner"))
    for name in SEARCHES:
        answer = reader.get(f"/{page}/", {name: NUL})
        assert answer.status_code == 400, name
        assert "characters that no text may hold" in look(answer).text


@pytest.mark.parametrize(("page", "form"), BUTTONS)
def test_a_button_does_not_send_what_nothing_can_hold(page: str, form: dict[str, str]) -> None:
    assert browser(colleague("owner")).post(f"/{page}/", form).status_code == 400


def test_a_field_may_be_called_by_no_such_name_either(anna: Player) -> None:
    assert browser(anna).get("/clubs/?a%00b=1").status_code == 400


def test_a_visitor_is_told_so_in_their_language() -> None:
    answer = browser(language="de").get("/clubs/", {"search": NUL})
    assert "Zeichen, die kein Text enthalten darf" in look(answer).text
