"""Whatever a director orders, in whatever order: chips stay whole, and the tournament ends."""

import contextlib
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.director.test_any_order import LONG, ForChips, cases
from tournaments.director import FORMATS, Refused
from tournaments.director.commands import Command, Remove, Settle
from tournaments.director.desk import chips as desk_chips
from tournaments.director.desk import orders as desk
from tournaments.director.desk import tables as desk_tables
from tournaments.director.desk.chips import WonRound
from tournaments.director.desk.commands import HandOver, OutLater, Reinstate, VoidRound
from tournaments.director.desk.holders import DeskTable, Holder, withdraw_out_later
from tournaments.simulation.arena import Entrant

PICK = st.integers(0, 50)


class DirectedTournament(ForChips):
    """Every order of the desk beside everything that happens by itself."""

    def holder(self, one: Entrant) -> Holder:
        table = one.seat[0] if one.seat else None
        return Holder(
            entry=one.entry,
            name=str(one.entry),
            stack_chips=one.stack,
            is_in=one.is_in,
            table=table,
            quiet=table is None or self.arena.tables[table].quiet,
            rank=one.rank,
            paid_chips=one.won_chips,
            out_chips=one.out_chips,
            is_shared=sum(other.rank == one.rank for other in self.house.everybody) > 1,
            last_round=self.last_round(one.entry),
        )

    def last_round(self, entry: int) -> tuple[int, int] | None:
        sat = [(won.table, won.number) for won in self.settled if entry in won.entries]
        return sat[-1] if sat else None

    @property
    def holders(self) -> dict[int, Holder]:
        return {one.entry: self.holder(one) for one in self.house.everybody if not one.withdrawn}

    def table(self, pick: int) -> DeskTable | None:
        numbers = sorted(self.arena.tables)
        if not numbers:
            return None
        place = self.arena.tables[numbers[pick % len(numbers)]]
        taken = {
            one.seat[1] for one in self.house.everybody if one.seat and one.seat[0] == place.number
        }
        free = tuple(seat for seat in range(self.arena.plan.seats) if seat not in taken)
        return DeskTable(place.number, len(place.entries), free, place.quiet, place.paused)

    def one(self, pick: int) -> Holder | None:
        holders = list(self.holders.values())
        return holders[pick % len(holders)] if holders else None

    def order(self, asked: Any, *args: Any, **kwargs: Any) -> tuple[Command, ...]:
        """Carry an order out, or nothing when it is refused."""
        if any(arg is None for arg in args):
            return ()
        with contextlib.suppress(Refused):
            orders: tuple[Command, ...] = asked(*args, **kwargs)
            self.house.order(orders)
            return orders
        return ()

    @property
    def at(self) -> tuple[Any, Any]:
        return self.arena.plan, self.arena.clock

    @rule(pick=PICK, resume=st.booleans())
    def pause_or_resume_table(self, pick: int, resume: bool) -> None:
        if resume:
            self.order(desk_tables.resume_table, self.arena.clock, self.table(pick))
        else:
            self.order(desk_tables.pause_table, *self.at, self.table(pick))

    @rule(number=st.integers(1, 5))
    def extend(self, number: int) -> None:
        self.order(desk_tables.extend, *self.at, minutes=number, rounds=number)
        self.order(desk_tables.extend, *self.at, minutes=number)

    @rule(pick=PICK, where=PICK, insist=st.booleans())
    def move(self, pick: int, where: int, insist: bool) -> None:
        holder, target = self.one(pick), self.table(where)
        if holder is None or holder.table is None or target is None:
            return
        source = self.table(sorted(self.arena.tables).index(holder.table))
        assert source is not None
        self.order(
            desk_tables.move, *self.at, holder, source=source, target=target, despite_sizes=insist
        )

    @rule(pick=PICK, player=st.integers(100, 120))
    def substitute(self, pick: int, player: int) -> None:
        known = any(one.player == player for one in self.house.everybody)
        self.order(
            desk_tables.substitute,
            self.arena.clock,
            self.one(pick),
            player=player,
            name=str(player),
            known=known,
            old_player=0,
        )

    @rule(pick=PICK, other=PICK, chips=st.integers(1, 150))
    def correct(self, pick: int, other: int, chips: int) -> None:
        self.order(desk_chips.adjust, *self.at, self.one(pick), self.one(other), chips=chips)
        penalty = len(self.house.log)  # any number that no other has
        self.order(desk_chips.penalize, *self.at, self.one(other), number=chips, penalty=penalty)

    @property
    def settled(self) -> list[WonRound]:
        gone = {
            (order.table, order.round_number)
            for order in self.house.log
            if isinstance(order, VoidRound)
        }
        return [
            WonRound(order.table, order.round_number, order.entries, order.changes_chips)
            for order in self.house.log
            if isinstance(order, Settle) and (order.table, order.round_number) not in gone
        ]

    @rule(pick=PICK)
    def disqualify_and_perhaps_take_it_back(self, pick: int) -> None:
        holder = self.one(pick)
        staying = {entry: one for entry, one in self.holders.items() if one.is_in}
        arena = self.arena
        heads = arena.entrants[holder.entry].heads if holder else 0
        orders = self.order(
            desk_chips.disqualify, arena.clock, arena.field, holder, self.settled, staying
        )
        if not orders or pick % 2 or holder is None:
            return
        if isinstance(orders[0], OutLater):
            self.order(withdraw_out_later, self.arena.clock, holder)
            return
        self.take_back(holder.entry, orders, heads)

    def before_step(self) -> None:
        """Whose round is settled is out as it was ordered, as on the database."""
        for entry, kind in self.arena.clock.out_later:
            holders, clock = self.holders, self.arena.clock
            if not holders[entry].quiet:
                continue
            staying = {one: other for one, other in holders.items() if other.is_in and one != entry}
            at = clock, self.arena.field, holders[entry]
            if kind == "remove":
                orders = desk.remove_after_round(*at)
            else:
                orders = desk_chips.disqualify_after_round(*at, self.settled, staying)
            self.house.order(orders)
            assert entry not in dict(self.arena.clock.out_later)

    def take_back(self, entry: int, orders: Iterable[Command], heads: int) -> None:
        (removed,) = [order for order in orders if isinstance(order, Remove)]
        shares = [(o.to_entry, o.chips) for o in orders if isinstance(o, HandOver)]

        def both() -> tuple[Command, ...]:
            arena, holders = self.arena, self.holders
            return (
                *desk_chips.reinstate(
                    *self.at, arena.field, holders[entry], chips=removed.chips, heads=heads
                ),
                *desk_chips.return_restitution(arena.clock, holders, entry, shares, "somebody"),
            )

        self.order(both)

    @precondition(lambda self: self.settled)
    @rule(back=st.integers(0, 3))
    def take_a_settlement_back(self, back: int) -> None:
        rounds = self.settled
        played = rounds[-1 - back % len(rounds)]
        orders = self.order(desk_chips.void_round, *self.at, self.arena.field, played, self.holders)
        for order in orders:
            if isinstance(order, Reinstate):
                assert self.arena.entrants[order.entry].stack > 0

    def teardown(self) -> None:
        if not hasattr(self, "house"):
            return
        with contextlib.suppress(Refused):
            self.house.order(desk.resume(self.arena.clock))
        for number in sorted(self.arena.tables):
            if self.arena.tables[number].paused:
                self.order(
                    desk_tables.resume_table,
                    self.arena.clock,
                    self.table(sorted(self.arena.tables).index(number)),
                )
        super().teardown()


class LongDirectedTournament(DirectedTournament):
    pass


TestDirectedTournament = cases(DirectedTournament, 20)
TestManyDirectedTournaments = LONG(pytest.mark.soak(cases(LongDirectedTournament, 1_000)))


def test_every_format_says_whether_it_moves_players() -> None:
    """The desk asks this of each format."""
    moving = {key for key in FORMATS if getattr(FORMATS[key], "moves_players", False)}
    assert moving == {"freezeout", "re_entry", "satellite", "bounty"}
