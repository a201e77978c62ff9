"""Who is to get how many chips back, from whom, and why. Pure: facts in, lines out.

Three wrongs are made good. Whoever cheated at tables gives back what they won there, as far as
others lost it. A faulty table is undone, as if nobody had played. Entries struck from a finished
tournament give their prizes back and come last, and everybody behind them moves up.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from accounts.league import Change
from rummy.settlement.division import split_by_weight
from tournaments.director.commands import PayPrize
from tournaments.director.prizes import Ladder
from tournaments.director.ranking import prizes_for
from tournaments.director.reported.after_the_end import Place


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat of a finished table: what it put in and what came back."""

    player: int
    stake_chips: int
    payout_chips: int

    @property
    def change_chips(self) -> int:
        return self.payout_chips - self.stake_chips


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A finished table, and how many rounds decided it."""

    table: int
    rounds: int
    seats: tuple[SeatFacts, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry of a finished tournament: its rank, and the prize that was paid for it.

    Who `is_barred` was disqualified while it ran: however far up, no prize is theirs (PLAY-43).
    """

    entry: int
    player: int
    rank: int
    prize_chips: int
    is_barred: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One reason of a line: so many chips, for this table or this change of place."""

    why: str
    chips: int
    facts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry's place before and afterwards."""

    entry_id: int
    rank: int
    new_rank: int


@dataclass(frozen=True, slots=True)
class Line:
    """What one player is owed or, negative, owes: the sum of its parts.

    `matches` are changes of what their matches count, as `accounts.career.amending` has them.
    """

    player: int
    parts: tuple[Part, ...] = ()
    matches: tuple[Change, ...] = ()
    moved: Moved | None = None

    @property
    def owed_chips(self) -> int:
        return sum(part.chips for part in self.parts)


def winnings_given_back(tables: Iterable[TableFacts], guilty: Collection[int]) -> list[Line]:
    """What the guilty won together at each table goes to those who lost there, by their losses.

    No more than they won, and no more than was lost to them: what the house kept stays with it.
    Shares are whole chips by largest remainder; of the guilty those who won pay, by what they won.
    """
    parts: dict[int, list[Part]] = defaultdict(list)
    for table in tables:
        won = {s.player: s.change_chips for s in table.seats if s.player in guilty}
        lost = {s.player: -s.change_chips for s in table.seats if s.player not in guilty}
        winners = {player: chips for player, chips in won.items() if chips > 0}
        losers = {player: chips for player, chips in lost.items() if chips > 0}
        back = min(sum(won.values()), sum(losers.values()))
        if back > 0:
            _share(parts, table, "given_back", losers, back)
            _share(parts, table, "taken_back", winners, -back)
    return _lines(parts)


def tables_undone(tables: Iterable[TableFacts]) -> list[Line]:
    """Everybody has what they had before; a fee comes back from the house."""
    parts: dict[int, list[Part]] = defaultdict(list)
    for table in tables:
        for seat in table.seats:
            _add(parts, seat.player, "undone", -seat.change_chips, _of_table(table))
    return _lines(parts)


def entries_struck(placed: Sequence[Placed], struck: Collection[int], ladder: Ladder) -> list[Line]:
    """The prizes of struck entries go up the ladder: who stood behind them moves up.

    Whoever shares a rank shares its prizes as the director does (PLAY-43). Prizes for which
    nobody is left stay with the house. The struck come last, in the order they had.
    """
    gone = sorted((one for one in placed if one.entry in struck), key=lambda one: one.rank)
    left = [one for one in placed if one.entry not in struck]
    ranks = {one.entry: one.rank - sum(it.rank < one.rank for it in gone) for one in left}
    barred = {one.entry for one in left if one.is_barred}
    prizes = prizes_by_rank({e: rank for e, rank in ranks.items() if e not in barred}, ladder)
    ranks |= {one.entry: len(left) + 1 + at for at, one in enumerate(gone)}
    parts: dict[int, list[Part]] = defaultdict(list)
    for one in gone:
        _add(parts, one.player, "struck", -one.prize_chips, (("rank", one.rank),))
    for one in left:
        facts = (
            ("rank", one.rank),
            ("new_rank", ranks[one.entry]),
            ("prize", one.prize_chips),
            ("new_prize", prizes.get(one.entry, 0)),
        )
        _add(parts, one.player, "moved_up", prizes.get(one.entry, 0) - one.prize_chips, facts)
    moved = {
        one.player: Moved(one.entry, one.rank, ranks[one.entry])
        for one in placed
        if one.rank != ranks[one.entry]
    }
    return [
        Line(player, tuple(parts.get(player, ())), moved=moved.get(player))
        for player in sorted({one.player for one in placed if one.player in {*parts, *moved}})
    ]


def results_corrected(
    before: Mapping[int, Place],
    after: Mapping[int, Place],
    players: Mapping[int, int],
    facts: tuple[tuple[str, int], ...],
) -> list[Line]:
    """By entry the places as they were paid and as they should have been; its player in `players`.

    `facts` name the table and the round that came out otherwise.
    """
    lines = []
    for entry, was in before.items():
        now = after[entry]
        if was == now:
            continue
        more = now.prize_chips - was.prize_chips
        ranks = ("rank", was.rank), ("new_rank", now.rank)
        prizes = ("prize", was.prize_chips), ("new_prize", now.prize_chips)
        part = Part("rescored", more, (*facts, *ranks, *prizes))
        moved = Moved(entry, was.rank, now.rank) if was.rank != now.rank else None
        lines.append(Line(players[entry], (part,) if more else (), moved=moved))
    return sorted(lines, key=lambda line: line.player)


def prizes_by_rank(ranks: Mapping[int, int], ladder: Ladder) -> dict[int, int]:
    """What each entry takes, as the director pays it; entries of one rank share its places."""
    tied: dict[int, list[int]] = defaultdict(list)
    for entry in sorted(ranks):
        tied[ranks[entry]].append(entry)
    paid = [order for rank, entries in tied.items() for order in prizes_for(ladder, rank, entries)]
    return {order.entry: order.chips for order in paid if isinstance(order, PayPrize)}


def within_wallets(lines: Iterable[Line], balances: Mapping[int, int]) -> dict[int, int]:
    """What really moves, by player: nobody gives back more than their wallet holds.

    What is missing is borne by the house: whoever is owed gets it in any case.
    """
    return {line.player: max(line.owed_chips, -balances.get(line.player, 0)) for line in lines}


def _share(
    parts: dict[int, list[Part]], table: TableFacts, why: str, weights: dict[int, int], chips: int
) -> None:
    shares = split_by_weight(abs(chips), list(weights.values()))
    for (player, weight), share in zip(weights.items(), shares, strict=True):
        facts = (*_of_table(table), ("of", weight))
        _add(parts, player, why, share if chips > 0 else -share, facts)


def _of_table(table: TableFacts) -> tuple[tuple[str, int], ...]:
    return (("table", table.table), ("rounds", table.rounds))


def _add(
    parts: dict[int, list[Part]],
    player: int,
    why: str,
    chips: int,
    facts: tuple[tuple[str, int], ...],
) -> None:
    if chips:
        parts[player].append(Part(why, chips, facts))


def with_matches(lines: Iterable[Line], changes: Mapping[int, Sequence[Change]]) -> list[Line]:
    """The same lines, with what the matches of each player no longer count."""
    known = {line.player: line for line in lines}
    return [
        replace(known.get(player, Line(player)), matches=tuple(changes.get(player, ())))
        for player in sorted({*known, *changes})
    ]


def _lines(parts: Mapping[int, Sequence[Part]]) -> list[Line]:
    """By player's number; who comes out even is not among them."""
    lines = [Line(player, tuple(found)) for player, found in sorted(parts.items())]
    return [line for line in lines if line.owed_chips]
