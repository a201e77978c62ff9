"""The audit of the chain, and of what guards the database."""

from collections.abc import Iterator

from accounts.audit import Fault, Figure, audit_check, is_quick, published_heads
from backoffice.chain import schema, sealing
from backoffice.models import AuditRun, ChainLink

LINKS = "chain links"


def verified_before() -> int:
    """The last link that a whole audit without faults has looked at."""
    last = AuditRun.objects.filter(faults=0, figures__has_key=LINKS).order_by("-id").first()
    return int(last.figures[LINKS]) if last is not None else 0


@audit_check("chain", quick=True)
def check_chain() -> Iterator[Figure | Fault]:
    """Every link holds the one before and what was written; a quick audit counts new rows only."""
    known = verified_before() if is_quick() else 0
    previous, number, ends = "", 0, dict.fromkeys(sealing.BOOKS, 0)
    for link in ChainLink.objects.order_by("number").iterator(chunk_size=500):
        number += 1
        subject = f"link {link.number}"
        if (link.number, link.previous) != (number, previous) or sealing.hash_of(link) != link.hash:
            yield Fault("chain_broken", subject, {"expected": number})
        previous, number = link.hash, link.number
        for sealed in sealing.lines_of(link):
            if sealed.book not in ends:
                yield Fault("chain_broken", subject, {"book": sealed.book})
                continue
            if sealed.first != ends[sealed.book] + 1:
                yield Fault("chain_has_gap", subject, {"book": sealed.book, "row": sealed.first})
            ends[sealed.book] = sealed.last
            if link.number > known and sealing.counted(sealed) != (sealed.count, sealed.digest):
                facts = {"book": sealed.book, "first": sealed.first, "last": sealed.last}
                yield Fault("sealed_rows_differ", subject, facts)
    for head in published_heads():
        name, _colon, digest = head.partition(":")
        there = ChainLink.objects.filter(number=name, hash=digest) if name.isdecimal() else None
        if there is None or not there.exists():
            yield Fault("published_link_is_gone", f"link {name}", {"hash": digest})
    if number < verified_before():
        yield Fault("published_link_is_gone", f"link {verified_before()}", {"links": number})
    yield Figure(LINKS, number)


@audit_check("database", quick=True)
def check_database() -> Iterator[Figure | Fault]:
    """Tables, constraints, triggers, functions and grants are those of this release."""
    for code, name, wanted, found in schema.differences():
        yield Fault(code, name, {"shipped": wanted, "found": found})
    yield Figure("objects of the database", len(schema.shipped()))
