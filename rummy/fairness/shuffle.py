"""From seeds to fair numbers, and from those to the order of a deck or a drawn lot."""

import hmac
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Final, TypeVar

from .seeds import SCHEME, SERVER_SEED_BYTES, RoundSeeds, UnfairInput, number, pack

Card = TypeVar("Card")
DECK: Final = "deck"
FIRST_DEALER: Final = "first-dealer"
SEATS: Final = "seats"


def reshuffle(times: int) -> str:
    """The purpose of the stock's n-th rebuilding in a round, from 1 (GER-12)."""
    return f"reshuffle:{times}"


def deck_order(seeds: RoundSeeds, size: int, *, purpose: str = DECK) -> tuple[int, ...]:
    """A permutation of `size` positions: entry k is the canonical position of the k-th card."""
    if size < 0:
        raise UnfairInput("negative_size", size=size)
    stream = _stream(seeds, purpose)
    positions = list(range(size))
    for bound in range(size, 1, -1):
        chosen = _below(bound, stream)
        positions[bound - 1], positions[chosen] = positions[chosen], positions[bound - 1]
    return tuple(positions)


def reshuffled(
    seeds: RoundSeeds, cards: Sequence[Card], times: int
) -> tuple[tuple[Card, ...], ...]:
    """The orders of the whole deck by which stocks are built again in a round, first to last."""
    return tuple(
        tuple(
            cards[position] for position in deck_order(seeds, len(cards), purpose=reshuffle(number))
        )
        for number in range(1, times + 1)
    )


def lot(seeds: RoundSeeds, size: int, *, purpose: str) -> int:
    """A fair number from 0 to size − 1, as the seat of the first dealer (GIN-12)."""
    if size < 1:
        raise UnfairInput("empty_lot", size=size)
    return _below(size, _stream(seeds, purpose))


def derived_seed(seeds: RoundSeeds, *, purpose: str) -> bytes:
    """A server seed that follows from these: whoever learns it learns nothing of them."""
    return bytes(islice(_stream(seeds, purpose), SERVER_SEED_BYTES))


def _stream(seeds: RoundSeeds, purpose: str) -> Iterator[int]:
    """Bytes without end, one stream per round and purpose."""
    message = pack(
        b"jeton/stream",
        number(SCHEME),
        purpose.encode(),
        *map(number, seeds.bound_to),
        number(len(seeds.client_seeds)),
        *(seed.encode() for seed in seeds.client_seeds),
    )
    keyed = hmac.new(seeds.server_seed, message, "sha512")
    for counter in count():
        block = keyed.copy()
        block.update(counter.to_bytes(8, "big"))
        yield from block.digest()


def _below(bound: int, stream: Iterator[int]) -> int:
    """A fair number under `bound`: values of an incomplete last cycle are thrown away."""
    width = ((bound - 1).bit_length() + 7) // 8
    values = 256**width
    fair_values = values - values % bound
    while True:
        value = int.from_bytes(bytes(islice(stream, width)), "big")
        if value < fair_values:
            return value % bound
