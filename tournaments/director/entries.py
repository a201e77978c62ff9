"""Entering, withdrawing, coming back and buying more: what a player may ask (PLAY-40).

Each function returns the command, or raises `Refused` with the reason.
"""

from dataclasses import dataclass

from tournaments.director.commands import Buy, CheckIn, Command, Enter, ReEnter, Withdraw
from tournaments.director.desk.commands import NameTeam
from tournaments.director.errors import Refused
from tournaments.director.plan import Plan
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock, Field, Phase

RULE = "PLAY-40"


@dataclass(frozen=True, slots=True)
class Buyer:
    """What an entry has bought so far, and whether it is still in."""

    entry: int
    is_in: bool
    stack_chips: int
    returns: int = 0
    rebuys: int = 0
    has_add_on: bool = False
    ranked: bool = False


def enter(
    plan: Plan,
    clock: Clock,
    field: Field,
    *,
    player: int,
    known: bool,
    seed: str = "",
    team: str = "",
    is_here: bool = False,
) -> Command:
    """A player wants to take part; `known` when they already do. `seed` is for the lots.

    Who `is_here` has checked in by entering.
    """
    if known:
        raise Refused("already_entered", rule=RULE)
    if clock.phase is not Phase.ENTERING:
        _require_open(clock, plan.entries.late_until_level)
    if field.entries >= plan.entries.most:
        raise Refused("tournament_full", rule=RULE, most=plan.entries.most)
    late = clock.phase is not Phase.ENTERING
    reason = because("entered_late", level=clock.level) if late else because("entered")
    checked_in = plan.entries.check_in and is_here and not late
    fees = plan.buy_in_chips, plan.fee_chips
    return Enter(reason, player, *fees, late, seed, team, checked_in)


def check_in(
    plan: Plan, clock: Clock, *, entry: int, is_here: bool, ordered: bool = False
) -> Command:
    """Somebody who has entered says that they are here, or the desk does; `is_here` if known."""
    _require_check_in(plan, clock)
    if is_here:
        raise Refused("checked_in_already", rule=RULE)
    return CheckIn(because("checked_in_by_director" if ordered else "checked_in"), entry)


def check_out(plan: Plan, clock: Clock, *, entry: int, is_here: bool) -> Command:
    """A check-in is taken back."""
    _require_check_in(plan, clock)
    if not is_here:
        raise Refused("not_checked_in", rule=RULE)
    return CheckIn(because("check_in_taken_back"), entry, is_taken_back=True)


def _require_check_in(plan: Plan, clock: Clock) -> None:
    if not plan.entries.check_in:
        raise Refused("no_check_in", rule=RULE)
    if clock.phase is not Phase.ENTERING:
        raise Refused("tournament_has_started", rule=RULE)


def name_team(clock: Clock, *, entry: int, before: str, team: str) -> NameTeam:
    """The team of an entry is spelled anew, as long as play has not begun."""
    if clock.phase is not Phase.ENTERING:
        raise Refused("tournament_has_started", rule=RULE)
    return NameTeam(because("team_named", before=before, team=team), entry, team)


def withdraw(
    plan: Plan,
    clock: Clock,
    *,
    entry: int,
    is_here: bool = False,
    ordered: bool = False,
    removed_from: str = "",
) -> Command:
    """Everything back, as long as play has not begun: asked for, `ordered` by a director, or by the
    captain of the team they are `removed_from`.
    """
    if clock.phase is not Phase.ENTERING:
        raise Refused("tournament_has_started", rule=RULE)
    if removed_from:
        reason = because("removed_from_team", team=removed_from)
    else:
        reason = because("withdrawn_by_director" if ordered else "withdrew")
    return Withdraw(reason, entry, plan.buy_in_chips, plan.fee_chips, is_here)


def come_back(plan: Plan, clock: Clock, buyer: Buyer) -> Command:
    """Re-entry: another starting stack for a player who is out."""
    _require_started(clock)
    _require_open(clock, plan.entries.returns_until_level)
    if buyer.entry in clock.disqualified:
        raise Refused("is_disqualified", rule="PLAY-46")
    if buyer.is_in or buyer.ranked:
        raise Refused("not_out", rule=RULE)
    most = plan.entries.returns_max
    if buyer.returns >= most:
        raise Refused("no_returns_left", rule=RULE, most=most)
    reason = because("re_entered", times=buyer.returns + 1, most=most)
    return ReEnter(reason, buyer.entry, plan.buy_in_chips, plan.fee_chips, plan.stack_chips)


def rebuy(plan: Plan, clock: Clock, buyer: Buyer) -> Command:
    """Another starting stack for a player who is in and holds no more than one."""
    _require_started(clock)
    _require_open(clock, plan.entries.returns_until_level)
    most = plan.entries.rebuys_max
    if not buyer.is_in:
        raise Refused("not_in", rule=RULE)
    if buyer.rebuys >= most:
        raise Refused("no_rebuys_left", rule=RULE, most=most)
    if buyer.stack_chips > plan.stack_chips:
        raise Refused("stack_too_large", rule=RULE, stack=buyer.stack_chips, most=plan.stack_chips)
    reason = because("rebought", times=buyer.rebuys + 1, most=most)
    return Buy(reason, buyer.entry, plan.buy_in_chips, plan.fee_chips, plan.stack_chips, 1, False)


def add_on(plan: Plan, clock: Clock, buyer: Buyer) -> Command:
    """The one add-on: more chips, whatever the stack."""
    rules = plan.entries
    _require_started(clock)
    _require_open(clock, rules.returns_until_level)
    if not rules.add_on_stack_chips:
        raise Refused("no_add_on", rule=RULE)
    if not buyer.is_in:
        raise Refused("not_in", rule=RULE)
    if buyer.has_add_on:
        raise Refused("add_on_taken", rule=RULE)
    return Buy(
        because("added_on"), buyer.entry, rules.add_on_chips, 0, rules.add_on_stack_chips, 0, True
    )


def _require_open(clock: Clock, until_level: int) -> None:
    if clock.phase.is_over or not clock.entries_open or clock.level > until_level:
        raise Refused("entries_closed", rule=RULE, until_level=until_level)


def _require_started(clock: Clock) -> None:
    if clock.phase is Phase.ENTERING:
        raise Refused("tournament_not_started", rule=RULE)
