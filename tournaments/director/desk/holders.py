"""Entries and tables as the desk sees them, and the questions every order asks of them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournaments.director.commands import Command
from tournaments.director.desk.commands import OutLater
from tournaments.director.errors import Refused
from tournaments.director.plan import Plan
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock, Phase

RULE = "PLAY-46"


@dataclass(frozen=True, slots=True)
class Holder:
    """An entry with what it holds. `quiet` when no round is on at its table, or it has none.

    `name` is for sentences only. `paid_chips` were paid out to it as prizes or bounties. A rank
    that `is_shared` has made others' prizes what they are. `last_round` is the table and number of
    the last settled round it sat in, where that was asked for. `lost_stage` is when a bracket ended
    for it. `pauses`: its table deals no more after the round in play. `team` is where teams play.
    `came_back` is how often they have bought another stack since a certain round, where that was
    asked for.
    """

    entry: int
    name: str
    stack_chips: int
    is_in: bool = True
    table: int | None = None
    quiet: bool = True
    heads: int = 1
    rank: int | None = None
    forfeited_chips: int = 0
    paid_chips: int = 0
    out_chips: int = 0
    returns: int = 0
    is_shared: bool = False
    last_round: tuple[int, int] | None = None
    lost_stage: int | None = None
    pauses: bool = False
    team: str = ""
    came_back: int = 0


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table with its free seats. `quiet`: no round is on; `paused` by a director."""

    number: int
    size: int
    free_seats: tuple[int, ...]
    quiet: bool
    paused: bool = False


def require_running(clock: Clock, *, rule: str = RULE) -> None:
    if clock.phase not in (Phase.RUNNING, Phase.BREAK):
        raise Refused("not_running", rule=rule, phase=clock.phase.value)


def require_not_over(clock: Clock, *, rule: str = RULE) -> None:
    if clock.phase.is_over:
        raise Refused("tournament_over", rule=rule, phase=clock.phase.value)


def require_in(holder: Holder) -> None:
    if not holder.is_in:
        raise Refused("player_is_out", rule=RULE, name=holder.name)


def require_not_out_later(clock: Clock, holder: Holder) -> None:
    """Raises Refused(disqualification_waits | removal_waits): ordered, for the round's end."""
    waits = dict(clock.out_later).get(holder.entry)
    if waits:
        code = "removal_waits" if waits == "remove" else "disqualification_waits"
        raise Refused(code, rule=RULE, name=holder.name, table=holder.table)


def no_longer_later(entry: int) -> OutLater:
    return OutLater(because("out_order_withdrawn"), entry)


def withdraw_out_later(clock: Clock, holder: Holder) -> tuple[Command, ...]:
    """An order that waits is taken back. Raises Refused(not_running | no_longer_waits)."""
    require_running(clock)
    if holder.entry not in dict(clock.out_later):
        raise Refused("no_longer_waits", rule=RULE, name=holder.name)
    return (no_longer_later(holder.entry),)


def require_quiet(clock: Clock, holders: Iterable[Holder]) -> None:
    """Stacks with which a round is being played are not touched: it is settled with what was dealt.

    Raises:
        Refused(round_in_play | round_not_over): the latter where nothing is dealt after it anyway.
    """
    for holder in holders:
        if not holder.quiet:
            raise in_play(clock, holder.table, paused=holder.pauses)


def in_play(clock: Clock, table: int | None, *, paused: bool, rule: str = RULE) -> Refused:
    """What is said of a round in play: pause first, or wait for its end where that is done."""
    waits = paused or clock.paused_at_ms is not None
    return Refused("round_not_over" if waits else "round_in_play", rule=rule, table=table)


def require_reachable(holder: Holder, chips: int, *, owed: int = 0) -> None:
    """The chips are still there, and one stays: a stack is emptied by rounds alone.

    What is `owed` already is spoken for.
    """
    if holder.stack_chips <= chips + owed:
        facts = {"has": holder.stack_chips, "needed": chips + owed + 1}
        raise Refused("chips_spent", rule=RULE, name=holder.name, **facts)


def require_no_bounty(plan: Plan, holder: Holder, out: Collection[int]) -> None:
    """What was paid for a head stays paid, also where it is back in; `out` lost all in the round.

    Raises Refused(bounty_is_paid).
    """
    is_back = holder.came_back > 0 and holder.entry in out
    if plan.bounty_chips and (is_back or not holder.is_in):
        raise Refused("bounty_is_paid", rule=RULE, name=holder.name)


def require_same_stack(holder: Holder, out: Collection[int]) -> None:
    """The stack is the one that the round was played with, or the next where it was lost there.

    Chips bought since answer for nothing that was won or lost with others.

    Raises Refused(out_since).
    """
    if holder.came_back > (holder.entry in out):
        raise Refused("out_since", rule=RULE, name=holder.name)


def require_positive(number: int, code: str = "nothing_ordered") -> None:
    if number < 1:
        raise Refused(code, rule=RULE)
