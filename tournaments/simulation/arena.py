"""A tournament in memory: loads snapshots and carries commands out, as the services do with rows.

It keeps the same indices as the tables of the database: tables by size, resting tables by size,
rounds that wait to be settled, players without a seat. So a step costs the same in any field.
Whatever must never happen raises `AssertionError` here: a player seated twice, a chip lost.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rummy.settlement import SeatScore
from tournaments import director
from tournaments.director.plan import Plan
from tournaments.director.snapshot import (
    Clock,
    Field,
    Phase,
    Placed,
    Reach,
    Record,
    RoundResult,
    Sitting,
    Snapshot,
    Standing,
    TableAtHand,
    TableScore,
    Unranked,
)


@dataclass(slots=True)
class Entrant:
    """An entry and everything it bought. `seat` is (table, seat) while it has one."""

    entry: int
    number: int
    player: int
    stack: int
    is_in: bool = True
    seat: tuple[int, int] | None = None
    moves: int = 0
    absent_rounds: int = 0
    heads: int = 1
    returns: int = 0
    rebuys: int = 0
    has_add_on: bool = False
    paid_chips: int = 0
    fee_chips: int = 0
    wave: int = 0
    out_chips: int = 0
    rank: int | None = None
    won_chips: int = 0
    withdrawn: bool = False
    disqualified: bool = False
    points: int = 0
    score: int = 0
    met: tuple[int, ...] = ()
    byes: int = 0
    team: str = ""
    lost_stage: int | None = None
    places: tuple[int, ...] = ()
    gained: tuple[int, ...] = ()


@dataclass(slots=True)
class Place:
    """A table: who sits there, and the round on it."""

    number: int
    entries: list[int] = field(default_factory=list)
    resting: bool = True
    held: bool = False
    paused: bool = False
    rounds: int = 0
    pcr: int = 0
    dealt: tuple[int, ...] = ()
    stacks: tuple[int, ...] = ()
    result: RoundResult | None = None
    score: TableScore | None = None
    view: TableAtHand | None = None

    @property
    def quiet(self) -> bool:
        """No round is on: the table rests, or a director has paused it and its round is over."""
        return self.resting or (self.paused and not self.dealt)

    @property
    def dealer(self) -> int:
        """Who takes an odd chip last: rounds without cards are dealt by everybody in turn."""
        return self.rounds % max(1, len(self.dealt))


class Arena:
    """The state, its indices and the books."""

    def __init__(self, plan: Plan, *, starts_at_ms: int = 0, now_ms: int = 0) -> None:
        director.check(plan)
        self.plan = plan
        self.clock = Clock(now_ms=now_ms, starts_at_ms=starts_at_ms)
        self.entrants: dict[int, Entrant] = {}
        self.tables: dict[int, Place] = {}
        self.by_size: dict[int, dict[int, None]] = {}
        self.resting: dict[int, dict[int, None]] = {}
        self.finished: dict[int, None] = {}
        self.unseated: dict[int, None] = {}
        self.fallen: dict[int, None] = {}
        self.counted = Field()
        self.issued_chips = self.forfeited_chips = 0
        self.paid_in = self.paid_out = self.fees = self.bounty_bank = self.house_added = 0
        self.dealt: list[int] = []

    # --- what the director sees --------------------------------------------------------------

    @property
    def field(self) -> Field:
        sizes = tuple(
            (size, len(tables), len(self.resting.get(size, ())))
            for size, tables in self.by_size.items()
            if tables
        )
        return replace(self.counted, finished=len(self.finished), sizes=sizes)

    def snapshot(self, reach: Reach | None = None) -> Snapshot:
        """What a step needs to see, as far as it asks."""
        field = self.field
        reach = reach or director.reach(self.plan, self.clock, field)
        return Snapshot(
            plan=self.plan,
            clock=self.clock,
            field=field,
            finished=self._at_hand(self.finished, reach.settling),
            short=self._by_size(self.by_size, reach.window, tallest=False),
            tall=self._by_size(self.resting, reach.window, tallest=True),
            unseated=tuple(self._first(self.unseated, reach.window)),
            unranked=self._unranked(reach.unranked, reach.best),
            staying=tuple(one.entry for one in self.entrants.values() if one.is_in)
            if reach.staying
            else (),
            records=self._records() if reach.records else (),
            stage_results=tuple(place.score for place in self.tables.values() if place.score)
            if reach.records
            else (),
            placed=self._placed() if reach.placed else (),
            nobody_there=reach.presence and not self._anybody_there(),
        )

    def _anybody_there(self) -> bool:
        return any(
            one.absent_rounds < self.plan.absent_rounds
            for one in self.entrants.values()
            if one.is_in and one.lost_stage is None
        )

    def _first(self, numbers: Iterable[int], most: int) -> list[int]:
        return [number for number, _ in zip(numbers, range(most), strict=False)]

    def _at_hand(self, numbers: Iterable[int], most: int) -> tuple[TableAtHand, ...]:
        return tuple(self._view(number) for number in self._first(numbers, most))

    def _by_size(
        self, index: dict[int, dict[int, None]], most: int, *, tallest: bool
    ) -> tuple[TableAtHand, ...]:
        found: list[TableAtHand] = []
        for size in sorted(index, reverse=tallest):
            found += self._at_hand(index[size], most - len(found))
        return tuple(found)

    def _view(self, number: int) -> TableAtHand:
        place = self.tables[number]
        if place.view is None:
            place.view = TableAtHand(
                number,
                tuple(
                    Sitting(
                        *(one.entry, one.seat[1] if one.seat else 0),
                        *(one.stack, one.moves, one.absent_rounds, one.heads),
                    )
                    for one in map(self.entrants.__getitem__, place.entries)
                ),
                place.resting,
                place.held,
                place.result,
            )
        return place.view

    def _unranked(self, which: Unranked, best: int = 0) -> tuple[Standing, ...]:
        if which is Unranked.NONE:
            return ()
        if which is Unranked.OUT:
            return tuple(self._standing(self.entrants[entry]) for entry in self.fallen)
        found = [
            self._standing(one)
            for one in self.entrants.values()
            if one.rank is None and not one.withdrawn
        ]
        if which is Unranked.STAYING:
            found = sorted((one for one in found if one.is_in), key=lambda one: -one.chips)
            found = [one for one in found if one.chips >= found[:best][-1].chips]
        return tuple(found)

    def _standing(self, one: Entrant) -> Standing:
        return Standing(
            entry=one.entry,
            number=one.number,
            chips=one.stack if one.is_in else one.out_chips,
            wave=one.wave,
            is_in=one.is_in,
            heads=one.heads,
            paid_chips=one.paid_chips,
            fee_chips=one.fee_chips,
        )

    def _placed(self) -> tuple[Placed, ...]:
        ranked = [one for one in self.entrants.values() if one.rank is not None]
        barred = [one.rank or 0 for one in ranked if one.disqualified]
        best = min(barred, default=len(self.entrants) + 1)
        return tuple(
            Placed(one.entry, one.number, one.rank)
            for one in ranked
            if one.rank is not None and one.rank >= best
        )

    def _records(self) -> tuple[Record, ...]:
        return tuple(
            Record(
                entry=one.entry,
                number=one.number,
                points=one.points,
                score=one.score,
                met=one.met,
                byes=one.byes,
                team=one.team,
                lost_stage=one.lost_stage,
                withdrawn=not one.is_in,
                places=one.places,
                gained=one.gained,
            )
            for one in self.entrants.values()
            if not one.withdrawn
        )

    # --- what happens ------------------------------------------------------------------------

    def pass_time(self, now_ms: int) -> None:
        if now_ms < self.clock.now_ms:
            raise AssertionError("time runs backwards")
        self.clock = replace(self.clock, now_ms=now_ms)

    def finish_round(
        self, table: int, scores: Mapping[int, SeatScore], *, absent: Iterable[int] = ()
    ) -> None:
        """All scores of the round at `table` are known; `absent` did not play themselves."""
        place = self.tables[table]
        if place.resting or place.result is not None:
            raise AssertionError(f"no round is in play at table {table}")
        self._note_absent(place, absent)
        place.result = RoundResult(
            number=place.rounds,
            pcr=place.pcr,
            dealer=place.dealer,
            entries=place.dealt,
            stacks_chips=place.stacks,
            scores=tuple(scores[entry] for entry in place.dealt),
        )
        place.view = None
        self.finished[table] = None

    def _note_absent(self, place: Place, absent: Iterable[int]) -> None:
        gone = set(absent)
        for entry in place.dealt:
            one = self.entrants[entry]
            one.absent_rounds = one.absent_rounds + 1 if entry in gone else 0

    def finish_match(
        self, table: int, scores: Mapping[int, int | SeatScore], *, absent: Iterable[int] = ()
    ) -> None:
        """The match of a stage at `table` is over; who was taken out may have no score."""
        place = self.tables[table]
        self._note_absent(place, absent)
        given = {
            entry: SeatScore(score) if isinstance(score, int) else score
            for entry, score in scores.items()
        }
        sums = {entry: SeatScore(0) for entry in place.dealt if not self.entrants[entry].is_in}
        sums |= given
        place.score = TableScore(table, place.dealt, tuple(sums[entry] for entry in place.dealt))
        self.finished[table] = None

    # --- the room ----------------------------------------------------------------------------

    def add_table(self, number: int) -> Place:
        if number in self.tables:
            raise AssertionError(f"table {number} is open already")
        place = self.tables[number] = Place(number)
        self.index(place)
        return place

    def drop_table(self, number: int) -> None:
        place = self.tables[number]
        self.unindex(place)
        del self.tables[number]
        self.finished.pop(number, None)

    def index(self, place: Place) -> None:
        place.view = None
        size = len(place.entries)
        self.by_size.setdefault(size, {})[place.number] = None
        if place.resting:
            self.resting.setdefault(size, {})[place.number] = None

    def unindex(self, place: Place) -> None:
        _take_out(self.by_size, place)
        if place.resting:
            _take_out(self.resting, place)

    def set_resting(self, place: Place, *, resting: bool) -> None:
        """Cards come onto a table or go; its size stays, and its place among the sizes too."""
        place.view, place.resting = None, resting
        if resting:
            self.resting.setdefault(len(place.entries), {})[place.number] = None
        else:
            _take_out(self.resting, place)

    def sit(self, entry: int, table: int, seat: int) -> None:
        one, place = self.entrants[entry], self.tables[table]
        taken = {self.entrants[other].seat for other in place.entries}
        if one.seat is not None or (table, seat) in taken or not 0 <= seat < self.plan.seats:
            raise AssertionError(f"entry {entry} cannot sit at {table}/{seat}")
        self.unindex(place)
        place.entries.append(entry)
        one.seat = (table, seat)
        self.index(place)

    def rise(self, entry: int) -> int:
        """Leave the seat; the table's number."""
        one = self.entrants[entry]
        if one.seat is None:
            raise AssertionError(f"entry {entry} has no seat")
        place = self.tables[one.seat[0]]
        self.unindex(place)
        place.entries.remove(entry)
        one.seat = None
        self.index(place)
        return place.number

    # --- proofs ------------------------------------------------------------------------------

    @property
    def stacks_chips(self) -> int:
        return sum(one.stack for one in self.entrants.values() if one.is_in)

    @property
    def phase(self) -> Phase:
        return self.clock.phase


def _take_out(index: dict[int, dict[int, None]], place: Place) -> None:
    size = len(place.entries)
    index[size].pop(place.number)
    if not index[size]:
        del index[size]
