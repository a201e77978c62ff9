"""The ledger's page tells the truth: its examples run, its lists are complete."""

import doctest
from pathlib import Path

import pytest

from accounts.audit import CHECKS
from accounts.ledger import AccountKind
from accounts.ledger.kinds import MINTING
from tests.ledger.books import committed, fault_codes

PAGE = Path(__file__).parents[2] / "docs" / "ledger.md"


@committed
def test_the_worked_examples_run_as_printed(capsys: pytest.CaptureFixture[str]) -> None:
    examples = doctest.DocTestParser().get_doctest(PAGE.read_text(), {}, "ledger", str(PAGE), 0)
    assert len(examples.examples) > 20
    failed, _tried = doctest.DocTestRunner().run(examples)
    assert failed == 0, capsys.readouterr().out
    assert fault_codes() == set()


@pytest.mark.parametrize("kind", list(AccountKind))
def test_every_kind_of_account_is_explained(kind: AccountKind) -> None:
    assert f"| `{kind}` |" in PAGE.read_text()


def test_the_kinds_that_mint_are_those_named() -> None:
    assert all(f"`{kind}`" in PAGE.read_text() for kind in MINTING)


def test_every_check_of_the_ledger_is_listed() -> None:
    page = PAGE.read_text()
    ours = [name for name, check in CHECKS.items() if check.__module__ == "accounts.books.audit"]
    assert len(ours) == 5
    assert all(f"| {name} |" in page for name in ours)
