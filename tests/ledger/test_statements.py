"""A statement explains a balance, line by line, to people and to spreadsheets."""

import csv
import datetime as dt
import io
from itertools import pairwise

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.books.posting import post_transfer, wallet_of
from accounts.books.reading import (
    StatementLine,
    account_statement,
    statement,
    wallet_balance,
    whole_statement,
)
from accounts.books.reasons import describe
from accounts.books.statement_csv import plain_cell, statement_csv
from accounts.joining.players import create_guest
from accounts.ledger import TransferKind
from accounts.models import Player
from tests.ledger.books import committed, player, pot, wallet


@pytest.fixture
def anna(transactional_db: None) -> Player:
    """Anna staked 100 at table 12, won 200 there, staked 50 at table 13 and got them back."""
    anna = create_guest()
    mine, first, second = wallet_of(anna).pk, pot(12), pot(13)
    berta = wallet(100)
    steps = [
        ("hold:12:1", "hold", [(mine, -100), (first, 100)]),
        ("hold:12:2", "hold", [(berta, -100), (first, 100)]),
        ("settle:table:12", "settle", [(first, -200), (mine, 200)]),
        ("hold:13:1", "hold", [(mine, -50), (second, 50)]),
        ("release:13:1", "release", [(second, -50), (mine, 50)]),
    ]
    for key, kind, postings in steps:
        post_transfer(key=key, kind=kind, postings=postings)
    return anna


@committed
def test_the_newest_line_comes_first_and_shows_the_balance(anna: Player) -> None:
    page = statement(anna)
    assert [(line.amount, line.balance, line.reason) for line in page.lines] == [
        (50, 1100, "Stake returned from table 13"),
        (-50, 1050, "Stake for table 13"),
        (200, 1100, "Result of table 12"),
        (-100, 900, "Stake for table 12"),
        (1000, 1000, "Welcome chips"),
    ]
    assert page.next_before is None
    assert page.lines[0].balance == wallet_balance(anna)


@committed
def test_every_line_continues_the_one_below(anna: Player) -> None:
    lines = statement(anna).lines
    for newer, older in pairwise(lines):
        assert newer.balance - newer.amount == older.balance
        assert newer.number == older.number + 1


@committed
def test_pages_follow_one_another_without_gap_or_repetition(anna: Player) -> None:
    first = statement(anna, limit=2)
    assert [line.number for line in first.lines] == [5, 4]
    second = statement(anna, limit=2, before=first.next_before)
    assert [line.number for line in second.lines] == [3, 2]
    last = statement(anna, limit=2, before=second.next_before)
    assert ([line.number for line in last.lines], last.next_before) == ([1], None)


@committed
def test_a_page_that_ends_exactly_at_the_first_line_is_the_last(anna: Player) -> None:
    assert statement(anna, limit=5).next_before is None


@committed
def test_a_posting_between_two_pages_repeats_nothing(anna: Player) -> None:
    first = statement(anna, limit=2)
    post_transfer(key="later", kind="hold", postings=[(wallet_of(anna).pk, -1), (pot(14), 1)])
    second = statement(anna, limit=2, before=first.next_before)
    assert [line.number for line in second.lines] == [3, 2]


@committed
def test_a_date_range_includes_both_days(anna: Player) -> None:
    today = timezone.localdate()
    day = dt.timedelta(days=1)
    assert len(statement(anna, since=today, until=today).lines) == 5
    assert statement(anna, since=today + day).lines == ()
    assert statement(anna, until=today - day).lines == ()
    assert len(statement(anna, since=today - day, until=today + day).lines) == 5


@committed
def test_who_has_no_wallet_yet_has_an_empty_statement() -> None:
    nobody = player()
    assert (statement(nobody).lines, wallet_balance(nobody)) == ((), 0)


@committed
def test_a_pot_has_a_statement_too_and_ends_at_zero(anna: Player) -> None:
    assert [line.balance for line in account_statement(pot(12)).lines] == [0, 200, 100]


@committed
def test_a_statement_costs_three_queries_however_long(
    anna: Player, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(3):  # type: ignore[operator]
        assert len(statement(anna).lines) == 5


@committed
def test_the_whole_statement_is_read_page_by_page(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.books.reading.STATEMENT_LINES_MAX", 2)
    assert [line.number for line in whole_statement(anna)] == [5, 4, 3, 2, 1]


@committed
def test_the_csv_holds_the_same_lines(anna: Player) -> None:
    text = "".join(statement_csv(whole_statement(anna)))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["Chips"]) for row in rows] == [50, -50, 200, -100, 1000]
    assert rows[0]["Balance"] == str(wallet_balance(anna))
    assert rows[2]["Reason"] == "Result of table 12"


@pytest.mark.parametrize("kind", list(TransferKind))
def test_every_kind_of_transfer_has_words(kind: TransferKind) -> None:
    assert describe(kind) != kind.value
    assert "%" not in describe(kind, refs=["table:3"])


def test_a_reason_names_what_it_belongs_to_and_may_add_a_note() -> None:
    assert describe("prize", refs=["tournament:4"]) == "Prize of tournament 4"
    assert describe("correction", memo={"note": "round 3 void"}) == "Correction: round 3 void"
    assert describe("settle", refs=["somewhere"], memo={"reason": "code"}) == "Result"
    assert describe("of_the_future") == "of_the_future"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"])
def test_no_cell_is_taken_for_a_formula(text: str) -> None:
    assert plain_cell(text) == f"'{text}"


@given(st.text(min_size=1))
def test_a_cell_keeps_its_text_and_starts_with_no_formula(text: str) -> None:
    cell = plain_cell(text)
    assert cell.endswith(text)
    assert cell.lstrip(" ")[:1] not in set("=+-@\t\r\n")


def test_texts_are_made_safe_and_amounts_stay_numbers() -> None:
    line = StatementLine(1, timezone.now(), "correction", "=cmd|'/c calc'!A1", -5, 10, "@key", 7)
    _headings, row = statement_csv([line])
    assert row.endswith("'=cmd|'/c calc'!A1,-5,10,'@key\r\n")
