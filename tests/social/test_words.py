"""What somebody says is shown on one line, in order, without anything that cannot be seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.people.social import clean_words


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  Good   evening \n all ", "Good evening all"),
        ("pay \u202eevil\u202c now", "pay evil now"),
        ("\u2066hidden\u2069 \u200bword\ufeff", "hidden word"),
        ("a\x00b\x1b[31mc\x7f", "ab[31mc"),
        ("Z\u0351\u0352\u0353\u0354\u0355!", "Z\u0353\u0354\u0355!"),
        ("e\u0301 e\u200b\u0301", "é é"),
        ("\u3164\u2800\u115f", ""),
        ("\u200d\u200d", ""),
        ("ok\u200d!", "ok!"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("Ж\u0306 шш", "Ӂ шш"),
        ("<b>1 < 2</b> & more", "<b>1 < 2</b> & more"),
        ("שלום עולם", "שלום עולם"),
        ("\ud800", ""),
    ],
)
def test_words_are_made_harmless_and_nothing_else(said: str, shown: str) -> None:
    assert clean_words(said) == shown


@given(st.text())
def test_whatever_is_typed_comes_out_visible_and_stays_as_it_is(said: str) -> None:
    shown = clean_words(said)
    assert clean_words(shown) == shown
    assert shown == shown.strip()
    assert not [
        letter
        for letter in shown
        if unicodedata.category(letter) in ("Cc", "Cf", "Co", "Cn", "Cs") and letter != "\u200d"
    ]
