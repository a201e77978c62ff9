"""What the director orders. Each command is carried out once and carries its reason.

Commands of one step belong together: all are carried out, in order, or none. Those that concern
a whole field are one command, so that they can be one statement. What a command does to the clock
(`on`) and to the numbers of the field (`counted`) it says itself, for the database as for the
simulation; the sizes of tables, and what depends on more than the command, they count themselves.
"""

from dataclasses import replace

from tournaments.director.bases import Command as Command
from tournaments.director.bases import GiveBack, Leave, OfTable, Purchase
from tournaments.director.reasons import Reason
from tournaments.director.snapshot import NO_HOUR_MS, RESTED, Clock, Field, Phase


class Begin(Command):
    """The tournament starts: level 0, its clock from now on.

    Full before its hour, this is its hour, for calendars too; one that had none has none.
    """

    together: bool

    def on(self, clock: Clock) -> Clock:
        is_early = 0 < clock.starts_at_ms - clock.now_ms <= NO_HOUR_MS
        return replace(
            clock,
            phase=Phase.RUNNING,
            starts_at_ms=clock.now_ms if is_early else clock.starts_at_ms,
            level_started_ms=clock.now_ms,
            entries_open=True,
            together=self.together,
        )


class Postpone(Command):
    starts_at_ms: int

    def on(self, clock: Clock) -> Clock:
        return replace(
            clock,
            starts_at_ms=self.starts_at_ms,
            postponed=clock.postponed + 1,
            start_ordered=False,
        )


class SeatField(Command):
    """Everybody in `order` gets a seat: entry i at table `first_table` + i mod `tables`.

    All tables that were open are closed. Seats count up, so that sizes differ by at most one.
    """

    order: tuple[int, ...]
    first_table: int
    tables: int
    stage: int = 0

    def place(self, position: int) -> tuple[int, int]:
        """Table and seat of the entry at this position of the order."""
        return self.first_table + position % self.tables, position // self.tables

    def on(self, clock: Clock) -> Clock:
        return replace(clock, stage=self.stage)

    def counted(self, field: Field) -> Field:
        opened = field.tables_opened + self.tables
        return replace(field, tables_opened=opened, seated=len(self.order), unseated=0)


class OpenTable(OfTable):
    def counted(self, field: Field) -> Field:
        return field.plus(tables_opened=1)


class CloseTable(OfTable):
    pass


class Seat(Command):
    """A player without a seat gets one."""

    entry: int
    table: int
    seat: int

    def counted(self, field: Field) -> Field:
        return field.plus(seated=1, unseated=-1)


class Move(Command):
    entry: int
    from_table: int
    to_table: int
    seat: int


class Hold(OfTable):
    """A resting table does not go on yet."""


class StartRounds(Command):
    """Deal at every resting table with at least `least_players` players.

    `level_micro` are the rounds dealt at this level, these among them, in millionths.
    """

    least_players: int
    level: int
    pcr: int
    wave: int
    level_micro: int

    def on(self, clock: Clock) -> Clock:
        return replace(clock, wave_open=clock.together, level_micro=self.level_micro)


class Settle(Command):
    """A round's chips change hands: `changes_chips` belong to `entries` and sum to zero."""

    table: int
    round_number: int
    entries: tuple[int, ...]
    changes_chips: tuple[int, ...]
    winners: tuple[int, ...]


class Out(Leave):
    """No chips left: the player leaves the table. `chips` were theirs when the round began."""


class Remove(Leave):
    """A player leaves with chips, which stay in the books as forfeited."""


class PayBounty(Command):
    """Real chips for the heads of `out`; to themselves when nobody took them."""

    entry: int
    out: int
    chips: int


class CountRounds(Command):
    """The wave and the count of rounds after what was settled, and how many were idle in a row."""

    wave: int
    total_micro: int
    wave_open: bool
    idle: int | None = None

    def on(self, clock: Clock) -> Clock:
        return replace(
            clock,
            wave=self.wave,
            total_micro=self.total_micro,
            wave_open=self.wave_open,
            idle=clock.idle if self.idle is None else self.idle,
        )


class Abandon(Command):
    """Nobody is there any more: rounds in play go to their end, then it ends as it stands."""

    def on(self, clock: Clock) -> Clock:
        return replace(clock, abandoned=True)


class SetPace(Command):
    """Wait for each other or not. With `wave_open`, rounds in play are the first such round."""

    together: bool
    wave_open: bool

    def on(self, clock: Clock) -> Clock:
        return replace(clock, together=self.together, wave_open=self.wave_open)


class RaiseLevel(Command):
    """The next level, with no round dealt yet; its time runs from `started_ms` on."""

    level: int
    pcr: int
    started_ms: int

    def on(self, clock: Clock) -> Clock:
        return replace(clock, level=self.level, level_started_ms=self.started_ms, level_micro=0)


class CloseEntries(Command):
    def on(self, clock: Clock) -> Clock:
        return replace(clock, entries_open=False)


class StartBreak(Command):
    until_ms: int

    def on(self, clock: Clock) -> Clock:
        return replace(clock, phase=Phase.BREAK, break_until_ms=self.until_ms)


class EndBreak(Command):
    def on(self, clock: Clock) -> Clock:
        return replace(clock, phase=Phase.RUNNING, level_started_ms=clock.now_ms)


class Rank(Command):
    entry: int
    rank: int


class PayPrize(Command):
    entry: int
    rank: int
    chips: int
    ticket: bool


class MoveRank(Command):
    """Another rank at the end, because somebody was disqualified."""

    entry: int
    rank: int


class RaisePrize(Command):
    """What the better rank is worth more."""

    entry: int
    chips: int


class Finish(Command):
    def on(self, clock: Clock) -> Clock:
        return replace(clock, phase=Phase.FINISHED, entries_open=False)


class Enter(Command):
    """A new entry buys its stack; it will be seated if play has begun."""

    player: int
    chips: int
    fee_chips: int
    late: bool
    # The player's own part of the chance that decides the lots; it counts before the start.
    seed: str = ""
    team: str = ""
    checked_in: bool = False

    def counted(self, field: Field) -> Field:
        here = int(self.checked_in)
        return field.plus(entries=1, buy_ins=1, unseated=1, checked_in=here)


class CheckIn(Command):
    """Somebody who has entered is here; or is not, where that `is_taken_back`."""

    entry: int
    is_taken_back: bool = False

    def counted(self, field: Field) -> Field:
        return field.plus(checked_in=-1 if self.is_taken_back else 1)


class Withdraw(GiveBack):
    """Before the start everything goes back; `was_here`: who had checked in."""

    was_here: bool = False

    def counted(self, field: Field) -> Field:
        here = int(self.was_here)
        return field.plus(entries=-1, buy_ins=-1, unseated=-1, checked_in=-here)


class ReEnter(Purchase):
    """A player who is out buys a new stack and waits for a seat."""

    def counted(self, field: Field) -> Field:
        return field.plus(buy_ins=1, unseated=1, fallen=-1)


class Buy(Purchase):
    """A player who is in buys chips, for use from the next round on."""

    heads: int
    is_add_on: bool

    def counted(self, field: Field) -> Field:
        return field.plus(add_ons=1) if self.is_add_on else field.plus(buy_ins=1)


class Pause(Command):
    def on(self, clock: Clock) -> Clock:
        return replace(clock, paused_at_ms=clock.now_ms)


class Resume(Command):
    def on(self, clock: Clock) -> Clock:
        paused_ms = clock.now_ms - (clock.paused_at_ms or clock.now_ms)
        return replace(
            clock,
            paused_at_ms=None,
            level_started_ms=clock.level_started_ms + paused_ms,
            break_until_ms=clock.break_until_ms + paused_ms,
            starts_at_ms=clock.start_after(paused_ms),
        )


class Refund(GiveBack):
    """Real chips back to an entry of a cancelled tournament, the fee among them if it was full."""


class Cancel(Command):
    def on(self, clock: Clock) -> Clock:
        return replace(clock, phase=Phase.CANCELLED, entries_open=False)


class OpenStage(Command):
    """The next stage of pairings: who meets whom, and who sits out.

    Seat 0 deals first, unless the deal passes on from table `after` of the stage before. A tie is
    broken in one round, whatever the matches of the tournament are.
    """

    stage: int
    first_table: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    reasons: tuple[Reason, ...]
    after: int | None = None
    breaks_ties: bool = False

    def on(self, clock: Clock) -> Clock:
        return replace(clock, stage=self.stage)

    def counted(self, field: Field) -> Field:
        opened = field.tables_opened + len(self.tables)
        seated = sum(map(len, self.tables))
        return replace(field, tables_opened=opened, seated=seated, unseated=len(self.byes))


class Score(Command):
    """What an entry's table, or its bye, is worth in a tournament of pairings; `seat` was its."""

    entry: int
    stage: int
    points: int
    score: int
    met: tuple[int, ...]
    bye: bool
    lost: bool
    seat: int = RESTED

    def counted(self, field: Field) -> Field:
        return field.plus(eliminations=1) if self.lost else field


class CloseStage(Command):
    """All tables of the stage are scored and closed."""

    stage: int

    def counted(self, field: Field) -> Field:
        return replace(field, seated=0, finished=0)
