"""Sealing what is new, reading links, and checking them against the rows they stand for."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from backoffice.models import ChainLink
from web.database import sql
from web.database.patience import let_statements_last

BOOKS = ("accounts", "transfers", "staff", "orders", "settlements", "courses", "rounds")
SEAL_SECONDS = 30


def seal() -> int | None:
    """Seal what has been written since the last link; its number, or None where nothing is new."""
    with transaction.atomic():
        let_statements_last(SEAL_SECONDS)
        (number,) = sql.row("SELECT chain_seal()")
    return int(number) if number is not None else None


def head() -> ChainLink | None:
    return ChainLink.objects.order_by("-number").first()


@dataclass(frozen=True, slots=True)
class Sealed:
    """A line of a link: rows `first` to `last` of a book were `count`, and had this digest."""

    book: str
    first: int
    last: int
    count: int
    digest: str


def lines_of(link: ChainLink) -> Iterator[Sealed]:
    for line in link.content.splitlines():
        book, *numbers, digest = line.split(" ")
        if len(numbers) == 3 and all(number.isdecimal() for number in numbers):
            first, last, count = map(int, numbers)
            yield Sealed(book, first, last, count, digest)
        else:
            yield Sealed(line, 0, 0, 0, "")


def counted(sealed: Sealed) -> tuple[int, str]:
    """How many rows there are now, and their digest."""
    count, digest = sql.row(
        "SELECT row_count, digest FROM chain_digest(%s, %s, %s)",
        [sealed.book, sealed.first, sealed.last],
    )
    return int(count), str(digest)


def hash_of(link: ChainLink) -> str:
    """What the link's hash must be, by SHA-256 over number, previous hash, time and content."""
    (found,) = sql.row(
        "SELECT chain_hash(%s, %s, %s, %s)", [link.number, link.previous, link.at, link.content]
    )
    return str(found)
