"""Settings fail loudly: each message names the variable and says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


@pytest.mark.parametrize("word", ["1", "true", "YES", " on "])
def test_a_flag_is_set_by_any_usual_word(word: str) -> None:
    assert env.flag("X", False, environ={"X": word}) is True


def test_a_flag_refuses_what_is_neither_yes_nor_no() -> None:
    with pytest.raises(ImproperlyConfigured, match="DEBUG must be true or false, not 'maybe'"):
        env.flag("DEBUG", False, environ={"DEBUG": "maybe"})


def test_an_empty_variable_counts_as_unset() -> None:
    assert env.flag("X", True, environ={"X": ""}) is True
    assert env.integer("X", 7, environ={"X": " "}) == 7
    assert env.words("X", ("a",), environ={"X": " , "}) == ["a"]


@pytest.mark.parametrize("value", ["8k", "1.5", "0x10", "٣x"])
def test_an_integer_refuses_what_is_no_whole_number(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number"):
        env.integer("PORT", 1, environ={"PORT": value})


@pytest.mark.parametrize("value", ["0", "65536"])
def test_an_integer_names_its_bounds(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="between 1 and 65535"):
        env.integer("PORT", 1, minimum=1, maximum=65_535, environ={"PORT": value})


def test_a_duration_is_at_least_a_second() -> None:
    with pytest.raises(ImproperlyConfigured, match="between 1 and 86400"):
        env.seconds("X", 5, environ={"X": "0"})


def test_a_required_text_says_that_it_is_missing() -> None:
    with pytest.raises(ImproperlyConfigured, match="X is not set"):
        env.text("X", environ={})


def test_an_address_of_another_kind_is_refused_without_repeating_its_password() -> None:
    with pytest.raises(ImproperlyConfigured) as caught:
        env.url("DATABASE_URL", schemes=("postgresql",), environ={"DATABASE_URL": "mysql://a:pw@b"})
    assert "must start with postgresql://" in str(caught.value)
    assert "pw" not in str(caught.value)


def test_a_secret_may_lie_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("x" * 40 + "\n")
    assert env.secret("KEY", environ={"KEY_FILE": str(path)}) == "x" * 40


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({}, r"KEY \(or KEY_FILE\) is not set"),
        ({"KEY": "short"}, "at least 32 characters"),
        ({"KEY": "x" * 40, "KEY_FILE": "/somewhere"}, "not both"),
        ({"KEY_FILE": "/no/such/file"}, "KEY_FILE cannot be read"),
    ],
)
def test_a_secret_says_what_is_wrong_with_it(environ: dict[str, str], message: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=message):
        env.secret("KEY", environ=environ)
