"""Decks in text and seeds by number, for the tests of this directory."""

import hashlib

from rummy.fairness import RoundSeeds

PACK = tuple(rank + suit for suit in "shdc" for rank in "A23456789TJQK")


def deck(*, packs: int = 1, jokers: int = 0) -> tuple[str, ...]:
    suffixes = ("", *(str(number) for number in range(2, packs + 1)))
    cards = (card + suffix for suffix in suffixes for card in PACK)
    return (*cards, *(f"X{number}" for number in range(1, jokers + 1)))


def server_seed(number: int) -> bytes:
    """A seed of its own per number; tests need repeatable ones."""
    return hashlib.shake_256(f"round {number}".encode()).digest(128)


def seeds_of(number: int, *client_seeds: str, table: int = 12, round_number: int = 3) -> RoundSeeds:
    return RoundSeeds(
        table=table,
        round_number=round_number,
        server_seed=server_seed(number),
        client_seeds=client_seeds,
    )
