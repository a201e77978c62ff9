"""The shuffles of one table: seeds drawn and sealed, decks dealt from them (fair cards).

This is the only place where a server seed is drawn, and where one is opened.
"""

import base64
import hashlib
import secrets
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from rummy.fairness import (
    FIRST_DEALER,
    SEATS,
    SERVER_SEED_BYTES,
    RoundSeeds,
    commit,
    deck_order,
    lot,
    reshuffled,
)


class TableShuffler:
    """Commits to a table's shuffles and deals from them; one per table and transaction.

    `sealed` holds the encrypted seeds read from the database, by round; `fresh` collects
    those drawn now, which the caller stores in the same transaction.
    """

    def __init__(self, table_id: int, sealed: dict[int, bytes] | None = None) -> None:
        self.table_id = table_id
        self.sealed = sealed or {}
        self.fresh: dict[int, bytes] = {}

    def __repr__(self) -> str:
        return f"TableShuffler(table_id={self.table_id})"

    @sensitive_variables()
    def first_dealer(self, seats: int) -> int:
        return lot(self._seeds(1, ("",) * seats), seats, purpose=FIRST_DEALER)

    @sensitive_variables()
    def seating(self, cards: tuple[int, ...], seats: int) -> tuple[int, ...]:
        """The order in which cards are drawn for the seats, before players' seeds (GER-2)."""
        order = deck_order(self._seeds(1, ("",) * seats), len(cards), purpose=SEATS)
        return tuple(cards[position] for position in order)

    @sensitive_variables()
    def commit(self, round_number: int) -> str:
        return commit(self._seed(round_number), table=self.table_id, round_number=round_number)

    @sensitive_variables()
    def deck(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...]
    ) -> tuple[int, ...]:
        order = deck_order(self._seeds(round_number, client_seeds), len(cards))
        return tuple(cards[position] for position in order)

    @sensitive_variables()
    def reshuffles(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...], times: int
    ) -> tuple[tuple[int, ...], ...]:
        """The orders of the deck in which later stocks of the round will lie (GER-12)."""
        return reshuffled(self._seeds(round_number, client_seeds), cards, times)

    def reveal(self, round_number: int) -> str:
        """The round's server seed in hexadecimal; only for rounds that are over."""
        return self._seed(round_number).hex()

    def newly_sealed(self) -> list[tuple[int, bytes]]:
        """(round number, encrypted seed) of every seed drawn by this shuffler."""
        return [(number, seal(seed)) for number, seed in sorted(self.fresh.items())]

    def _seeds(self, round_number: int, client_seeds: tuple[str, ...]) -> RoundSeeds:
        return RoundSeeds(
            table=self.table_id,
            round_number=round_number,
            server_seed=self._seed(round_number),
            client_seeds=client_seeds,
        )

    @sensitive_variables()
    def _seed(self, round_number: int) -> bytes:
        if round_number in self.sealed:
            return unseal(self.sealed[round_number])
        if round_number not in self.fresh:
            self.fresh[round_number] = secrets.token_bytes(SERVER_SEED_BYTES)
        return self.fresh[round_number]


def seal(seed: bytes) -> bytes:
    return _box().encrypt(seed)


@sensitive_variables()
def unseal(sealed: bytes) -> bytes:
    return _box().decrypt(sealed)


@lru_cache(maxsize=1)
def _box() -> MultiFernet:
    """Fernet under keys derived from `SEED_KEY`; several, comma separated, allow rotation."""
    return MultiFernet([Fernet(_fernet_key(key)) for key in settings.SEED_KEY.split(",")])


def _fernet_key(secret: str) -> bytes:
    digest = hashlib.blake2b(secret.encode(), digest_size=32, person=b"jeton seed key").digest()
    return base64.urlsafe_b64encode(digest)
