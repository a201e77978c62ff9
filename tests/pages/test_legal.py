"""Imprint and privacy notice: the operator's own, in the reader's language, else a sample."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.running.legal import filled_in
from web.legal.reading import NAMES, Block, blocks, legal_text, placeholders

SAMPLE = "This is a sample"


def page(name: str, language: str = "en") -> str:
    answer = Client().get(f"/{name}/", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_a_sample_says_that_it_is_one(name: str) -> None:
    assert SAMPLE in page(name)
    assert "Das ist ein Muster" in page(name, "de")
    assert f'href="/{name}/"' in Client().get("/").content.decode()


@pytest.mark.django_db
def test_the_operators_own_text_is_shown(settings: Any, tmp_path: Path) -> None:
    settings.LEGAL_DIR = filled_in(tmp_path)
    assert SAMPLE not in page("imprint")
    (tmp_path / "imprint.de.txt").write_text(
        "# Impressum\n\n<b>Anna</b>\nanna@example.org\n", encoding="utf-8"
    )
    german = page("imprint", "de")
    assert "&lt;b&gt;Anna&lt;/b&gt;<br>" in german
    assert 'href="mailto:anna@example.org"' in german


def test_a_text_the_operator_has_not_written_falls_back(settings: Any, tmp_path: Path) -> None:
    """On their own in English first, on the sample where there is none."""
    settings.LEGAL_DIR = str(tmp_path)
    (tmp_path / "imprint.en.txt").write_text("# Imprint\n", encoding="utf-8")
    assert legal_text("imprint", "de") == "# Imprint\n"
    assert legal_text("privacy", "de").startswith("# Datenschutz")


def test_the_notice_names_the_days_that_the_house_has_set(settings: Any) -> None:
    settings.KEEP_TALK_DAYS = 3
    for language, words in (("en", "for 3 days"), ("de", "3 Tage lang")):
        text = legal_text("privacy", language)
        assert words in text
        assert "{" not in text


def test_headings_lists_and_paragraphs_are_told_apart() -> None:
    assert blocks("# One\n\n- a\n- b\n\nc\nd\n") == [
        Block("h2", ("One",)),
        Block("ul", ("a", "b")),
        Block("p", ("c", "d")),
    ]


def test_every_language_has_a_sample_with_the_same_shape() -> None:
    for name in NAMES:
        english, german = (blocks(legal_text(name, language)) for language in ("en", "de"))
        assert [(one.kind, len(one.lines)) for one in english] == [
            (one.kind, len(one.lines)) for one in german
        ]
        assert placeholders(legal_text(name, "de"))
