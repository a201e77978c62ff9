"""Decks follow from seeds, differ when any seed does, and start from the canonical order."""

from math import log2, log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy.fairness import (
    CLIENT_SEED_CHARS,
    DECK,
    FIRST_DEALER,
    SEATS,
    SERVER_SEED_BYTES,
    RoundSeeds,
    UnfairInput,
    check_client_seed,
    commit,
    deck_order,
    lot,
    reshuffle,
)

from .cards import seeds_of, server_seed

seed_texts = st.text(max_size=CLIENT_SEED_CHARS).filter(str.isprintable)


@given(st.lists(seed_texts, max_size=6), st.integers(0, 300))
def test_an_order_is_a_permutation_and_repeats(client_seeds: list[str], size: int) -> None:
    seeds = seeds_of(1, *client_seeds)
    order = deck_order(seeds, size)
    assert sorted(order) == list(range(size))
    assert order == deck_order(seeds, size)


@pytest.mark.parametrize(
    "other",
    [
        seeds_of(2, "a", "b"),
        seeds_of(1, "b", "a"),
        seeds_of(1, "a"),
        seeds_of(1, "a", "b", ""),
        seeds_of(1, "ab", ""),
        seeds_of(1, "a", "B"),
        seeds_of(1, "a", "b", table=13),
        seeds_of(1, "a", "b", round_number=4),
        seeds_of(1, "a", "b", table=123, round_number=3),
    ],
    ids=repr,
)
def test_every_input_changes_the_deck(other: RoundSeeds) -> None:
    assert deck_order(seeds_of(1, "a", "b"), 52) != deck_order(other, 52)


def test_each_purpose_has_a_stream_of_its_own() -> None:
    purposes = [DECK, SEATS, FIRST_DEALER, reshuffle(1), reshuffle(2)]
    orders = {deck_order(seeds_of(1, "a", "b"), 52, purpose=purpose) for purpose in purposes}
    assert len(orders) == len(purposes)


def test_a_flipped_bit_anywhere_in_the_server_seed_changes_deck_and_commitment() -> None:
    seed = server_seed(1)
    decks, promises = set(), set()
    for bit in range(SERVER_SEED_BYTES * 8):
        flipped = (int.from_bytes(seed, "big") ^ (1 << bit)).to_bytes(SERVER_SEED_BYTES, "big")
        seeds = RoundSeeds(table=1, round_number=1, server_seed=flipped, client_seeds=())
        decks.add(deck_order(seeds, 52))
        promises.add(seeds.commitment)
    assert len(decks) == len(promises) == 1024


def test_the_seed_can_reach_every_order_of_110_cards() -> None:
    """110 cards of which 49 look like another one: 530.5 bits, more than a hash of 512 holds."""
    factorial = sum(log2(n) for n in range(2, 111))
    different_orders = factorial - 52 - log2(720)
    assert 512 < different_orders < SERVER_SEED_BYTES * 8
    assert log10(2) * different_orders > 159


@given(st.integers(1, 70_000))
def test_a_lot_falls_on_one_of_its_places(size: int) -> None:
    assert 0 <= lot(seeds_of(1), size, purpose=SEATS) < size


def test_a_lot_of_one_place_falls_on_it() -> None:
    assert lot(seeds_of(1), 1, purpose=FIRST_DEALER) == 0


def test_an_order_of_more_than_256_positions_uses_them_all() -> None:
    """Seats of a tournament are drawn with the same algorithm, in two-byte steps."""
    order = deck_order(seeds_of(1), 1000, purpose=SEATS)
    assert sorted(order) == list(range(1000))
    assert {order.index(position) > 500 for position in range(256)} == {True, False}


def test_commitments_bind_table_round_and_seed() -> None:
    promises = {
        commit(server_seed(number), table=table, round_number=round_number)
        for number in range(2)
        for table in (1, 11, 111)
        for round_number in (1, 11, 111)
    }
    assert len(promises) == 18


@pytest.mark.parametrize("length", [0, 64, 127, 129])
def test_a_server_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(UnfairInput, match="server_seed_length"):
        commit(bytes(length), table=1, round_number=1)
    with pytest.raises(UnfairInput, match="server_seed_length"):
        RoundSeeds(table=1, round_number=1, server_seed=bytes(length), client_seeds=())


def test_a_players_seed_is_taken_as_typed() -> None:
    assert check_client_seed(" Glück ♥ ") == " Glück ♥ "
    assert check_client_seed("♥" * 64) == "♥" * 64


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 65, "client_seed_too_long"),
        ("two\nlines", "client_seed_unprintable"),
        ("nul\0", "client_seed_unprintable"),
        ("half \ud83c", "client_seed_unprintable"),
        ("right-to-left \u202e", "client_seed_unprintable"),
    ],
)
def test_a_seed_nobody_can_type_again_is_refused(text: str, code: str) -> None:
    with pytest.raises(UnfairInput, match=code):
        seeds_of(1, text)


@pytest.mark.parametrize("size", [0, -1])
def test_a_lot_among_none_is_refused(size: int) -> None:
    with pytest.raises(UnfairInput, match="empty_lot"):
        lot(seeds_of(1), size, purpose=SEATS)


def test_a_negative_deck_is_refused() -> None:
    with pytest.raises(UnfairInput, match="negative_size"):
        deck_order(seeds_of(1), -1)


def test_the_server_seed_never_shows_in_a_repr() -> None:
    shown = repr(seeds_of(1, "mine"))
    assert "mine" in shown
    assert "server_seed" not in shown
