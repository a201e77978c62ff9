"""The page for when nobody answers, as the service worker asks for it."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("asked", "cookie"), [("en", "de"), ("de", "en"), ("", "de")])
def test_it_says_in_which_language_it_is_written(asked: str, cookie: str) -> None:
    """The worker asks for each language, whatever its reader speaks just now."""
    client = Client()
    client.cookies["django_language"] = cookie
    answer = client.get("/offline/", {"language": asked})
    assert answer.headers["Content-Language"] == (asked or cookie)
    assert f'<html lang="{asked or cookie}"' in answer.content.decode()
