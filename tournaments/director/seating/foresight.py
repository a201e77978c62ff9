"""Small fields at tables of three and more: a stage is paired so that the next one can be, too.

Of sixteen at tables of four, three in four ways to pair the third stage leave none for the fourth
without a repeat. So the next stage is tried, and where it could not be paired without one, this
stage is paired anew with the lots beginning elsewhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.director.seating.mixing import Apart, mixed
from tournaments.director.snapshot import Record

Tables = list[list[Record]]
# From how many places the lots begin, at most.
STARTS_MAX = 8
# Larger fields take seconds and hardly gain by it.
FIELD_MAX = 20
GOOD = (0, 0, 0)


def foreseen(
    lots: Sequence[Record],
    stage: int,
    seats: int,
    apart: Apart,
    arrange: Callable[[Sequence[Record]], Tables],
    *,
    is_last: bool,
) -> Tables:
    """The tables that `arrange` makes of players in the order of their lots, from some beginning.

    The first that leave the next stage without repeats and with the deal evenly shared; else those
    with the fewest repeats in both, and then those with the evenest deals. None follows the last.
    """
    tables = arrange(lots)
    if not _may_run_out(len(lots), stage if is_last else stage + 1, seats):
        return tables
    best, least = tables, _cost(tables, apart, is_last=is_last)
    for turn in range(1, STARTS_MAX):
        if least == GOOD:
            break
        start = turn * len(lots) // STARTS_MAX
        tables = arrange([*lots[start:], *lots[:start]])
        cost = _cost(tables, apart, is_last=is_last)
        if cost < least:
            best, least = tables, cost
    return best


def repeats(tables: Sequence[Sequence[Record]]) -> int:
    """Pairs at these tables who have met before."""
    return sum(other.entry in one.met for table in tables for one, other in combinations(table, 2))


def _may_run_out(players: int, stages: int, seats: int) -> bool:
    """After so many stages more than half of all others have been met, and not all.

    With fewer tables than seats somebody meets again in every stage but the first.
    """
    met = stages * (seats - 1)
    return seats * seats <= players <= FIELD_MAX and met < players <= 2 * met


def _cost(tables: Tables, apart: Apart, *, is_last: bool) -> tuple[int, int, int]:
    """Who must not meet and does; repeats in this stage and the next; deals beyond one apart."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    unwanted = sum(other.entry in apart.get(one.entry, ()) for one, other in pairs)
    met_again = repeats(tables)
    after = [_after(table, seat) for table in tables for seat in range(len(table))]
    if not is_last:
        tables = mixed(after, [len(table) for table in tables], apart)
        met_again += repeats(tables)
        after = [_after(table, seat) for table in tables for seat in range(len(table))]
    deals = [record.places.count(0) for record in after]
    return unwanted, met_again, max(0, max(deals) - min(deals) - 1)


def _after(table: Sequence[Record], seat: int) -> Record:
    """A player's record after this table, whatever the cards decide."""
    record = table[seat]
    others = (other.entry for other in table if other is not record)
    return replace(record, met=(*record.met, *others), places=(*record.places, seat), points=0)
