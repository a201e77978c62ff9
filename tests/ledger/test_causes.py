"""Chips go only where their kind sends them; those out of the mint need a cause the books know."""

import datetime as dt
from typing import Any

import pytest

from accounts.books.posting import open_account, post_transfer
from accounts.ledger import InvalidTransfer
from accounts.models import Player
from backoffice.models import ChipCorrection
from tests.ledger.books import committed, mint, player, pot, stack, wallet

pytestmark = committed


def code_of(kind: str, *postings: tuple[int, int], key: str = "k", by: int | None = None) -> str:
    with pytest.raises(InvalidTransfer) as refusal:
        post_transfer(key=key, kind=kind, postings=postings, actor_id=by)
    return refusal.value.code


@pytest.mark.parametrize(
    "kind",
    [
        "hold",
        "release",
        "settle",
        "entry",
        "refund",
        "prize",
        "issue",
        "bonus",
        "grant",
        "refill",
        "closure",
    ],
)
def test_nothing_goes_from_wallet_to_wallet(kind: str) -> None:
    anna, berta = wallet(100), wallet()
    assert code_of(kind, (anna, -50), (berta, 50)) == "kind_may_not_flow"
    assert code_of("round", (anna, -50), (berta, 50)) == "kind_may_not_flow"
    assert code_of("correction", (anna, -50), (berta, 50)) == "transfer_without_cause"


@pytest.mark.parametrize("kind", ["hold", "release", "settle", "entry", "refund", "prize", "round"])
def test_the_mint_gives_nothing_for_a_kind_that_only_moves(kind: str) -> None:
    assert code_of(kind, (mint(), -5), (wallet(), 5)) == "kind_may_not_flow"


def test_welcome_chips_come_once_and_to_whom_the_key_names() -> None:
    owner = player()
    account = wallet(100, owner=owner)
    for key in (f"grant:{owner.pk}:again", f"grant:{owner.pk + 1}", "grant:"):
        assert code_of("grant", (mint(), -5), (account, 5), key=key) == "transfer_without_cause"


def test_no_gift_is_larger_than_any_setting_allows() -> None:
    owner = player()
    key, account = f"grant:{owner.pk}", wallet(owner=owner)
    most = 100_000
    assert code_of("grant", (mint(), -most - 1), (account, most + 1), key=key) == (
        "transfer_without_cause"
    )
    post_transfer(key=key, kind="grant", postings=[(mint(), -most), (account, most)])


def test_a_refill_is_for_today() -> None:
    owner = player()
    account, today = wallet(owner=owner), dt.datetime.now(dt.UTC).date()
    for day in (today - dt.timedelta(days=2), today + dt.timedelta(days=2)):
        key = f"refill:{owner.pk}:{day}"
        assert code_of("refill", (mint(), -5), (account, 5), key=key) == "transfer_without_cause"
    post_transfer(
        key=f"refill:{owner.pk}:{today}", kind="refill", postings=[(mint(), -5), (account, 5)]
    )


@pytest.mark.parametrize("kind", ["release", "settle"])
def test_a_pot_pays_nobody_who_has_not_paid_in(kind: str) -> None:
    anna, stranger, table = wallet(100), wallet(), pot(1)
    post_transfer(key="in", kind="hold", postings=[(anna, -20), (table, 20)])
    assert code_of(kind, (table, -20), (stranger, 20)) == "transfer_without_cause"
    post_transfer(key="out", kind=kind, postings=[(table, -20), (anna, 20)])


def test_a_tournament_adds_chips_to_its_own_prizes_once() -> None:
    pool = open_account(kind="prize_pool", ref="tournament:7").pk
    for key in ("added:tournament:8", "added", "added:tournament:7:more"):
        assert code_of("bonus", (mint(), -50), (pool, 50), key=key) == "transfer_without_cause"
    post_transfer(key="added:tournament:7", kind="bonus", postings=[(mint(), -50), (pool, 50)])


def asked(account: int, chips: int, **more: Any) -> tuple[ChipCorrection, Player]:
    by = player()
    made = ChipCorrection.objects.create(
        account_id=account,
        counter_id=mint(),
        amount_chips=chips,
        reason="A fault of ours",
        requested_by=by,
        **{"needs_second": True, **more},
    )
    return made, by


def test_a_correction_is_posted_as_it_was_asked_for_and_by_somebody_else() -> None:
    account = wallet()
    made, by = asked(account, 500)
    key, other = f"correction:{made.pk}", player()
    for postings, key_given, actor in (
        ([(mint(), -501), (account, 501)], key, other),
        ([(mint(), -500), (wallet(), 500)], key, other),
        ([(mint(), -500), (account, 500)], f"correction:{made.pk + 1}", other),
        ([(mint(), -500), (account, 500)], key, by),
    ):
        assert code_of("correction", *postings, key=key_given, by=actor.pk) == (
            "transfer_without_cause"
        )
    right = [(mint(), -500), (account, 500)]
    post_transfer(key=key, kind="correction", postings=right, actor_id=other.pk)


def test_one_person_alone_corrects_no_more_than_the_ceiling_whatever_the_request_says() -> None:
    account = wallet()
    made, by = asked(account, 10_001, needs_second=False)
    postings = [(mint(), -10_001), (account, 10_001)]
    assert code_of("correction", *postings, key=f"correction:{made.pk}", by=by.pk) == (
        "transfer_without_cause"
    )


def test_a_tournaments_own_chips_may_be_corrected_and_chips_given_back_to_the_mint() -> None:
    rich, poor, account = stack(100), stack(), wallet(40)
    post_transfer(key="a", kind="correction", postings=[(rich, -10), (poor, 10)])
    post_transfer(key="b", kind="correction", postings=[(account, -40), (mint(), 40)])
