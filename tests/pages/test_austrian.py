"""German as it is spoken in Austria: other words for some cards, and German in all else."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext

from games import rulebook
from games.cardart.pictures import card_name
from rummy import engine
from tests.pages.test_words import DOMAINS, LOCALE, catalogue, messages, texts
from web.house import spoken, written_in

# How docs/words.md calls in German what has another name in Austria; a pile that is no stock stays.
GERMAN_ONLY = re.compile(
    r"\bKreuz\b|\bBube\b|Nachziehstapel|[Vv]om Stapel|[Dd]er Stapel ist|Karten im Stapel"
    r"|und Stapel$"
)


def said(domain: str, folder: str) -> dict[tuple[object, object], tuple[str, ...]]:
    found = catalogue(LOCALE / folder / "LC_MESSAGES" / f"{domain}.po")
    return {(one.context, one.id): texts(one.string) for one in messages(found)}


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_german_word_for_a_card_is_left_in_austria(domain: str) -> None:
    german, austrian = said(domain, "de"), said(domain, "variants/de_AT")
    heard = {key: austrian.get(key, words) for key, words in german.items()}
    assert [words for words in heard.values() if GERMAN_ONLY.search(" ".join(words))] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_austria_has_words_of_its_own_only_where_they_differ(domain: str) -> None:
    german, austrian = said(domain, "de"), said(domain, "variants/de_AT")
    months = {key for key in austrian if str(key[1]).lower().startswith("jan")}
    assert set(austrian) - set(german) - months == set()
    assert [key for key, words in austrian.items() if words == german.get(key)] == []


def heard() -> Iterator[str]:
    """Every sentence of the pages in the language that is active."""
    for one in messages(catalogue(LOCALE / "de" / "LC_MESSAGES" / "django.po")):
        if isinstance(one.id, str):
            yield pgettext(one.context, one.id) if one.context else gettext(one.id)
        else:
            yield from (ngettext(one.id[0], one.id[1], number) for number in (1, 2))


def test_all_else_is_said_in_german() -> None:
    with translation.override("de"):
        german = list(heard())
    with translation.override("de-at"):
        austrian = list(heard())
        assert card_name("Jc") == "Treff Bub"
        assert (gettext("January"), written_in()) == ("Jänner", "de")
    changed = {word for words in said("django", "variants/de_AT").values() for word in words}
    differing = {other for words, other in zip(german, austrian, strict=True) if words != other}
    assert differing - changed == set()


@pytest.mark.parametrize("key", [*rulebook.GAMES, *engine.HOUSE_RULES])
def test_the_book_of_rules_says_it_too(key: str) -> None:
    with translation.override("de-at"):
        page = rulebook.page_now(key)
    assert page is not None
    assert [one.text for one in page.blocks if GERMAN_ONLY.search(one.text)] == []


@pytest.mark.parametrize(
    ("offered", "wished", "speaks"),
    [
        (("en", "de", "de-at"), "de-at", "de-at"),
        (("en", "de"), "de-at", "de"),
        (("en", "de-at"), "de", "de-at"),
        (("en", "de"), "fr", "en"),
    ],
)
@pytest.mark.django_db
def test_who_wishes_a_variant_reads_the_nearest_that_is_offered(
    offered: tuple[str, ...],
    wished: str,
    speaks: str,
    client: Client,
    settings: Any,
) -> None:
    settings.LANGUAGES_OFFERED = offered
    assert spoken(wished) == speaks
    html = client.get("/", headers={"Accept-Language": wished}).content.decode()
    assert re.search(rf'<html lang="{speaks}"\s+data-letters="{speaks[:2]}"', html)
    assert ("Deutsch (Österreich)" in html) == ("de-at" in offered)


@pytest.mark.django_db
def test_scripts_speak_austrian_too(client: Client, settings: Any) -> None:
    settings.LANGUAGES_OFFERED = ("en", "de-at")
    words = client.get(reverse("js-words"), headers={"Accept-Language": "de-at"}).content.decode()
    assert '"clubs": "Treff"' in words
    assert '"hearts": "Herz"' in words
