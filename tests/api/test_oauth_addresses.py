"""Addresses to which a third-party app may have players sent back."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils.translation import override

from games.refusals.programs import WHYS

from .client import Caller
from .playing import person
from .test_oauth import browser, exchange, question

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("uri", "why"),
    [
        ("http://example.org/", "address_without_https"),
        ("javascript:alert(1)", "scheme_without_dot"),
        ("https://a/#b", "address_has_fragment"),
        ("myapp://cb", "scheme_without_dot"),
        ("com.example.app://cb", "scheme_without_path"),
        ("x", "address_unreadable"),
        ("https:", "address_without_host"),
        ("https://known.example@evil.example/", "address_names_user"),
        ("https://evil.example\\@known.example/", "address_names_user"),
        ("https://a.example;frame-ancestors/", "address_unreadable"),
    ],
)
def test_an_app_is_not_sent_back_to_just_anywhere_and_told_why(uri: str, why: str) -> None:
    owner = Caller(person("maker"))
    told = {
        language: owner.post(
            "/me/apps/", {"name": "Bad", "redirect_uris": [uri]}, Accept_Language=language
        ).json()
        for language in ("en", "de")
    }
    assert {(one["code"], one["facts"]["why"]) for one in told.values()} == {
        ("redirect_uri_unusable", why)
    }
    assert uri in told["en"]["detail"]
    with override("en"):
        assert str(WHYS[why]) in told["en"]["detail"]
    assert told["en"]["detail"] != told["de"]["detail"]


@pytest.mark.parametrize(
    ("registered", "asked", "is_taken"),
    [
        ("http://127.0.0.1/done", "http://127.0.0.1:51004/done", True),
        ("http://[::1]:8000/done", "http://[::1]:51004/done", True),
        ("http://127.0.0.1/done", "http://127.0.0.1:51004/other", False),
        ("http://127.0.0.1/done", "http://[::1]:51004/done", False),
        ("http://127.0.0.1/done", "https://127.0.0.1:51004/done", False),
        ("http://127.0.0.1/done", "http://127.0.0.1:51004@evil.example/done", False),
        ("http://localhost/done", "http://localhost:51004/done", False),
        ("https://a.example/done", "https://a.example:51004/done", False),
    ],
)
def test_an_installed_program_listens_at_any_port_of_the_loopback(
    registered: str, asked: str, is_taken: bool
) -> None:
    maker = Caller(person("maker"))
    form = {"name": "Desk", "redirect_uris": [registered]}
    app = maker.post("/me/apps/", form).json()
    anna, _ = browser()
    answer = anna.post(question(app, redirect_uri=asked), {"allow": "1"})
    assert answer.status_code == (302 if is_taken else 400), answer.content
    if is_taken:
        assert answer["Location"].startswith(asked + "?")
        code = parse_qs(urlsplit(answer["Location"]).query)["code"][0]
        assert "access_token" in exchange(app, code, redirect_uri=asked).json()
