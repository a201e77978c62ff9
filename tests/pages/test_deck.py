"""The deck is the one the program draws, whole, in German and English letters."""

import re
import xml.etree.ElementTree as ET

import pytest

from games.cardart.__main__ import TARGET
from games.cardart.faces import sprite
from games.cardart.shapes import LETTERS

SVG = "{http://www.w3.org/2000/svg}"
CARDS = {rank + suit for rank in "A23456789TJQK" for suit in "shdc"}


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_committed_sprite_is_the_one_drawn(language: str) -> None:
    assert (TARGET / f"{language}.svg").read_text(encoding="utf-8") == sprite(language)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_card_is_there_once(language: str) -> None:
    names = [symbol.get("id") for symbol in ET.fromstring(sprite(language)).iter(f"{SVG}symbol")]  # noqa: S314
    assert len(names) == len(set(names))
    jokers = {f"X{number}" for number in range(1, 7)}
    assert set(names) == CARDS | jokers | {"back"} | {f"suit-{suit}" for suit in "shdc"}


@pytest.mark.parametrize(
    ("language", "letters"),
    [("de", {"K": "K", "Q": "D", "J": "B"}), ("en", {"K": "K", "Q": "Q", "J": "J"})],
)
def test_court_cards_wear_the_letters_of_the_language(
    language: str, letters: dict[str, str]
) -> None:
    drawn = sprite(language)
    for rank, letter in letters.items():
        symbol = re.search(rf'<symbol id="{rank}h".*?</symbol>', drawn, re.DOTALL)
        assert symbol is not None
        assert f'd="{LETTERS[letter]}"' in symbol[0]


def test_no_sign_is_set_as_text_and_none_comes_from_elsewhere() -> None:
    for language in ("de", "en"):
        drawn = sprite(language)
        assert "<text" not in drawn
        assert set(re.findall(r"https?://[^\"]+", drawn)) == {"http://www.w3.org/2000/svg"}
