"""What a human director may ask of the pairings (PLAY-42): two kept apart, players who meet at one
table, a player who rests.

All hold from the next stage on: what has been paired is played. Who rests gets half of what a
table won is worth.
"""

from collections.abc import Collection, Sequence

from tournaments.director.commands import Command
from tournaments.director.desk.commands import KeepApart, PairByHand, Rest
from tournaments.director.desk.holders import Holder, require_in, require_not_over
from tournaments.director.errors import Refused
from tournaments.director.formats import FORMATS
from tournaments.director.plan import Plan
from tournaments.director.reasons import because
from tournaments.director.seating.together import table_sizes
from tournaments.director.snapshot import Clock, Phase

RULE = "PLAY-42"


def keep_apart(plan: Plan, clock: Clock, one: Holder, other: Holder) -> tuple[Command, ...]:
    """Friends, a family, a club: they meet only if nobody else is left."""
    _require_heard(plan, clock)
    require_in(one)
    require_in(other)
    if one.entry == other.entry:
        raise Refused("apart_from_oneself", rule=RULE, name=one.name)
    pair = (min(one.entry, other.entry), max(one.entry, other.entry))
    if pair in clock.requests.apart:
        raise Refused("asked_already", rule=RULE, name=one.name)
    if any({*pair} <= {*named} for named in clock.requests.tables_in(clock.stage + 1)):
        raise Refused("paired_by_hand", rule=RULE, name=one.name)
    return (KeepApart(because("kept_apart"), *pair),)


def pair(
    plan: Plan,
    clock: Clock,
    named: Sequence[Holder],
    *,
    playing: Collection[int],
    met: Sequence[tuple[str, str]],
    insists: bool = False,
) -> tuple[Command, ...]:
    """Two and more meet at one table of the stage that is paired next; others fill its seats.

    `playing` are who plays then, `met` the names of those of them who have met before: they meet
    again, and tables get sizes that differ by more than one, only if that is insisted on. While
    entering is open nobody knows the tables: where these do not fit in the end, the latest order
    gives way.

    Raises Refused(not_in_this_format | pairs_too_few | pairs_too_many | player_is_out |
    pairs_oneself | kept_apart_by_request | pairs_team_mates | rests_then | paired_by_hand |
    tables_do_not_fit | tables_would_differ | met_already).
    """
    _require_heard(plan, clock)
    if len(named) < 2:
        raise Refused("pairs_too_few", rule=RULE, seats=plan.seats)
    if len(named) > plan.seats:
        raise Refused("pairs_too_many", rule=RULE, named=len(named), seats=plan.seats)
    stage = clock.stage + 1
    for place, holder in enumerate(named):
        require_in(holder)
        for other in named[:place]:
            _require_may_meet(plan, clock, other, holder)
        if holder.entry in clock.requests.rest_in(stage):
            raise Refused("rests_then", rule=RULE, name=holder.name, stage=stage)
        _require_unpaired(clock, holder)
    if plan.seats > 2 and clock.phase is not Phase.ENTERING:
        _require_room(plan, clock, len(named), playing, despite_sizes=insists)
    if met and not insists:
        pairs = ", ".join(f"{one} – {other}" for one, other in met)
        raise Refused("met_already", rule=RULE, pairs=pairs)
    entries = tuple(sorted(holder.entry for holder in named))
    return (PairByHand(because("meets_on_request", stage=stage), entries, stage),)


def _require_may_meet(plan: Plan, clock: Clock, one: Holder, other: Holder) -> None:
    if one.entry == other.entry:
        raise Refused("pairs_oneself", rule=RULE, name=one.name)
    if (min(one.entry, other.entry), max(one.entry, other.entry)) in clock.requests.apart:
        raise Refused("kept_apart_by_request", rule=RULE, name=one.name, other=other.name)
    if FORMATS[plan.format].in_teams and one.team and one.team == other.team:
        names = {"name": one.name, "other": other.name}
        raise Refused("pairs_team_mates", rule=RULE, team=one.team, **names)


def _require_room(
    plan: Plan, clock: Clock, named: int, playing: Collection[int], *, despite_sizes: bool
) -> None:
    """Every table that was made by hand is one of the stage's, and the others have two and more."""
    stage = clock.stage + 1
    before = [sum(e in playing for e in entries) for entries in clock.requests.tables_in(stage)]
    groups = [*(group for group in before if group > 1), named]
    sizes = table_sizes(len(playing), plan.seats, groups, whole=bool(plan.boards))
    if not sizes:
        raise Refused("tables_do_not_fit", rule=RULE, stage=stage, players=len(playing))
    smaller, larger = min(sizes), max(sizes)
    if larger - smaller > 1 and not despite_sizes:
        raise Refused("tables_would_differ", rule="PLAY-41", smaller=smaller, larger=larger)


def rest(plan: Plan, clock: Clock, holder: Holder) -> tuple[Command, ...]:
    """Sits out the stage that is paired next."""
    _require_heard(plan, clock)
    require_in(holder)
    stage = clock.stage + 1
    if holder.entry in clock.requests.rest_in(stage):
        raise Refused("asked_already", rule=RULE, name=holder.name)
    _require_unpaired(clock, holder)
    return (Rest(because("rests_on_request", stage=stage), holder.entry, stage),)


def take_back(
    plan: Plan, clock: Clock, lifted: KeepApart | PairByHand | Rest
) -> tuple[Command, ...]:
    """One of these requests does not hold any more; what it asked of a stage, before its pairing.

    Raises Refused(not_in_this_format | tournament_over | stage_is_paired).
    """
    _require_heard(plan, clock)
    if not isinstance(lifted, KeepApart) and lifted.stage <= clock.stage:
        raise Refused("stage_is_paired", rule=RULE, stage=lifted.stage)
    return (lifted,)


def _require_unpaired(clock: Clock, holder: Holder) -> None:
    if any(holder.entry in named for named in clock.requests.tables_in(clock.stage + 1)):
        raise Refused("paired_by_hand", rule=RULE, name=holder.name)


def _require_heard(plan: Plan, clock: Clock) -> None:
    if not FORMATS[plan.format].hears_requests(plan.seats):
        raise Refused("not_in_this_format", rule=RULE, format=plan.format)
    require_not_over(clock, rule=RULE)
