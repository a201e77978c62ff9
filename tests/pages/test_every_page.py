"""Every page answers in both languages, says so, and asks for nothing but our own files."""

import re

import pytest

from accounts.models import Player
from tests.pages.browsers import browser, look
from tests.pages.tables import finished_ring, open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

LANGUAGES = ("en", "de")
FOR_ALL = {
    "/": ("Lobby", "Lobby"),
    "/rules/gin/": ("Gin – Rules", "Gin Rommé – Regeln"),
    "/rules/gin/jokers/": ("Jokers – Rules", "Joker – Regeln"),
    "/accounts/login/": ("Log in", "Anmelden"),
    "/accounts/signup/": ("Sign up", "Registrieren"),
    "/accounts/password/reset/": ("Reset the password", "Passwort zurücksetzen"),
}
FOR_PLAYERS = {
    "/tables/new/": ("Open a table", "Tisch eröffnen"),
    "/wallet/": ("Wallet", "Guthaben"),
    "/settings/": ("Settings", "Einstellungen"),
    "/accounts/password/change/": ("Change password", "Passwort ändern"),
    "/accounts/email/": ("E-mail address", "E-Mail-Adresse"),
}


def check(answer: object, language: str, title: str) -> None:
    page = look(answer)  # type: ignore[arg-type]
    assert page.status == 200
    assert [tag["lang"] for tag in page.all("html")] == [language]
    shown = re.search(r"<title>(.*?)</title>", page.html, re.DOTALL)
    assert shown is not None
    assert title in shown[1]
    assert len(page.all("main")) == 1
    assert len(page.all("h1")) == 1
    assert page.all("a", href="#main")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", FOR_ALL)
def test_a_visitor_reads_it_in_both_languages(path: str, language: str) -> None:
    answer = browser(language=language).get(path)
    check(answer, language, FOR_ALL[path][LANGUAGES.index(language)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", FOR_PLAYERS)
def test_a_player_reads_it_in_both_languages(path: str, language: str, anna: Player) -> None:
    answer = browser(anna, language=language).get(path)
    check(answer, language, FOR_PLAYERS[path][LANGUAGES.index(language)])


@pytest.mark.parametrize("path", [*FOR_PLAYERS, *FOR_ALL])
def test_no_cache_keeps_a_players_page(path: str, anna: Player) -> None:
    """Back after signing out on a shared machine, or through a proxy that keeps too much."""
    answer = browser(anna).get(path)
    assert "private" in answer["Cache-Control"]
    assert "no-store" in answer["Cache-Control"] or "ETag" in answer


@pytest.mark.parametrize("path", FOR_PLAYERS)
def test_a_visitor_is_asked_to_log_in_first(path: str) -> None:
    answer = browser().get(path)
    assert answer.status_code == 302
    assert answer["location"].startswith("/accounts/login/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_and_replay_read_in_both_languages(language: str, anna: Player, bert: Player) -> None:
    table = finished_ring(anna, bert)
    client = browser(anna, language=language)
    check(client.get(f"/tables/{table.pk}/"), language, table.name)
    check(client.get(f"/tables/{table.pk}/replay/1/"), language, table.name)


@pytest.mark.parametrize("path", [*FOR_ALL, *FOR_PLAYERS])
def test_it_holds_no_script_style_or_handler_of_its_own(path: str, anna: Player) -> None:
    """What the content security policy forbids is not there to be forbidden."""
    client = browser(None if path.startswith("/accounts/login") else anna)
    page = look(client.get(path, follow=True))
    inline = [
        tag
        for tag in page.all("script")
        if not tag.get("src") and tag.get("type") != "application/json"
    ]
    assert inline == []
    assert page.all("style") == []
    handlers = [
        name
        for _, attributes in page.tags
        for name in attributes
        if name.startswith("on") or name == "style"
    ]
    assert handlers == []


@pytest.mark.parametrize("path", [*FOR_ALL, *FOR_PLAYERS])
def test_it_loads_only_from_here(path: str, anna: Player) -> None:
    client = browser(None if path.startswith("/accounts/login") else anna)
    answer = client.get(path, follow=True)
    page = look(answer)
    loaded = [tag.get("src") for tag in page.all("script") + page.all("img")]
    loaded += [tag["href"] for tag in page.all("link")]
    assert [url for url in loaded if url and not url.startswith("/")] == []
    policy = answer["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Page not found"), ("de", "Seite nicht gefunden")]
)
@pytest.mark.parametrize("path", ["/no-such-page/", "/tables/999999/", "/tables/1/replay/1/"])
def test_a_wrong_address_gets_a_kind_word(
    path: str, language: str, words: str, anna: Player
) -> None:
    answer = browser(anna, language=language).get(path)
    assert answer.status_code == 404
    assert words in look(answer).text


@pytest.mark.parametrize("path", ["/tables/999999/", "/tables/1/replay/1/", "/tournaments/999/"])
def test_a_visitor_is_asked_who_they_are_first_and_comes_back(path: str) -> None:
    """What is hidden from them answers the same (`tests/clubs/test_club_tournaments.py`)."""
    assert browser().get(path)["location"] == f"/accounts/login/?next={path}"


@pytest.mark.parametrize("number", ["9" * 19, "00012345678901234567", "-1", "1e3", "١"])
def test_a_table_number_that_is_none_is_a_wrong_address(number: str) -> None:
    assert browser().get(f"/tables/{number}/").status_code == 404


def test_a_form_without_its_token_gets_a_kind_word(anna: Player) -> None:
    client = browser(anna, language="de", enforce_csrf_checks=True)
    answer = client.post("/wallet/refill/")
    assert answer.status_code == 403
    assert "Die Seite ist abgelaufen" in look(answer).text


def test_the_words_for_scripts_come_in_the_readers_language(anna: Player) -> None:
    assert "Du bist dran" in browser(anna, language="de").get("/words.js").content.decode()
    assert "Du bist dran" not in browser(anna, language="en").get("/words.js").content.decode()


def test_the_words_travel_packed_and_only_when_they_have_changed(anna: Player) -> None:
    reader = browser(anna, language="de")
    first = reader.get("/words.js", headers={"accept-encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    assert len(first.content) < 16 * 1024
    again = reader.get("/words.js", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = browser(anna, language="en").get("/words.js", headers={"if-none-match": first["ETag"]})
    assert other.status_code == 200


def test_an_open_table_shows_its_terms_before_anyone_sits_down(anna: Player) -> None:
    table = open_table(anna, house_rules=("oklahoma",), stake_chips=20)
    page = look(browser(language="de").get("/"))
    assert table.name in page.text
    for words in ("Gin Rommé", "3 Runden", "30 s je Zug", "20", "Oklahoma"):
        assert words in page.text
