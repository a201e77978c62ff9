"""Seeds: what goes into a shuffle, how it is written down as bytes, and the server's promise."""

import hashlib
from dataclasses import dataclass, field
from typing import Final

SCHEME: Final = 1
SERVER_SEED_BYTES: Final = 128
CLIENT_SEED_CHARS: Final = 64
# In place of a table's number, which begins with 1.
OF_SHARED_DEALS: Final = 0


class UnfairInput(ValueError):
    """A seed, size or proof that the scheme does not allow; `code` says which."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class RoundSeeds:
    """All that decides the cards of one round. The server's seed never shows in a repr or a log.

    Where several tables are dealt the same cards, `shared_deal` is that deal's number, and nobody
    gives a seed: it would change the cards of one table only. Where the cards of a round that is
    over are dealt once more, `dealt_before` is what its seed was drawn for (`bound_to`).
    """

    table: int
    round_number: int
    server_seed: bytes = field(repr=False)
    client_seeds: tuple[str, ...]
    shared_deal: int | None = None
    dealt_before: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        check_server_seed(self.server_seed)
        for seed in self.client_seeds:
            check_client_seed(seed)
        table, deal = self.bound_to
        if table == OF_SHARED_DEALS and any(self.client_seeds):
            raise UnfairInput("shared_deal_takes_no_seeds", shared_deal=deal)

    @property
    def bound_to(self) -> tuple[int, int]:
        """The table and round that the seed was drawn for; of a shared deal 0 and its number."""
        if self.dealt_before is not None:
            return self.dealt_before
        if self.shared_deal is None:
            return self.table, self.round_number
        return OF_SHARED_DEALS, self.shared_deal

    @property
    def commitment(self) -> str:
        table, round_number = self.bound_to
        return commit(self.server_seed, table=table, round_number=round_number)


def commit(server_seed: bytes, *, table: int, round_number: int) -> str:
    """The commitment as 64 hexadecimal digits, to be shown before players' seeds are accepted."""
    check_server_seed(server_seed)
    promise = pack(b"jeton/commitment", number(SCHEME), number(table), number(round_number))
    return hashlib.sha256(promise + pack(server_seed)).hexdigest()


def check_server_seed(seed: bytes) -> None:
    if len(seed) != SERVER_SEED_BYTES:
        raise UnfairInput("server_seed_length", expected=SERVER_SEED_BYTES, found=len(seed))


def check_client_seed(seed: str) -> str:
    """The seed itself, unchanged: what a player typed is what everybody hashes.

    Unprintable characters are refused, for they cannot be typed again from what is shown, and
    half a surrogate pair has no UTF-8.
    """
    if len(seed) > CLIENT_SEED_CHARS:
        raise UnfairInput("client_seed_too_long", limit=CLIENT_SEED_CHARS, found=len(seed))
    if not seed.isprintable():
        raise UnfairInput("client_seed_unprintable")
    return seed


def pack(*parts: bytes) -> bytes:
    """Parts with their lengths in front, so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def number(value: int) -> bytes:
    return str(value).encode()
