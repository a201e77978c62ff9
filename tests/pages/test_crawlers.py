"""What a search engine and a shared link find: the public pages, in words, and nobody's own."""

import re

import pytest

from config.serving.crawlers import CLOSED, public_pages
from tests.pages.browsers import browser, look

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_every_page_that_is_listed_answers_a_visitor() -> None:
    listed = re.findall(r"<loc>https?://[^/]+(/.*?)</loc>", browser().get("/sitemap.xml").text)
    assert listed == public_pages()
    assert len(listed) > 15
    assert [path for path in listed if browser().get(path).status_code != 200] == []


def test_robots_learn_what_is_closed_and_nothing_listed_is() -> None:
    told = browser().get("/robots.txt").text
    closed = re.findall("^Disallow: (.+)$", told, re.MULTILINE)
    assert tuple(closed) == CLOSED
    assert {"/players/", "/office/", "/api/"} <= set(closed)
    assert [page for page in public_pages() if page.startswith(CLOSED)] == []
    assert re.search("^Sitemap: https?://.+/sitemap.xml$", told, re.MULTILINE)


@pytest.mark.parametrize(("language", "words"), [("en", "with friends"), ("de", "mit Freunden")])
def test_a_shared_link_shows_what_it_is_in_the_readers_language(language: str, words: str) -> None:
    metas = look(browser(language=language).get("/")).all("meta")
    told = {
        one.get("property") or one.get("name"): str(one["content"])
        for one in metas
        if one.get("content")
    }
    assert words in told["description"]
    assert told["og:description"] == told["description"]
    assert re.match(r"https?://[^/]+/static/.+\.png$", told["og:image"])
