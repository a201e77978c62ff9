"""No page speaks half a language: the German catalogues are complete, current and consistent."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.utils import translation

from accounts.signing_in.borrowed_words import BORROWED
from games.cardart.pictures import card_name
from rummy import engine
from tests.architecture.sources import PRODUCT
from web.templatetags.base import chips, signed_chips

LOCALE: Path = settings.LOCALE_PATHS[-1]
DOMAINS = ("django", "djangojs")
# An entry's context, if any, and its English, in the file itself: Babel overlooks a second one.
ENTRY = re.compile(r'(?:^msgctxt (".*")\n)?^msgid (".*"(?:\n".*")*)', re.MULTILINE)
PLACEHOLDER = re.compile(r"%\((\w+)\)s|%(?:\d+\$)?[sd]")


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as text:
        return read_po(text)


def messages(found: Catalog) -> Iterator[Message]:
    return (message for message in found if message.id)


def texts(part: object) -> tuple[str, ...]:
    return tuple(map(str, part)) if isinstance(part, list | tuple) else (str(part),)


def german(domain: str) -> Catalog:
    return catalogue(LOCALE / "de" / "LC_MESSAGES" / f"{domain}.po")


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_sentence_has_its_german(domain: str) -> None:
    missing = [
        message.id for message in messages(german(domain)) if not all(texts(message.string or ""))
    ]
    assert missing == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_each_sentence_stands_once_as_gettext_wants_it(domain: str) -> None:
    text = (LOCALE / "de" / "LC_MESSAGES" / f"{domain}.po").read_text()
    found = Counter(ENTRY.findall(text))
    assert len(found) > 100
    assert [entry for entry, times in found.items() if times > 1] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_german_sentence_is_a_guess(domain: str) -> None:
    assert [message.id for message in messages(german(domain)) if message.fuzzy] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_german_sentence_drops_or_invents_a_fact(domain: str) -> None:
    wrong = []
    for message in messages(german(domain)):
        # The forms for one and for many each as in English: for one a number may be a word.
        expected = [set(PLACEHOLDER.findall(text)) for text in texts(message.id)]
        if [set(PLACEHOLDER.findall(text)) for text in texts(message.string)] != expected:
            wrong.append(message.id)
    assert wrong == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_word_that_may_mean_much_tells_translators_what_it_means(domain: str) -> None:
    """Up to three letters: by a context, where it has several Germans, or else by a comment."""
    bare = [
        message.id
        for message in messages(german(domain))
        if isinstance(message.id, str)
        and re.fullmatch(r"[a-z]{1,3}|[A-Z]", message.id)
        and not message.context
        and not message.user_comments
    ]
    assert bare == []


FORMAL = re.compile(r"\b(Ihr|Ihre|Ihren|Ihrem|Ihnen)\b|\b[A-Za-zäöü]+en Sie\b")


@pytest.mark.parametrize("domain", DOMAINS)
def test_germans_are_addressed_as_du(domain: str) -> None:
    strings = [text for message in messages(german(domain)) for text in texts(message.string)]
    assert [text for text in strings if FORMAL.search(text)] == []


def test_germans_are_addressed_as_du_by_the_log_in_library_too() -> None:
    with translation.override("de"):
        told = {words: translation.gettext(words) for words in BORROWED}
    assert [words for words, text in told.items() if text == words or FORMAL.search(text)] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_thing_has_one_german_name(domain: str) -> None:
    """Abwurfstapel, Gegner, Guthaben, Chat: as `docs/words.md` calls them."""
    other = re.compile(
        r"Ablage|Talon|Stichrunde|Münze|Gegenseite|Geldbörse|Klopfgrenze|Zeitkonto"
        r"|Schlange|Spielleitung|Bestens|[Uu]nterboten|\bSeeds?\b|\bMatch\b|^Gespräch"
        r"|[Aa]blegen|abgelegt|abzulegen|Stapel von %|\bnur ein Blatt|Leitpult|demselben Verein"
        r"|\bTokens?\b|\bSitz(?:e|es|platz|plätze|plätzen)?\b|\bLogs?\b|Entschädigung|Kompensation"
    )
    strings = [text for message in messages(german(domain)) for text in texts(message.string)]
    assert [text for text in strings if other.search(text)] == []


def test_what_staff_did_is_a_protocol_and_what_a_table_did_a_course() -> None:
    with translation.override("de"):
        assert translation.gettext("Log") == "Protokoll"
        assert translation.pgettext("of a table", "Log") == "Verlauf"


def test_signing_in_and_entering_a_tournament_are_two_words() -> None:
    """They stand on one page: somebody who is a guest of a tournament sees both."""
    with translation.override("de"):
        assert translation.gettext("Log in") == "Anmelden"
        assert translation.gettext("Enter") == "Teilnehmen"
    meant = [
        str(message.id)
        for message in messages(german("django"))
        if any(text.startswith("Anmelden") for text in texts(message.string))
    ]
    assert meant == ["Log in"]


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs GNU gettext")
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_sentence_in_the_code_is_in_the_catalogue(
    domain: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Extracts anew and compares: from a copy, since it writes files beside those that it reads."""
    left_out = shutil.ignore_patterns("__pycache__", "*.svg", "*.png")
    for room in (*PRODUCT, "templates"):
        shutil.copytree(settings.BASE_DIR / room, tmp_path / room, ignore=left_out)
    (tmp_path / "locale").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "LOCALE_PATHS", [])
    call_command("makemessages", locale=["de"], domain=domain, verbosity=0)
    fresh = catalogue(tmp_path / "locale" / "de" / "LC_MESSAGES" / f"{domain}.po")
    found = {texts(message.id) for message in messages(fresh)}
    assert len(found) > 100
    known = {texts(message.id) for message in messages(german(domain))}
    assert found - known == set(), "said, and not in German"
    assert known - found == set(), "in German, and said no more"


def test_every_variant_has_its_words() -> None:
    assert all(one.title and one.summary for one in engine.PRESETS.values())
    assert all(one.title and one.summary for one in engine.HOUSE_RULES.values())


@pytest.mark.parametrize(
    ("card", "english", "german_name"),
    [
        ("7h", "7 of hearts", "Herz 7"),
        ("Qh", "queen of hearts", "Herz Dame"),
        ("Td", "10 of diamonds", "Karo 10"),
        ("As", "ace of spades", "Pik Ass"),
        ("Jc", "jack of clubs", "Kreuz Bube"),
        ("Kc2", "king of clubs", "Kreuz König"),
        ("X3", "joker", "Joker"),
    ],
)
def test_a_card_has_a_name_in_words(card: str, english: str, german_name: str) -> None:
    assert card_name(card) == english
    with translation.override("de"):
        assert card_name(card) == german_name


def test_chips_are_grouped_as_the_language_does() -> None:
    assert (chips(1234567), signed_chips(-1500), signed_chips(0)) == ("1,234,567", "−1,500", "0")
    with translation.override("de"):
        assert (chips(1234567), signed_chips(1500)) == ("1.234.567", "+1.500")
        assert chips(-24007000) == "−24.007.000"


def test_no_page_names_another_house() -> None:
    """ "Palast" is a brand of others; `gin_palast` stays a key that is stored and sent."""
    book = [path.read_text("utf-8") for path in Path("docs/rules").rglob("*.md")]
    prose = [line for text in book for line in text.splitlines() if "gin_palast" not in line]
    said = [
        text for domain in DOMAINS for one in messages(german(domain)) for text in texts(one.string)
    ]
    titles = [str(preset.title) for preset in engine.PRESETS.values()]
    assert len(book) > 10
    assert [words for words in [*prose, *said, *titles] if "palast" in words.lower()] == []
