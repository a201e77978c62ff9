"""`manage.py audit` prints its figures, and fails on the first fault."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command

from accounts.audit import CHECKS, Fault, Figure, audit_check, run_audit
from accounts.books.posting import POST_SQL, post_parameters, post_transfer
from accounts.ledger import TransferPlan
from tests.ledger.books import committed, fault_codes, mint, player, pot, session, stack, wallet

pytestmark = committed


@pytest.fixture
def extra_check() -> Iterator[None]:
    """Checks registered by a test are forgotten after it."""
    before = dict(CHECKS)
    yield
    CHECKS.clear()
    CHECKS.update(before)


def figures() -> dict[str, int]:
    return {
        finding.found.name: finding.found.value
        for finding in run_audit()
        if isinstance(finding.found, Figure)
    }


def test_empty_books_are_in_order() -> None:
    printed = StringIO()
    call_command("audit", stdout=printed)
    assert "The books are in order." in printed.getvalue()


def test_it_counts_what_it_has_looked_at() -> None:
    table = pot(3)
    wallet(200)
    post_transfer(key="k", kind="hold", postings=[(wallet(800), -10), (table, 10)])
    counted = figures()
    assert counted["chips issued"] == 1000
    assert (counted["chip accounts"], counted["transfers"], counted["postings"]) == (4, 3, 6)


def test_it_fails_naming_the_first_fault_and_how_many() -> None:
    anna = wallet(100)
    with session("owner") as owner:
        owner.execute("UPDATE chip_account SET balance = 101 WHERE id = %s", [anna])
    printed = StringIO()
    with pytest.raises(CommandError, match=r"2 faults, the first: chips_not_conserved"):
        call_command("audit", stdout=printed)
    assert f"balance_drifted: chip account {anna} (wallet)" in printed.getvalue()


def test_a_pot_with_chips_left_after_its_settlement_is_a_fault() -> None:
    """P5"""
    anna, table = wallet(100), pot(3)
    post_transfer(key="hold", kind="hold", postings=[(anna, -100), (table, 100)])
    assert fault_codes() == set()
    post_transfer(key="settle", kind="settle", postings=[(table, -90), (anna, 90)])
    assert fault_codes() == {"settled_pot_not_empty"}
    post_transfer(key="rest", kind="correction", postings=[(table, -10), (mint(), 10)])
    assert fault_codes() == set()


def test_portions_together_see_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    wallets = [wallet(10) for _ in range(7)]
    monkeypatch.setattr("accounts.books.audit.PORTION", 2)
    assert fault_codes() == set()
    with session("owner") as owner:
        owner.execute("UPDATE chip_account SET balance = balance + 1 WHERE kind = 'wallet'")
        owner.execute("UPDATE chip_account SET balance = balance - 7 WHERE kind = 'mint'")
    drifted = [finding.found for finding in run_audit() if isinstance(finding.found, Fault)]
    assert len(drifted) == len(wallets) + 1


def test_it_sees_one_moment_however_long_it_takes() -> None:
    """Chips that move between two of its statements do not look like a fault."""
    anna, berta = stack(100), stack()
    findings = run_audit()
    assert next(findings).found == Figure("currencies", 1)  # the snapshot is taken
    plan = TransferPlan.of(key="k", kind="round", postings=[(anna, -100), (berta, 100)])
    with session() as app:
        app.execute(POST_SQL, post_parameters(plan))
    rest = [finding.found for finding in findings]
    assert [found for found in rest if isinstance(found, Fault)] == []
    assert Figure("transfers", 1) in rest


def test_other_apps_add_checks_of_their_own(extra_check: None) -> None:
    @audit_check("of a test")
    def check_tables() -> Iterator[Figure | Fault]:
        yield Figure("tables", 3)
        yield Fault("score_differs", "table 3", {"stored": 1, "folded": 2})

    assert fault_codes() == {"score_differs"}
    with pytest.raises(ValueError, match="registered twice"):
        audit_check("of a test")(check_tables)


def test_a_role_that_may_write_the_ledger_is_warned_about() -> None:
    def warnings() -> list[str | None]:
        return [message.id for message in run_checks(tags=["database"], databases=["default"])]

    assert "accounts.W001" not in warnings()
    with session("superuser") as admin:
        admin.execute("GRANT UPDATE ON chip_posting TO jeton_web")
    try:
        assert "accounts.W001" in warnings()
    finally:
        with session("superuser") as admin:
            admin.execute("REVOKE UPDATE ON chip_posting FROM jeton_web")


def test_chips_issued_for_a_tournament_are_not_among_the_play_chips() -> None:
    """PLAY-14"""
    anna = player()
    wallet(100, owner=anna)
    stack(1500, owner=anna)
    assert figures()["currencies"] == 2
    assert figures()["chips issued"] == 100
    assert fault_codes() == set()
