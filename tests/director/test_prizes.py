"""PLAY-44: prizes in whole chips, paid out to the last one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.director import InvalidPlan, PrizeForm, PrizePlan, ladder

PERCENTAGES = PrizePlan()

any_plan = st.builds(
    PrizePlan,
    st.sampled_from(PrizeForm),
    places=st.integers(1, 40),
    ticket_chips=st.integers(1, 10_000),
)


@pytest.mark.parametrize(
    ("entries", "prizes"),
    [
        (1, (1_000,)),
        (4, (1_000,)),
        (8, (650, 350)),
        (17, (500, 300, 200)),
        (26, (420, 260, 180, 140)),
        (35, (380, 240, 160, 120, 100)),
        (50, (340, 210, 150, 120, 100, 80)),
    ],
)
def test_play_44_percentages_by_field_size(entries: int, prizes: tuple[int, ...]) -> None:
    assert ladder(PERCENTAGES, entries, 1_000).prizes_chips == prizes


def test_play_44_large_fields_pay_every_tenth_and_the_last_at_least_a_buy_in() -> None:
    for entries in (100, 1_000, 100_000):
        prizes = ladder(PERCENTAGES, entries, entries * 100).prizes_chips
        assert len(prizes) == entries // 10
        assert 100 <= prizes[-1] <= 500
        assert 3 * prizes[0] >= 5 * prizes[1] - 5, "5 : 3, to the chip"


def test_play_44_winner_takes_all() -> None:
    assert ladder(PrizePlan(PrizeForm.WINNER), 20, 777).prizes_chips == (777,)


def test_play_44_top_n_never_pays_more_places_than_entries() -> None:
    assert ladder(PrizePlan(PrizeForm.TOP, places=3), 2, 100).places == 2
    assert ladder(PrizePlan(PrizeForm.TOP, places=3), 9, 100).places == 3


def test_play_44_tickets_and_the_rest_to_the_next_place() -> None:
    found = ladder(PrizePlan(PrizeForm.TICKETS, ticket_chips=300), 10, 1_000)
    assert (found.prizes_chips, found.tickets) == ((300, 300, 300, 100), 3)
    assert found.is_ticket(1, 3)
    assert not found.is_ticket(3, 4), "who shares a ticket with somebody is paid in chips"
    assert found.shared(3, 4) == (200, 200)


def test_play_44_more_tickets_than_players_are_a_ticket_each_and_chips() -> None:
    found = ladder(PrizePlan(PrizeForm.TICKETS, ticket_chips=10), 3, 100)
    assert (found.prizes_chips, found.tickets) == ((34, 33, 33), 3)


def test_play_44_guarantee_and_added_money_come_from_the_house() -> None:
    assert PrizePlan(added_chips=50).house_adds(200) == 50
    assert PrizePlan(guarantee_chips=1_000).house_adds(600) == 400
    assert PrizePlan(guarantee_chips=1_000).house_adds(1_200) == 0
    assert PrizePlan(added_chips=100, guarantee_chips=1_000).house_adds(600) == 400


def test_play_43_the_tied_share_their_places_and_odd_chips_go_to_the_first() -> None:
    found = ladder(PERCENTAGES, 17, 1_001)
    assert found.prizes_chips == (501, 300, 200)
    assert found.shared(1, 2) == (401, 400)
    assert found.shared(3, 5) == (67, 67, 66), "places beyond the last prize bring nothing"


@given(any_plan, st.integers(1, 3_000), st.integers(0, 10**12))
def test_play_44_the_pool_is_paid_out_to_the_last_chip(
    plan: PrizePlan, entries: int, pool: int
) -> None:
    found = ladder(plan, entries, pool)
    prizes = found.prizes_chips
    assert sum(prizes) == pool
    assert len(prizes) <= entries
    assert list(prizes) == sorted(prizes, reverse=True)
    assert not prizes or prizes[-1] > 0


@given(st.integers(1, 400), st.integers(1, 10**9), st.data())
def test_play_43_shares_of_tied_places_are_their_prizes(
    entries: int, pool: int, data: st.DataObject
) -> None:
    found = ladder(PERCENTAGES, entries, pool)
    first = data.draw(st.integers(1, entries))
    last = data.draw(st.integers(first, entries))
    shares = found.shared(first, last)
    assert sum(shares) == sum(found.prizes_chips[first - 1 : last])
    assert max(shares) - min(shares) <= 1


@pytest.mark.parametrize(
    ("form", "places", "ticket", "code"),
    [
        (PrizeForm.TOP, 0, 0, "paid_places_missing"),
        (PrizeForm.TICKETS, 0, 0, "ticket_without_worth"),
    ],
)
def test_prizes_without_what_they_need_are_refused(
    form: PrizeForm, places: int, ticket: int, code: str
) -> None:
    with pytest.raises(InvalidPlan, match=code):
        PrizePlan(form, places, ticket)
