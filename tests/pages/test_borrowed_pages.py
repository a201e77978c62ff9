"""The pages of the log-in library look and read like the site's own."""

import re
from collections.abc import Iterator
from pathlib import Path

import allauth
import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation

from accounts.models import Player
from tests.pages.browsers import browser, look

pytestmark = pytest.mark.django_db

LIBRARY = Path(allauth.__file__).parent
# Of the library's rooms those that are open here.
ROOMS = ("templates/account", "templates/mfa", "account", "mfa")
SAID = (
    r"\{% trans(?:late)? \"([^\"]+)\"",
    r"\{% trans(?:late)? '([^']+)'",
    r"\{% blocktrans(?:late)?[^%]*%\}\s*([^{}]*?)\s*\{% endblocktrans",
    r"\b_\(\s*\"([^\"]+)\"",
)
# A capital within a line that begins nothing and is no name.
TITLE_CASE = re.compile(r"(?<![.:?!] )(?<!^)\b[A-Z][a-z]+")
NAMES = re.compile(r"JavaScript|Passkey|QR|IP|Jeton")
PATHS = (
    *("email/", "password/change/", "password/reset/", "logout/", "reauthenticate/", "2fa/"),
    *("2fa/totp/activate/", "2fa/webauthn/", "2fa/webauthn/add/", "2fa/recovery-codes/generate/"),
)


def said() -> Iterator[str]:
    for room in ROOMS:
        for file in (LIBRARY / room).rglob("*"):
            if file.suffix in (".html", ".txt", ".py"):
                for pattern in SAID:
                    yield from re.findall(pattern, file.read_text("utf-8"))


def test_english_is_written_in_sentences_there_too() -> None:
    with translation.override("en"):
        told = {translation.gettext(words) for words in said() if len(words.split()) < 8}
    assert [words for words in sorted(told) if TITLE_CASE.search(NAMES.sub("", words))] == []


def test_what_is_said_otherwise_in_english_is_said() -> None:
    with (settings.BASE_DIR / "locale/en/LC_MESSAGES/django.po").open("rb") as text:
        ours = [str(one.id) for one in read_po(text) if one.id and not one.context]
    assert set(ours) - set(said()) == set()


@pytest.mark.parametrize("path", PATHS)
def test_a_field_with_a_label_does_not_say_it_twice(path: str, anna: Player) -> None:
    page = look(browser(anna).get(f"/accounts/{path}", follow=True))
    assert page.status == 200
    assert [tag for tag in page.all("input") if "placeholder" in tag] == []


def test_logging_in_asks_for_either_name() -> None:
    page = look(browser().get("/accounts/login/"))
    assert "Name or e-mail" in page.text
    assert [tag for tag in page.all("input") if "placeholder" in tag] == []
