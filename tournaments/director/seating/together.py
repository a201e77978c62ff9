"""Tables that a director made by hand, among all others of a stage (PLAY-42).

A group sits at one table, which the search fills to its size with others and otherwise leaves
alone. It stands where its middle is by points, so that who is near meets the group.
"""

from bisect import bisect_left
from collections.abc import Sequence

from tournaments.director.seating.mixing import Apart, mixed
from tournaments.director.snapshot import Record

Groups = Sequence[Sequence[Record]]


def table_sizes(
    players: int, seats: int, groups: Sequence[int] = (), *, whole: bool = False
) -> list[int]:
    """Sizes of the fewest tables, which differ by one at most, larger ones first.

    With `groups` of so many, a table for each of them comes before the others; the sizes differ by
    more than one only where a group is larger than the others can be. Empty when there are too few
    tables, or too few players to leave two at each. `whole`: all are full, however many are left
    over.
    """
    tables = players // seats if whole else -(-players // seats)
    if whole:
        return [seats] * tables if len(groups) <= tables else []
    if not groups:
        return [players // tables + (table < players % tables) for table in range(tables)]
    sizes = [*groups, *[2] * (tables - len(groups))]
    if len(groups) > tables or sum(sizes) > players:
        return []
    for _ in range(players - sum(sizes)):
        sizes[sizes.index(min(sizes))] += 1
    return sizes


def that_fit(groups: Groups, players: int, seats: int, *, whole: bool = False) -> Groups:
    """The groups for which there are tables; while they are too many, the latest gives way."""
    while groups and not table_sizes(players, seats, list(map(len, groups)), whole=whole):
        groups = groups[:-1]
    return groups


def without(groups: Groups, drawn: Sequence[Record]) -> list[Record]:
    """All others, in the same order."""
    placed = {record.entry for group in groups for record in group}
    return [record for record in drawn if record.entry not in placed]


def mixed_around(
    groups: Groups, drawn: Sequence[Record], sizes: Sequence[int], apart: Apart
) -> list[list[Record]]:
    """Tables of these sizes, each group's first among them, for players in the order of points."""
    bound = {record.entry for group in groups for record in group}
    laid = _laid_out(groups, drawn, sizes)
    players = [record for table in laid for record in table]
    return mixed(players, list(map(len, laid)), apart, bound=bound)


def _laid_out(groups: Groups, drawn: Sequence[Record], sizes: Sequence[int]) -> list[list[Record]]:
    """Table after table; a group's comes when those before its middle have theirs."""
    rank = {record.entry: number for number, record in enumerate(drawn)}
    others = without(groups, drawn)
    ranks = [rank[record.entry] for record in others]
    middles = [sorted(rank[record.entry] for record in group)[len(group) // 2] for group in groups]
    waiting = sorted((bisect_left(ranks, middle), group) for group, middle in enumerate(middles))
    free = list(sizes[len(groups) :])
    tables: list[list[Record]] = []
    seated = 0
    while waiting or free:
        if waiting and (not free or waiting[0][0] <= seated + sizes[waiting[0][1]] // 2):
            number = waiting.pop(0)[1]
            group, size = groups[number], sizes[number]
        else:
            group, size = (), free.pop(0)
        after = seated + size - len(group)
        table = [*group, *others[seated:after]]
        tables.append(sorted(table, key=lambda record: rank[record.entry]))
        seated = after
    return tables
