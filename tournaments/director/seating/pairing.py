"""Who meets whom: brackets, Swiss systems, round robins. Pure functions over records.

The first seat of a table deals first.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.director.seating.dutch import paired
from tournaments.director.seating.mixing import mixed
from tournaments.director.snapshot import Dice, Record, Requests

NO_REQUESTS = Requests()


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of a stage, and who has none."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def table_sizes(players: int, seats: int) -> list[int]:
    """Sizes of the fewest tables, which differ by one at most, larger ones first."""
    tables = -(-players // seats)
    return [players // tables + (table < players % tables) for table in range(tables)]


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
            return Pairing(_by_lot(played, stage, dice), byes)
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
    ignore_points: bool = False,
) -> Pairing:
    """Players with equal points together, as far as they have not met (Swiss system).

    Two seats: FIDE's Dutch system; more: a search (`mixing`). Team-mates are kept apart like pairs
    that asked for it; `ignore_points` only spreads meetings evenly. Who asked to rest, and who is
    left over, has no table.
    """
    drawn, byes = _drawn(records, stage, dice, requests)
    if not ignore_points:
        drawn.sort(key=lambda record: -record.points)
    by_hand, drawn = _by_hand(drawn, requests.pairs_in(stage))
    if len(drawn) < 2 and not by_hand:
        return Pairing((), byes + tuple(record.entry for record in drawn))
    apart = apart_from(drawn, requests, teams_apart=teams_apart)
    if seats > 2:
        tables = mixed(drawn, table_sizes(len(drawn), seats), apart)
        return Pairing(tuple(tuple(r.entry for r in table) for table in tables), byes)
    known = {record.entry: record for record in records}
    pairs = [paired(two, known, {}, is_last=is_last, played=stage - 1)[0][0] for two in by_hand]
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
    ignore_points: bool = False,
) -> Pairing:
    """Whole tables of players near each other in the standing, as far as they have not met.

    Points on boards are fine ones: so many groups as there are stages take the place of equal
    points. Who is left over, those who sat out least and then the last, has no table.
    """
    drawn, byes = _drawn(records, stage, dice, requests)
    if not ignore_points:
        drawn = _in_groups(sorted(drawn, key=lambda record: -record.points), stage)
    by_hand, drawn = _by_hand(drawn, requests.pairs_in(stage))
    left_over = len(drawn) % seats
    behind = sorted(range(len(drawn)), key=lambda place: (drawn[place].byes, -place))
    sits_out = set(behind[:left_over])
    byes += tuple(drawn[place].entry for place in sorted(sits_out))
    playing = [record for place, record in enumerate(drawn) if place not in sits_out]
    if not playing and not by_hand:
        return Pairing((), byes)
    apart = apart_from(playing, requests, teams_apart=teams_apart)
    tables = [mixed(two, [seats], {})[0] for two in by_hand]
    if playing:
        tables += mixed(playing, [seats] * (len(playing) // seats), apart)
    return Pairing(tuple(tuple(record.entry for record in table) for table in tables), byes)


def _drawn(
    records: Sequence[Record], stage: int, dice: Dice, requests: Requests
) -> tuple[list[Record], tuple[int, ...]]:
    """Who plays, in the order of their lots, and who asked to rest."""
    resting = requests.rest_in(stage)
    staying = {record.entry: record for record in records if not record.withdrawn}
    here = [staying[entry] for entry in dice.draw(staying, f"pairing:{stage}")]
    resters = tuple(record.entry for record in here if record.entry in resting)
    return [record for record in here if record.entry not in resting], resters


def _by_hand(
    drawn: Sequence[Record], pairs: Sequence[tuple[int, int]]
) -> tuple[list[list[Record]], list[Record]]:
    """The pairs that a director made of these, as far as both are here, and all others."""
    here = {record.entry: record for record in drawn}
    made = [[here.pop(one), here.pop(other)] for one, other in pairs if {one, other} <= here.keys()]
    return made, list(here.values())


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
    records: Sequence[Record], requests: Requests, *, teams_apart: bool = False
) -> Mapping[int, Collection[int]]:
    """Whom each entry must not meet, if anybody else is free."""
    apart: dict[int, set[int]] = defaultdict(set)
    for one, other in requests.apart:
        apart[one].add(other)
        apart[other].add(one)
    mates: dict[str, set[int]] = defaultdict(set)
    for record in records:
        if teams_apart and record.team:
            mates[record.team].add(record.entry)
    for members in mates.values():
        for entry in members:
            apart[entry] |= members - {entry}
    return apart


def _by_lot(tables: Sequence[Sequence[int]], stage: int, dice: Dice) -> tuple[tuple[int, ...], ...]:
    """Seats by lot: the place in a bracket does not tell who deals first."""
    return tuple(dice.draw(table, f"seats:{stage}:{number}") for number, table in enumerate(tables))


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
