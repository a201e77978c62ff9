"""Settings fail loudly: each message names the variable and says what is wrong."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pyrage import x25519

from config import env

Patch = pytest.MonkeyPatch


def given(patch: Patch, **environ: str) -> None:
    """These variables, and no others of their names."""
    for name in {"X", "KEY", "KEY_FILE"} | environ.keys():
        patch.delenv(name, raising=False)
    for name, value in environ.items():
        patch.setenv(name, value)


@pytest.mark.parametrize("word", ["1", "true", "YES", " on "])
def test_a_flag_is_set_by_any_usual_word(monkeypatch: Patch, word: str) -> None:
    given(monkeypatch, X=word)
    assert env.flag("X", False) is True


def test_a_flag_refuses_what_is_neither_yes_nor_no(monkeypatch: Patch) -> None:
    given(monkeypatch, DEBUG="maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG must be true or false, not 'maybe'"):
        env.flag("DEBUG", False)


def test_an_empty_variable_counts_as_unset(monkeypatch: Patch) -> None:
    given(monkeypatch, X="")
    assert env.flag("X", True) is True
    given(monkeypatch, X=" ")
    assert env.integer("X", 7) == 7
    given(monkeypatch, X=" , ")
    assert env.words("X", ("a",)) == ["a"]


@pytest.mark.parametrize("value", ["8k", "1.5", "0x10", "٣x"])
def test_an_integer_refuses_what_is_no_whole_number(monkeypatch: Patch, value: str) -> None:
    given(monkeypatch, PORT=value)
    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number"):
        env.integer("PORT", 1)


@pytest.mark.parametrize("value", ["0", "65536"])
def test_an_integer_names_its_bounds(monkeypatch: Patch, value: str) -> None:
    given(monkeypatch, PORT=value)
    with pytest.raises(ImproperlyConfigured, match="between 1 and 65535"):
        env.integer("PORT", 1, minimum=1, maximum=65_535)


@pytest.mark.parametrize("host", ["0.0.0.256", "::g", "no such name", "8.8.8.8", "a" * 70])
def test_where_to_listen_is_an_address_of_this_machine(host: str) -> None:
    assert f"HOST {host} is no address of this machine" in env.fault_of_host(host)
    assert env.fault_of_host("localhost") == ""


def test_a_backup_is_encrypted_for_keys_that_are_keys(monkeypatch: Patch) -> None:
    key = str(x25519.Identity.generate().to_public())
    given(monkeypatch, X=f"{key}, {key}")
    assert env.public_keys("X") == [key, key]
    given(monkeypatch, X=f"{key},age1nobody")
    with pytest.raises(ImproperlyConfigured, match="X: 'age1nobody' is no public key"):
        env.public_keys("X")


def test_a_duration_is_at_least_a_second(monkeypatch: Patch) -> None:
    given(monkeypatch, X="0")
    with pytest.raises(ImproperlyConfigured, match="between 1 and 86400"):
        env.seconds("X", 5)


def test_a_required_text_says_that_it_is_missing(monkeypatch: Patch) -> None:
    given(monkeypatch)
    with pytest.raises(ImproperlyConfigured, match="X is not set"):
        env.text("X")


def test_an_address_of_another_kind_is_refused_without_repeating_its_password(
    monkeypatch: Patch,
) -> None:
    given(monkeypatch, DATABASE_URL="mysql://a:pw@b")
    with pytest.raises(ImproperlyConfigured) as caught:
        env.url("DATABASE_URL", schemes=("postgresql",))
    assert "must start with postgresql://" in str(caught.value)
    assert "pw" not in str(caught.value)


def test_a_secret_may_lie_in_a_file(monkeypatch: Patch, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("x" * 40 + "\n")
    given(monkeypatch, KEY_FILE=str(path))
    assert env.secret("KEY") == "x" * 40


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({}, r"KEY \(or KEY_FILE\) is not set"),
        ({"KEY": "short"}, "at least 32 characters"),
        ({"KEY": "x" * 40, "KEY_FILE": "/somewhere"}, "not both"),
        ({"KEY_FILE": "/no/such/file"}, "KEY_FILE cannot be read"),
    ],
)
def test_a_secret_says_what_is_wrong_with_it(
    monkeypatch: Patch, environ: dict[str, str], message: str
) -> None:
    given(monkeypatch, **environ)
    with pytest.raises(ImproperlyConfigured, match=message):
        env.secret("KEY")
