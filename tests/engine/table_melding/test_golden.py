"""The golden playthroughs of both games still play as they were written."""

import pytest

from tests.engine.golden import FOLDER
from tests.engine.table_melding.golden import WANTED, WRITTEN, read, written


@pytest.mark.parametrize("name", WRITTEN)
def test_the_playthrough_plays_as_it_was_written(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert written(name, read(text)) == text


@pytest.mark.parametrize("name", WRITTEN)
def test_a_playthrough_shows_what_is_special_about_its_rules(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert "unfinished" not in text
    for word in WANTED[name] - {"cut", "deep"}:
        assert f"  {word} " in text or f'"reason": "{word}"' in text, word
