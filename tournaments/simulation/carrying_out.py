"""What each command does to a tournament in memory; one function per kind of command."""

from collections.abc import Callable, Iterable
from typing import Any

from tournaments.director import commands as order
from tournaments.director.desk import commands as desk
from tournaments.simulation import desk_acts
from tournaments.simulation.arena import Arena, Entrant


def carry_out(arena: Arena, commands: Iterable[order.Command]) -> None:
    """Do what was ordered, in order."""
    for command in commands:
        if act := ACTS.get(type(command)):  # others change the clock alone
            act(arena, command)
        arena.clock, arena.counted = command.on(arena.clock), command.counted(arena.counted)


def _close_all(arena: Arena, _command: order.CloseStage | None = None) -> None:
    for number in list(arena.tables):
        for entry in list(arena.tables[number].entries):
            arena.rise(entry)
        arena.drop_table(number)


def _seat_field(arena: Arena, command: order.SeatField) -> None:
    _close_all(arena)
    for table in range(command.tables):
        arena.add_table(command.first_table + table)
    # Anew rather than popped: a dict remembers the places of all that were taken out of it.
    seated = set(command.order)
    arena.unseated = {entry: None for entry in arena.unseated if entry not in seated}
    for position, entry in enumerate(command.order):
        arena.sit(entry, *command.place(position))


def _close_table(arena: Arena, command: order.CloseTable) -> None:
    if arena.tables[command.table].entries or not arena.tables[command.table].resting:
        raise AssertionError(f"table {command.table} is in use")
    arena.drop_table(command.table)


def _seat(arena: Arena, command: order.Seat) -> None:
    arena.unseated.pop(command.entry)
    arena.sit(command.entry, command.table, command.seat)


def _move(arena: Arena, command: order.Move) -> None:
    if not arena.tables[command.from_table].quiet:
        raise AssertionError(f"a player is moved from table {command.from_table} in play")
    if arena.rise(command.entry) != command.from_table:
        raise AssertionError(f"entry {command.entry} is not at table {command.from_table}")
    arena.sit(command.entry, command.to_table, command.seat)
    arena.entrants[command.entry].moves += 1


def _hold(arena: Arena, command: order.Hold) -> None:
    place = arena.tables[command.table]
    place.held, place.view = True, None


def _start_rounds(arena: Arena, command: order.StartRounds) -> None:
    ready = [
        number
        for size, tables in arena.resting.items()
        if size >= command.least_players
        for number in tables
    ]
    for number in ready:
        place = arena.tables[number]
        place.held, place.result = False, None
        by_seat = sorted(place.entries, key=lambda entry: arena.entrants[entry].seat or (0, 0))
        place.rounds += 1
        place.pcr = command.pcr
        place.dealt = tuple(by_seat)
        place.stacks = tuple(arena.entrants[entry].stack for entry in place.dealt)
        arena.set_resting(place, resting=False)
    arena.dealt += ready


def _settle(arena: Arena, command: order.Settle) -> None:
    place = arena.tables[command.table]
    if place.rounds != command.round_number or sum(command.changes_chips) != 0:
        raise AssertionError(f"round {command.round_number} cannot be settled")
    for entry, change in zip(command.entries, command.changes_chips, strict=True):
        arena.entrants[entry].stack += change
        if arena.entrants[entry].stack < 0:
            raise AssertionError(f"entry {entry} has fewer chips than none")
    place.result = None
    if place.paused:
        place.dealt, place.view = (), None
    else:
        arena.set_resting(place, resting=True)
    arena.finished.pop(command.table)


def _leave(arena: Arena, entry: int, wave: int, chips: int) -> Entrant:
    one = arena.entrants[entry]
    if one.seat is None:
        arena.unseated.pop(entry, None)
    else:
        arena.rise(entry)
    one.is_in, one.wave, one.out_chips = False, wave, chips
    arena.fallen[entry] = None
    return one


def _out(arena: Arena, command: order.Out) -> None:
    one = _leave(arena, command.entry, command.wave, command.chips)
    if one.stack:
        raise AssertionError(f"entry {command.entry} is out with {one.stack} chips")


def _remove(arena: Arena, command: order.Remove) -> None:
    one = _leave(arena, command.entry, command.wave, command.chips)
    if one.stack != command.chips:
        raise AssertionError(f"entry {command.entry} has {one.stack}, not {command.chips}")
    arena.forfeited_chips += one.stack
    arena.counted = arena.counted.plus(unclaimed_heads=one.heads)
    one.stack, one.heads = 0, 0


def _pay_bounty(arena: Arena, command: order.PayBounty) -> None:
    arena.bounty_bank -= command.chips
    arena.entrants[command.entry].won_chips += command.chips
    arena.entrants[command.out].heads = 0
    if arena.bounty_bank < 0:
        raise AssertionError("more bounties than were paid in")


def _close_entries(arena: Arena, command: order.CloseEntries) -> None:
    arena.house_added = arena.plan.prizes.house_adds(arena.field.paid_in_chips(arena.plan))


def _rank(arena: Arena, command: order.Rank) -> None:
    one = arena.entrants[command.entry]
    if one.rank is not None:
        raise AssertionError(f"entry {command.entry} has a rank already")
    one.rank = command.rank
    change = {"ranked": 1} if one.is_in else {"fallen": -1}
    arena.counted = arena.counted.plus(**change)
    arena.fallen.pop(command.entry, None)


def _pay_prize(arena: Arena, command: order.PayPrize | order.RaisePrize) -> None:
    arena.paid_out += command.chips
    arena.entrants[command.entry].won_chips += command.chips


def _move_rank(arena: Arena, command: order.MoveRank) -> None:
    arena.entrants[command.entry].rank = command.rank


def _cancel(arena: Arena, command: order.Cancel) -> None:
    if not arena.counted.eliminations:
        arena.house_added = 0  # nothing is played for, so nothing is added


def _enter(arena: Arena, command: order.Enter) -> None:
    number = len(arena.entrants) + 1
    one = Entrant(number, number, command.player, arena.plan.stack_chips)
    arena.entrants[number] = one
    arena.unseated[number] = None
    _buy_in(arena, one, command.chips, command.fee_chips, arena.plan.stack_chips)


def _buy_in(arena: Arena, one: Entrant, chips: int, fee: int, stack: int) -> None:
    one.paid_chips += chips
    one.fee_chips += fee
    arena.issued_chips += stack
    arena.paid_in += chips - arena.plan.bounty_chips
    arena.bounty_bank += arena.plan.bounty_chips
    arena.fees += fee


def _withdraw(arena: Arena, command: order.Withdraw) -> None:
    one = arena.entrants[command.entry]
    one.withdrawn, one.is_in = True, False
    arena.unseated.pop(command.entry)
    arena.issued_chips -= one.stack
    arena.paid_in -= command.chips - arena.plan.bounty_chips
    arena.bounty_bank -= arena.plan.bounty_chips
    arena.fees -= command.fee_chips
    one.stack = one.paid_chips = one.fee_chips = 0


def _re_enter(arena: Arena, command: order.ReEnter) -> None:
    one = arena.entrants[command.entry]
    one.is_in, one.stack, one.heads = True, command.stack_chips, 1
    one.returns += 1
    one.absent_rounds = 0
    arena.fallen.pop(command.entry)
    arena.unseated[command.entry] = None
    _buy_in(arena, one, command.chips, command.fee_chips, command.stack_chips)


def _buy(arena: Arena, command: order.Buy) -> None:
    one = arena.entrants[command.entry]
    one.stack += command.stack_chips
    if one.seat is not None:
        arena.tables[one.seat[0]].view = None
    if not command.is_add_on:
        one.rebuys += 1
        one.heads += command.heads
        _buy_in(arena, one, command.chips, command.fee_chips, command.stack_chips)
        return
    one.has_add_on = True
    one.paid_chips += command.chips
    arena.issued_chips += command.stack_chips
    arena.paid_in += command.chips


def _refund(arena: Arena, command: order.Refund) -> None:
    one = arena.entrants[command.entry]
    one.won_chips += command.chips + command.fee_chips
    arena.fees -= command.fee_chips
    bounty = 0
    if not arena.counted.eliminations:
        bounty = (one.returns + one.rebuys + 1) * arena.plan.bounty_chips
    arena.bounty_bank -= bounty
    arena.paid_out += command.chips - bounty


def _open_stage(arena: Arena, command: order.OpenStage) -> None:
    for offset, entries in enumerate(command.tables):
        place = arena.add_table(command.first_table + offset)
        place.dealt = entries
        for seat, entry in enumerate(entries):
            arena.sit(entry, place.number, seat)
        arena.set_resting(place, resting=False)
        arena.dealt.append(place.number)
    arena.unseated = dict.fromkeys(command.byes)


def _score(arena: Arena, command: order.Score) -> None:
    one = arena.entrants[command.entry]
    one.points += command.points
    one.score += command.score
    one.met += command.met
    one.byes += command.bye
    one.places += (command.seat,)
    one.gained += (command.points,)
    one.lost_stage = command.stage if command.lost else one.lost_stage


ACTS: dict[type, Callable[[Arena, Any], object]] = {
    order.SeatField: _seat_field,
    order.OpenTable: lambda arena, command: arena.add_table(command.table),
    order.CloseTable: _close_table,
    order.Seat: _seat,
    order.Move: _move,
    order.Hold: _hold,
    order.StartRounds: _start_rounds,
    order.Settle: _settle,
    order.Out: _out,
    order.Remove: _remove,
    order.PayBounty: _pay_bounty,
    order.CloseEntries: _close_entries,
    order.Rank: _rank,
    order.PayPrize: _pay_prize,
    order.MoveRank: _move_rank,
    order.RaisePrize: _pay_prize,
    order.Cancel: _cancel,
    order.Enter: _enter,
    order.Withdraw: _withdraw,
    order.ReEnter: _re_enter,
    order.Buy: _buy,
    order.Refund: _refund,
    order.OpenStage: _open_stage,
    order.Score: _score,
    order.CloseStage: _close_all,
    desk.PauseTable: desk_acts.pause_table,
    desk.ResumeTable: desk_acts.resume_table,
    desk.Substitute: desk_acts.substitute,
    desk.NameTeam: desk_acts.name_team,
    desk.Forfeit: desk_acts.forfeit,
    desk.Deduct: desk_acts.deduct,
    desk.HandOver: desk_acts.hand_over,
    desk.Disqualify: desk_acts.disqualify,
    desk.Concede: desk_acts.concede,
    desk.Reinstate: desk_acts.reinstate,
    desk.VoidRound: desk_acts.void_round,
}
