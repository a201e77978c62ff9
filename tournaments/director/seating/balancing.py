"""Who sits where: late seats, broken tables, moves, the final table, and who waits (PLAY-41).

Players move only away from resting tables; a table with cards on it may be told that somebody
joins it for the next round. A table two players short of the fullest does not deal, so that sizes
never differ by more than one between tables that start a round.
"""

from dataclasses import dataclass, replace

from tournaments.director import commands as orders
from tournaments.director.reasons import because
from tournaments.director.snapshot import Dice, Field, Sitting, Snapshot, TableAtHand


@dataclass(slots=True)
class _Hall:
    """The tables at hand while a step rearranges them.

    Tables beyond a full window are no smaller than `short_edge` and no taller than `tall_edge`:
    past these the tables at hand need not be the shortest or tallest any more, and the step ends.
    """

    snapshot: Snapshot
    dice: Dice
    tables: dict[int, TableAtHand]
    budget: int
    short_edge: int
    tall_edge: int

    @classmethod
    def of(cls, snapshot: Snapshot, dice: Dice, window: int) -> "_Hall":
        short, tall = snapshot.short, snapshot.tall
        tables = {table.number: table for table in (*tall, *short)}
        short_edge = short[-1].size if len(short) >= window else snapshot.plan.seats
        tall_edge = tall[-1].size if len(tall) >= window else 0
        return cls(snapshot, dice, tables, max(window, 1), short_edge, tall_edge)

    def room_without(self, table: TableAtHand) -> int:
        """Seats at the other tables that may be filled before the edge is passed."""
        full = min(self.short_edge + 1, self.snapshot.plan.seats)
        return sum(max(0, full - t.size) for t in self.tables.values() if t is not table)

    def shortest(self, *, but: int | None = None) -> TableAtHand | None:
        seats = self.snapshot.plan.seats
        free = [t for t in self.tables.values() if t.size < seats and t.number != but]
        return min(free, key=lambda table: (table.size, table.number), default=None)

    def resting(self) -> list[TableAtHand]:
        """By their players, of as many the one opened last first."""
        resting = [table for table in self.tables.values() if table.resting]
        return sorted(resting, key=lambda table: (table.size, -table.number))

    def draw_seat(self, table: TableAtHand, entry: int) -> int:
        free = table.free_seats(self.snapshot.plan.seats)
        wave = self.snapshot.clock.wave
        return self.dice.draw(free, f"seat:{wave}:{table.number}:{entry}")[0]

    def sit(self, table: TableAtHand, sitting: Sitting, seat: int) -> None:
        self.budget -= 1
        there = replace(sitting, seat=seat, moves=sitting.moves + 1)
        self.tables[table.number] = replace(table, sittings=(*table.sittings, there))

    def rise(self, table: TableAtHand, entry: int) -> None:
        staying = tuple(sitting for sitting in table.sittings if sitting.entry != entry)
        self.tables[table.number] = replace(table, sittings=staying)


def seat_late_players(snapshot: Snapshot, dice: Dice, window: int) -> tuple[orders.Command, ...]:
    """Players who entered or came back after the start get a random seat at the shortest table."""
    plan, field = snapshot.plan, snapshot.field
    if not snapshot.unseated:
        return ()
    hall = _Hall.of(snapshot, dice, window)
    commands: list[orders.Command] = []
    needed, opened = plan.tables_for(field.alive), field.tables_opened
    for number in range(opened + 1, opened + 1 + max(0, min(window, needed - field.tables))):
        reason = because(
            "table_opened_for_late_players",
            players=field.alive,
            seats=plan.seats,
            tables=field.tables + len(commands) + 1,
        )
        commands.append(orders.OpenTable(reason, number))
        hall.tables[number] = TableAtHand(number, ())
    for entry in snapshot.unseated:
        table = hall.shortest()
        if table is None or hall.budget <= 0:
            break
        seat = hall.draw_seat(table, entry)
        commands.append(
            orders.Seat(because("late_seat", players=table.size), entry, table.number, seat)
        )
        hall.sit(table, Sitting(entry, seat, plan.stack_chips, moves=-1), seat)
    return tuple(commands)


def rearrange(snapshot: Snapshot, dice: Dice, window: int) -> tuple[orders.Command, ...]:
    """Break tables that are not needed, then move players until sizes differ by one at most."""
    plan, field, clock = snapshot.plan, snapshot.field, snapshot.clock
    if field.unseated or (clock.together and field.playing):
        return ()
    needed = plan.tables_for(field.alive)
    if needed == 1 and field.tables > 1:
        if field.playing:
            return ()
        order = dice.draw(snapshot.staying, "final-table")
        reason = because("final_table_drawn", players=len(snapshot.staying))
        return (orders.SeatField(reason, order, field.tables_opened + 1, 1),)
    hall = _Hall.of(snapshot, dice, window)
    commands: list[orders.Command] = []
    for spare in range(field.tables - needed):
        broken = _break_table(hall, field.tables - spare)
        if not broken:
            break
        commands += broken
    return (*commands, *_level_sizes(hall))


def _break_table(hall: _Hall, tables: int) -> list[orders.Command]:
    table = next(iter(hall.resting()), None)
    if table is None or min(hall.budget, hall.room_without(table)) < table.size:
        return []
    plan = hall.snapshot.plan
    reason = because(
        "table_broken", players=hall.snapshot.field.alive, seats=plan.seats, tables=tables
    )
    commands: list[orders.Command] = []
    sittings = {sitting.entry: sitting for sitting in table.sittings}
    for entry in hall.dice.draw(sittings, f"break:{hall.snapshot.clock.wave}:{table.number}"):
        sitting = sittings[entry]
        target = hall.shortest(but=table.number)
        if target is None:
            raise AssertionError(f"no seat for the players of table {table.number}")
        seat = hall.draw_seat(target, sitting.entry)
        why = because("moved_from_broken_table", players=target.size)
        commands.append(orders.Move(why, sitting.entry, table.number, target.number, seat))
        hall.sit(target, sitting, seat)
    del hall.tables[table.number]
    return [*commands, orders.CloseTable(reason, table.number)]


def _level_sizes(hall: _Hall) -> list[orders.Command]:
    commands: list[orders.Command] = []
    while hall.budget > 0:
        resting, short = hall.resting(), hall.shortest()
        if not resting or short is None or resting[-1].size - short.size < 2:
            break
        tall = resting[-1]
        if tall.size < hall.tall_edge or short.size > hall.short_edge:
            break
        # The player moved least moves first; among equals the lot decides.
        fewest = min(sitting.moves for sitting in tall.sittings)
        eligible = {sitting.entry: sitting for sitting in tall.sittings if sitting.moves == fewest}
        purpose = f"move:{hall.snapshot.clock.wave}:{tall.number}:{tall.size}"
        sitting = eligible[hall.dice.draw(eligible, purpose)[0]]
        seat = hall.draw_seat(short, sitting.entry)
        why = because("moved_to_balance", players=tall.size, others=short.size, moves=sitting.moves)
        commands.append(orders.Move(why, sitting.entry, tall.number, short.number, seat))
        hall.rise(tall, sitting.entry)
        hall.sit(hall.tables[short.number], sitting, seat)
    return commands


def least_to_deal(field: Field) -> int:
    """The fewest players with whom a table may start: one less than the fullest, and never one."""
    return max(2, field.most - 1)


def hold_short_tables(snapshot: Snapshot) -> tuple[orders.Command, ...]:
    """Tables that have to wait are told why, once."""
    least = least_to_deal(snapshot.field)
    most = snapshot.field.most
    return tuple(
        orders.Hold(
            because("table_waits_for_players", players=table.size, most=most)
            if most > 1
            else because("table_waits_alone"),
            table.number,
        )
        for table in snapshot.short
        if table.resting and not table.held and table.size < least
    )
