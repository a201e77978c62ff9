"""Who meets whom: brackets, Swiss systems, round robins. Pure functions over records."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.director.snapshot import Dice, Record

# How far down the list an opponent is sought before one already met is accepted.
CANDIDATES = 64


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of a stage, and who has none."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def table_sizes(players: int, seats: int) -> list[int]:
    """Sizes of the fewest tables, which differ by one at most, larger ones first."""
    tables = -(-players // seats)
    return [players // tables + (table < players % tables) for table in range(tables)]


def bracket(records: Sequence[Record], seats: int, stage: int, dice: Dice) -> Pairing:
    """Who is still in, at the tables that the first draw laid down for this stage.

    The draw gives every entry a position; with T tables in a stage it plays at table
    position mod T, and T shrinks by the number of seats: winners of fixed tables meet.
    """
    drawn = dice.draw([record.entry for record in records], "bracket")
    known = {record.entry: record for record in records}
    tables = 1
    while tables * seats < len(records):
        tables *= seats
    tables //= seats ** (stage - 1)
    groups: dict[int, list[int]] = {table: [] for table in range(max(1, tables))}
    for position, entry in enumerate(drawn):
        record = known[entry]
        if record.lost_stage is None and not record.withdrawn:
            groups[position % max(1, tables)].append(record.entry)
    played = [group for group in groups.values() if len(group) > 1]
    byes = tuple(group[0] for group in groups.values() if len(group) == 1)
    return Pairing(_seated(played, stage, dice), byes)


def by_points(
    records: Sequence[Record],
    seats: int,
    stage: int,
    dice: Dice,
    *,
    clash: Callable[[Record, Record], int] | None = None,
    ignore_points: bool = False,
) -> Pairing:
    """Players with equal points together, as far as they have not met (Swiss system).

    `clash` weighs what else should not meet; `ignore_points` only spreads meetings evenly.
    """
    staying = {record.entry: record for record in records if not record.withdrawn}
    drawn = [staying[entry] for entry in dice.draw(staying, f"pairing:{stage}")]
    if not ignore_points:
        drawn.sort(key=lambda record: -record.points)
    byes: tuple[int, ...] = ()
    if seats == 2 and len(drawn) % 2:
        fewest = min(record.byes for record in drawn)
        rests = next(record for record in reversed(drawn) if record.byes == fewest)
        drawn.remove(rests)
        byes = (rests.entry,)
    groups = _group(drawn, table_sizes(len(drawn), seats) if drawn else [], clash or _no_clash)
    if seats == 2:
        _mend(groups, clash or _no_clash)
    tables = [[record.entry for record in group] for group in groups]
    return Pairing(_seated(tables, stage, dice), byes)


def _seated(tables: Sequence[Sequence[int]], stage: int, dice: Dice) -> tuple[tuple[int, ...], ...]:
    """Seats by lot: neither the place in a bracket nor points tell who deals first."""
    return tuple(dice.draw(table, f"seats:{stage}:{number}") for number, table in enumerate(tables))


def _group(
    drawn: Sequence[Record], sizes: Sequence[int], clash: Callable[[Record, Record], int]
) -> list[list[Record]]:
    waiting = list(drawn)
    groups = []
    for size in sizes:
        group = [waiting.pop(0)]
        while len(group) < size:
            nearest = waiting[:CANDIDATES]
            costs = [_cost(group, candidate, clash) for candidate in nearest]
            group.append(waiting.pop(costs.index(min(costs))))
        groups.append(group)
    return groups


def _mend(groups: list[list[Record]], clash: Callable[[Record, Record], int]) -> None:
    """Pairs at the end of the list that have met before change partners with pairs above."""
    for late in range(len(groups) - 1, 0, -1):
        if not _pair_cost(groups[late], clash):
            continue
        for early in range(late - 1, max(-1, late - 1 - CANDIDATES), -1):
            (a, b), (c, d) = groups[early], groups[late]
            for first, second in (([a, c], [b, d]), ([a, d], [b, c])):
                better = _pair_cost(first, clash) + _pair_cost(second, clash)
                if better < _pair_cost(groups[early], clash) + _pair_cost(groups[late], clash):
                    groups[early], groups[late] = first, second
                    break
            else:
                continue
            break


def _cost(
    group: Sequence[Record], candidate: Record, clash: Callable[[Record, Record], int]
) -> int:
    return sum(candidate.met.count(other.entry) + clash(candidate, other) for other in group)


def _pair_cost(pair: Sequence[Record], clash: Callable[[Record, Record], int]) -> int:
    return _cost(pair[:1], pair[1], clash)


def _no_clash(first: Record, second: Record) -> int:
    return 0


def same_team(first: Record, second: Record) -> int:
    """Team-mates do not meet while anybody else is free."""
    return 1_000 if first.team and first.team == second.team else 0


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
