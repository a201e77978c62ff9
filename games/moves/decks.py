"""The shuffles of one table: seeds drawn and sealed, decks dealt from them (fair cards).

This is the only place where a server seed of a round is drawn, and where one is opened.
"""

import base64
import hashlib
import secrets
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from rummy import fairness
from rummy.match import MatchTerms


class TableShuffler:
    """Commits to a table's shuffles and deals from them; one per table and transaction.

    `sealed` holds the encrypted seeds read from the database, by round; `fresh` collects
    those drawn now, which the caller stores in the same transaction. Where the terms say what is
    dealt (a shared deal, a round played on), that sealed seed must have been read.
    """

    def __init__(self, table_id: int, terms: MatchTerms) -> None:
        self.table_id = table_id
        self.terms = terms
        self.sealed: dict[int, bytes] = {}
        self.fresh: dict[int, bytes] = {}

    def __repr__(self) -> str:
        return f"TableShuffler(table_id={self.table_id})"

    @sensitive_variables()
    def first_dealer(self, seats: int) -> int:
        return fairness.lot(self._seeds(1, ("",) * seats), seats, purpose=fairness.FIRST_DEALER)

    @sensitive_variables()
    def seating(self, cards: tuple[int, ...], seats: int) -> tuple[int, ...]:
        """The order in which cards are drawn for the seats, before players' seeds (GER-2)."""
        order = fairness.deck_order(
            self._seeds(1, ("",) * seats), len(cards), purpose=fairness.SEATS
        )
        return tuple(cards[position] for position in order)

    @sensitive_variables()
    def commit(self, round_number: int) -> str:
        return self._seeds(round_number, ()).commitment

    @sensitive_variables()
    def deck(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...]
    ) -> tuple[int, ...]:
        order = fairness.deck_order(self._seeds(round_number, client_seeds), len(cards))
        return tuple(cards[position] for position in order)

    @sensitive_variables()
    def reshuffles(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...], times: int
    ) -> tuple[tuple[int, ...], ...]:
        """The orders of the deck in which later stocks of the round will lie (GER-12)."""
        return fairness.reshuffled(self._seeds(round_number, client_seeds), cards, times)

    def reveal(self, round_number: int) -> str:
        """The round's server seed in hexadecimal; only for rounds that are over.

        That of a shared deal is not told here: others are still to play it.
        """
        return "" if self.terms.shared_deals else self._seed(round_number).hex()

    def newly_sealed(self, round_number: int) -> bytes | None:
        """The round's seed, encrypted, if this shuffler has drawn it."""
        seed = self.fresh.get(round_number)
        return None if seed is None else seal(seed)

    def _seeds(self, round_number: int, client_seeds: tuple[str, ...]) -> fairness.RoundSeeds:
        return self.terms.round_seeds(
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
            if self.terms.cards_are_known:
                raise AssertionError(f"table {self.table_id}: the seed it shares was not read")
            self.fresh[round_number] = drawn_seed()
        return self.fresh[round_number]


def drawn_seed() -> bytes:
    return secrets.token_bytes(fairness.SERVER_SEED_BYTES)


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
