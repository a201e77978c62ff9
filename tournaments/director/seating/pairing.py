"""Who meets whom: brackets, Swiss systems, round robins. Pure functions over records.

The first seat of a table deals first.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.director.seating.dutch import paired
from tournaments.director.seating.foresight import foreseen
from tournaments.director.seating.together import mixed_around, table_sizes, that_fit, without
from tournaments.director.snapshot import Dice, Record, Requests

NO_REQUESTS = Requests()


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of a stage, and who has none."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def bracket_tables(players: int, seats: int) -> list[int]:
    """The tables of each stage of a bracket, the last being 1.

    From the second stage on all tables of a stage are alike: the first has as many tables as a
    product of whole sizes, the fewest at which everybody has a seat. With three or more seats
    everybody plays in it, and tables differ by one player at most; with two seats, where only
    powers of two divide, who has no opponent is free of it.
    """
    tables = -(-players // seats)
    while not (sizes := _sizes(tables, seats)):
        tables += 1
    counts = [tables]
    for size in sizes:
        counts.append(counts[-1] // size)
    return counts if sizes != [1] else [1]


def _sizes(tables: int, seats: int) -> list[int]:
    """The fewest table sizes whose product this is, the largest last; empty when there are none."""
    if tables == 1:
        return [1]
    found: list[list[int]] = []
    for size in range(2, seats + 1):
        if tables == size:
            found.append([size])
        elif tables % size == 0 and (before := _sizes(tables // size, seats)):
            found.append(sorted([*before, size]))
    return min(
        found, key=lambda sizes: (len(sizes), [-size for size in reversed(sizes)]), default=[]
    )


def bracket(records: Sequence[Record], seats: int, stage: int, dice: Dice) -> Pairing:
    """Who is still in, at the tables that the first draw laid down.

    The draw gives every entry a position; with T tables in a stage it plays at table position
    mod T, and each T divides the one before: winners of fixed tables meet. Where two are left of
    a table, they play on alone before the next stage.
    """
    known = {record.entry: record for record in records}
    staying = [
        (position, entry)
        for position, entry in enumerate(dice.draw(known, "bracket"))
        if known[entry].lost_stage is None and not known[entry].withdrawn
    ]
    for tables in bracket_tables(len(records), seats):
        groups: dict[int, list[int]] = {table: [] for table in range(tables)}
        for position, entry in staying:
            groups[position % tables].append(entry)
        played = [group for group in groups.values() if len(group) > 1]
        if played:
            byes = tuple(group[0] for group in groups.values() if len(group) == 1)
            # Seats by lot: the place in a bracket does not tell who deals first.
            drawn = [dice.draw(at, f"seats:{stage}:{number}") for number, at in enumerate(played)]
            return Pairing(tuple(drawn), byes)
    return Pairing(())


def by_points(
    records: Sequence[Record],
    seats: int,
    stage: int,
    dice: Dice,
    *,
    requests: Requests = NO_REQUESTS,
    is_last: bool = False,
    teams_apart: bool = False,
    clubs_apart: bool = False,
    ignore_points: bool = False,
) -> Pairing:
    """Players with equal points together, as far as they have not met (Swiss system).

    Two seats: FIDE's Dutch system; more: a search (`mixing`). Team-mates, and members of one club,
    are kept apart like pairs that asked for it; `ignore_points` only spreads meetings evenly. Who
    asked to rest, and who is left over, has no table.
    """
    lots, byes = _drawn(records, stage, dice, requests)
    drawn = lots if ignore_points else _in_order(lots)
    if len(drawn) < 2:
        return Pairing((), byes + tuple(record.entry for record in drawn))
    apart = apart_from(drawn, requests, teams_apart=teams_apart, clubs_apart=clubs_apart)
    groups = _by_hand(drawn, requests.tables_in(stage))
    if seats > 2:
        groups = that_fit(groups, len(drawn), seats)
        sizes = table_sizes(len(drawn), seats, list(map(len, groups)))

        def arrange(lots: Sequence[Record]) -> list[list[Record]]:
            order = lots if ignore_points else _in_order(lots)
            return mixed_around(groups, order, sizes, apart)

        tables = foreseen(lots, stage, seats, apart, arrange, is_last=is_last)
        return Pairing(_entries(tables), byes)
    known = {record.entry: record for record in records}
    pairs = [paired(two, known, {}, is_last=is_last, played=stage - 1)[0][0] for two in groups]
    drawn = without(groups, drawn)
    others, rests = paired(drawn, known, apart, is_last=is_last, played=stage - 1)
    return Pairing((*pairs, *others), byes if rests is None else (*byes, rests))


def on_boards(
    records: Sequence[Record],
    seats: int,
    stage: int,
    dice: Dice,
    *,
    requests: Requests = NO_REQUESTS,
    teams_apart: bool = False,
    clubs_apart: bool = False,
    ignore_points: bool = False,
) -> Pairing:
    """Whole tables of players near each other in the standing, as far as they have not met.

    Points on boards are fine ones: so many groups as there are stages take the place of equal
    points. Who is left over, those who sat out least and then the last, has no table.
    """
    drawn, byes = _drawn(records, stage, dice, requests)
    if not ignore_points:
        drawn = _in_groups(sorted(drawn, key=lambda record: -record.points), stage)
    by_hand = _by_hand(drawn, requests.tables_in(stage))
    groups = that_fit(by_hand, len(drawn), seats, whole=True)
    sizes = table_sizes(len(drawn), seats, list(map(len, groups)), whole=True)
    left_over = len(drawn) - sum(sizes)
    free = {record.entry for record in without(groups, drawn)}
    behind = sorted(
        (record.byes, -place, record.entry)
        for place, record in enumerate(drawn)
        if record.entry in free
    )
    sits_out = {entry for _, _, entry in behind[:left_over]}
    byes += tuple(record.entry for record in drawn if record.entry in sits_out)
    if not sizes:
        return Pairing((), byes)
    playing = [record for record in drawn if record.entry not in sits_out]
    apart = apart_from(playing, requests, teams_apart=teams_apart, clubs_apart=clubs_apart)
    return Pairing(_entries(mixed_around(groups, playing, sizes, apart)), byes)


def _drawn(
    records: Sequence[Record], stage: int, dice: Dice, requests: Requests
) -> tuple[list[Record], tuple[int, ...]]:
    """Who plays, in the order of their lots, and who asked to rest."""
    resting = requests.rest_in(stage)
    staying = {record.entry: record for record in records if not record.withdrawn}
    here = [staying[entry] for entry in dice.draw(staying, f"pairing:{stage}")]
    resters = tuple(record.entry for record in here if record.entry in resting)
    return [record for record in here if record.entry not in resting], resters


def _in_order(lots: Sequence[Record]) -> list[Record]:
    """By points; of equals, whose lot comes first."""
    return sorted(lots, key=lambda record: -record.points)


def _by_hand(
    drawn: Sequence[Record], tables: Sequence[Sequence[int]]
) -> Sequence[Sequence[Record]]:
    """Whom a director brought together, as far as two and more of a table are here."""
    here = {record.entry: record for record in drawn}
    groups = [[here[entry] for entry in table if entry in here] for table in tables]
    return [group for group in groups if len(group) > 1]


def _entries(tables: Sequence[Sequence[Record]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(record.entry for record in table) for table in tables)


def _in_groups(ordered: Sequence[Record], groups: int) -> list[Record]:
    """The number of the group in place of the points; whoever has equal points shares one."""
    found: list[Record] = []
    for place, record in enumerate(ordered):
        group = -(place * groups // len(ordered))
        if place and record.points == ordered[place - 1].points:
            group = found[-1].points
        found.append(replace(record, points=group))
    return found


def apart_from(
    records: Sequence[Record],
    requests: Requests,
    *,
    teams_apart: bool = False,
    clubs_apart: bool = False,
) -> Mapping[int, Collection[int]]:
    """Whom each entry must not meet, if anybody else is free."""
    apart: dict[int, set[int]] = defaultdict(set)
    for one, other in requests.apart:
        apart[one].add(other)
        apart[other].add(one)
    mates: dict[str | int, set[int]] = defaultdict(set)
    for record in records:
        if teams_apart and record.team:
            mates[record.team].add(record.entry)
        for club in record.clubs if clubs_apart else ():
            mates[club].add(record.entry)
    for members in mates.values():
        for entry in members:
            apart[entry] |= members - {entry}
    return apart


def round_robin(records: Sequence[Record], stage: int, dice: Dice) -> Pairing:
    """Everybody meets everybody once in n−1 stages (n if odd): the circle method, for two seats.

    Who deals first alternates from board to board, which is from stage to stage for everybody but
    who stays in place; with an odd number nobody does, and all deal equally often.
    """
    drawn = dice.draw([record.entry for record in records], "circle")
    circle: list[int | None] = [*([None] if len(drawn) % 2 else []), *drawn]
    lap, turn = divmod(stage - 1, len(circle) - 1)
    rest = circle[1:]
    placed = [circle[0], *rest[turn:], *rest[:turn]]
    gone = {record.entry for record in records if record.withdrawn}
    tables, byes = [], []
    boards = zip(placed, reversed(placed[len(placed) // 2 :]), strict=False)
    for board, (first, second) in enumerate(boards):
        pair = [entry for entry in (first, second) if entry is not None and entry not in gone]
        if len(pair) == 2:
            alternating = lap + (board or turn)
            tables.append(tuple(reversed(pair) if alternating % 2 else pair))
        else:
            byes += pair
    return Pairing(tuple(tables), tuple(byes))
