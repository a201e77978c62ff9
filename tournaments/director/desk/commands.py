"""What a human director orders beyond the ordinary commands; the books stay whole with each."""

from dataclasses import replace

from tournaments.director.bases import Command, OfTable
from tournaments.director.snapshot import Clock, Debt, Field


def _without_debt(clock: Clock, penalty: int | None) -> Clock:
    return replace(clock, owed=tuple(debt for debt in clock.owed if debt.penalty != penalty))


def _not_later(clock: Clock, entry: int) -> Clock:
    later = tuple(waits for waits in clock.out_later if waits[0] != entry)
    return replace(clock, out_later=later)


class PauseTable(OfTable):
    """After the round in play the table deals no more, and nobody is moved away from it."""


class ResumeTable(OfTable):
    pass


class Announce(Command):
    """Something is said to everybody; nothing changes by it."""


class StartNow(Command):
    """The hour of the start has come, whatever was planned."""

    def on(self, clock: Clock) -> Clock:
        return replace(clock, starts_at_ms=clock.now_ms, start_ordered=True)


class Extend(Command):
    """The hour that comes next is so much later; `micro` counts rounds back, in millionths."""

    ms: int
    micro: int

    def on(self, clock: Clock) -> Clock:
        return replace(
            clock,
            starts_at_ms=clock.start_after(self.ms),
            level_started_ms=clock.level_started_ms + self.ms,
            break_until_ms=clock.break_until_ms + self.ms,
            level_micro=clock.level_micro - self.micro,
        )


class GiveTime(Command):
    """Whoever is on turn at the table gets more time."""

    table: int
    ms: int


class Substitute(Command):
    """Another player takes over the entry with its seat and its stack."""

    entry: int
    player: int


class Forfeit(Command):
    """Chips leave a stack and stay in the books as forfeited; negative: they come back.

    With `penalty` they are what that one could take of what it was owed.
    """

    entry: int
    chips: int
    penalty: int | None = None

    def on(self, clock: Clock) -> Clock:
        return _without_debt(clock, self.penalty)


class Owe(Command):
    """Chips that leave the stack once the round in play is settled; negative: they do not."""

    entry: int
    chips: int
    penalty: int

    def on(self, clock: Clock) -> Clock:
        if self.chips < 0:
            return _without_debt(clock, self.penalty)
        return replace(clock, owed=(*clock.owed, Debt(self.entry, self.chips, self.penalty)))


class LeaveLater(Command):
    """The player goes once the round in play is settled."""

    entry: int

    def on(self, clock: Clock) -> Clock:
        return replace(clock, leaving=(*clock.leaving, self.entry))


class Deduct(Command):
    """Points less where there are no stacks; negative: they come back.

    `points` count tables; `score` is what the cards gave, where the total decides (PLAY-12).
    """

    entry: int
    points: int
    score: int = 0


class HandOver(Command):
    """Chips from one stack to another."""

    from_entry: int
    to_entry: int
    chips: int


class Disqualify(Command):
    """This entry takes no prize and is last at the end; `is_lifted` takes that back."""

    entry: int
    is_lifted: bool = False

    def on(self, clock: Clock) -> Clock:
        others = tuple(entry for entry in clock.disqualified if entry != self.entry)
        barred = others if self.is_lifted else (*others, self.entry)
        return replace(_not_later(clock, self.entry), disqualified=barred)


class OutLater(Command):
    """Once the round in play is settled: disqualify or remove, whichever `order`; "" for none."""

    entry: int
    order: str = ""

    def on(self, clock: Clock) -> Clock:
        without = _not_later(clock, self.entry)
        if not self.order:
            return without
        return replace(clock, out_later=(*without.out_later, (self.entry, self.order)))


class NameTeam(Command):
    """The team of this entry is spelled so, for all of its members."""

    entry: int
    team: str


class KeepApart(Command):
    """Two entries are not paired while anybody else is free; `is_lifted` takes that back."""

    entry: int
    other: int
    is_lifted: bool = False

    def on(self, clock: Clock) -> Clock:
        pair = (min(self.entry, self.other), max(self.entry, self.other))
        others = tuple(two for two in clock.requests.apart if two != pair)
        apart = others if self.is_lifted else (*others, pair)
        return replace(clock, requests=replace(clock.requests, apart=apart))


class PairByHand(Command):
    """Entries meet at one table of a stage that is yet to be paired; `is_lifted` takes it back."""

    entries: tuple[int, ...]
    stage: int
    is_lifted: bool = False

    def on(self, clock: Clock) -> Clock:
        asked = (self.stage, *self.entries)
        others = tuple(one for one in clock.requests.by_hand if one != asked)
        by_hand = others if self.is_lifted else (*others, asked)
        return replace(clock, requests=replace(clock.requests, by_hand=by_hand))


class Rest(Command):
    """An entry sits a stage out that has not been paired; `is_lifted` takes that back."""

    entry: int
    stage: int
    is_lifted: bool = False

    def on(self, clock: Clock) -> Clock:
        asked = (self.stage, self.entry)
        others = tuple(one for one in clock.requests.resting if one != asked)
        resting = others if self.is_lifted else (*others, asked)
        return replace(clock, requests=replace(clock.requests, resting=resting))


class Concede(Command):
    """Who was taken out of a tournament of stages gives up the match at this table.

    Where no more than one is left there, it is over.
    """

    entry: int
    table: int


class Reinstate(Command):
    """A player who left is in again and waits for a seat.

    `chips` of what was forfeited and `heads` that nobody had claimed come back with them.
    """

    entry: int
    chips: int
    heads: int
    was_ranked: bool

    def counted(self, field: Field) -> Field:
        back = field.plus(eliminations=-1, unseated=1, unclaimed_heads=-self.heads)
        return back if self.was_ranked else back.plus(fallen=-1)


class VoidRound(Command):
    """A settlement is taken back: `changes_chips` belong to `entries` and sum to zero."""

    table: int
    round_number: int
    entries: tuple[int, ...]
    changes_chips: tuple[int, ...]


class ReportRound(Command):
    """What a round at a real table came to, `points` by seat; `absent` were not there."""

    table: int
    round_number: int
    points: tuple[int, ...]
    absent: tuple[int, ...] = ()


class TakeReportBack(Command):
    """A result that has not been settled is open again: the table's players enter it anew."""

    table: int
    round_number: int


class CorrectResult(Command):
    """What a round came to was something else. In chips `changes_chips` make up the difference.

    They belong to `entries` and sum to zero; `right_chips` are what the round is worth with them.
    """

    table: int
    round_number: int
    points: tuple[int, ...]
    entries: tuple[int, ...]
    changes_chips: tuple[int, ...]
    right_chips: tuple[int, ...]


class Rescore(Command):
    """What a table of a stage that is over was worth more: points, and what the cards gave."""

    entry: int
    stage: int
    points: int
    score: int
