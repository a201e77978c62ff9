"""Ranks and prizes when somebody was disqualified: who is behind them moves up (PLAY-43, PLAY-44).

Until the end a disqualified player keeps the place they left at, without its prize, so that the
order can be taken back. Then they are last, everybody behind them moves up, and the pool is paid
to the last chip: what a better rank is worth more is paid on top. What nobody is left to take
belongs to the first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from tournaments.director.commands import Command, MoveRank, RaisePrize
from tournaments.director.prizes import Ladder
from tournaments.director.reasons import because
from tournaments.director.snapshot import Placed


def move_up(
    ladder: Ladder, entries: int, placed: Iterable[Placed], disqualified: Iterable[int]
) -> tuple[tuple[Command, ...], int]:
    """The commands, and the chips of the pool that nobody of `placed` takes.

    `placed` are those who have a rank, at least from the best disqualified one on, and were paid
    by the ladder what their ranks are worth, the disqualified nothing.
    """
    barred = set(disqualified)
    ranked = sorted(placed, key=lambda one: (one.rank, one.number))
    best = min((one.rank for one in ranked if one.entry in barred), default=None)
    if best is None:
        return (), 0
    commands: list[Command] = []
    rank, given = best, 0
    last = entries - sum(one.entry in barred for one in ranked) + 1
    for before, group in groupby((one for one in ranked if one.rank >= best), lambda o: o.rank):
        tied = list(group)
        old = ladder.shared(before, before + len(tied) - 1)
        paid = {one.entry: chips for one, chips in zip(tied, old, strict=True)}
        staying = [one for one in tied if one.entry not in barred]
        new = ladder.shared(rank, rank + len(staying) - 1) if staying else ()
        for one, chips in zip(staying, new, strict=True):
            commands += _up(one, rank, max(0, chips - paid[one.entry]))
            given += max(chips, paid[one.entry])
        commands += [
            MoveRank(because("disqualified_last", rank=last), one.entry, last)
            for one in tied
            if one.entry in barred and one.rank != last
        ]
        rank += len(staying)
    return tuple(commands), sum(ladder.prizes_chips[best - 1 :]) - given


def _up(one: Placed, rank: int, chips: int) -> list[Command]:
    found: list[Command] = []
    if one.rank != rank:
        found.append(MoveRank(because("moved_up", rank=rank, before=one.rank), one.entry, rank))
    if chips:
        found.append(RaisePrize(because("prize_raised", rank=rank, chips=chips), one.entry, chips))
    return found


def in_order(commands: Sequence[Command]) -> tuple[Command, ...]:
    """Ranks first, then prizes: those of a kind are carried out together."""
    return tuple(sorted(commands, key=lambda command: isinstance(command, RaisePrize)))


def with_first(ladder: Ladder, chips: int) -> Ladder:
    """So many chips more for the first place."""
    if not chips or not ladder.prizes_chips:
        return ladder
    first, *others = ladder.prizes_chips
    return replace(ladder, prizes_chips=(first + chips, *others), percentages=())


def for_so_many(ladder: Ladder, players: int) -> Ladder:
    """The ladder when no more than so many may take a prize."""
    left = sum(ladder.prizes_chips[players:])
    prizes, tickets = ladder.prizes_chips[:players], min(ladder.tickets, players)
    return with_first(replace(ladder, prizes_chips=prizes, tickets=tickets), left)
