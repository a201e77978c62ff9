"""The best a hand can lay in one turn: new melds, lay-offs and exchanged jokers together.

Depth first over the lowest card still at hand: it goes with one of the ways that hold it, those
that gain most first, or stays. Of what was done before only what is left matters, so every position
is judged once; rank by rank, because then few are left different.

The steps are counted. While they last the best is found exactly; a search cut short gives the best
that it has come upon, which is a turn that can be played, or nothing though there may be something.
No turn lays a joker to exchange it at once, though the place would score twice (R500-7).
"""

from functools import lru_cache
from typing import Final, NamedTuple

from rummy.engine.budget import TURN_STEPS, Budget
from rummy.engine.cards import FIRST_JOKER
from rummy.engine.table_melding.forms import Figure, MeldRules

from .ways import NEW, Exchanges, Way, faces_of, most_freed, new_melds, onto

NEVER: Final = -(10**9)
_SPOT: Final = tuple(face % 13 * 4 + face // 13 for face in range(52))  # rank by rank
_OF_SUIT: Final = tuple(
    sum(1 << 4 * rank for rank in range(13) if held >> rank & 1) for held in range(8192)
)


class Aim(NamedTuple):
    """What is best: a point laid counts `point`, a card left in the hand costs by its rank."""

    point: int
    ranks: tuple[int, ...]
    joker: int


ANY: Final = Aim(0, (0,) * 13, 0)  # one turn is as good as another: is there any?


class Task(NamedTuple):
    """A hand and what it may do.

    `table` are the melds it may lay off on, by their numbers there. `minimum` points must come from
    new melds (GER-8). `freed` is a mask of jokers already taken from the table, which must lie in
    new melds like those taken yet if `freed_must_meld` (GER-9). `must` is a card that has to be
    laid, or None. With `keeps_card` one card stays for the discard, which is not `taken` (GER-7,
    GER-14).
    """

    hand: int
    rules: MeldRules
    table: tuple[Figure, ...] = ()
    minimum: int = 0
    exchanges: Exchanges = Exchanges()
    freed: int = 0
    freed_must_meld: bool = True
    must: int | None = None
    keeps_card: bool = True
    taken: int | None = None


class Found(NamedTuple):
    """The best ways, in no order, and what they score: points laid less what stays."""

    ways: tuple[Way, ...]
    score: int


class Answer(NamedTuple):
    """What was found, None for nothing; the steps it took, and whether it was cut short by them."""

    found: Found | None
    steps: int
    cut_short: bool


def best_turn(task: Task, aim: Aim, steps: Budget | None = None) -> Found | None:
    """The best for this aim; None when not even laying nothing is allowed, or no turn was found
    before the steps were over. With `steps` it takes of them, and no more than they are: all that
    it may where it does not come to know, which its caller tells by that.
    """
    if steps is None:
        return searched(task, aim, TURN_STEPS).found
    most = max(0, min(steps.left, TURN_STEPS))
    answer = searched(task, aim, most)
    steps.spend(most if answer.cut_short and answer.found is None else answer.steps)
    return answer.found


@lru_cache(maxsize=2048)
def searched(task: Task, aim: Aim, most: int) -> Answer:
    """The answer within so many steps; whether it was remembered makes no difference to it."""
    search = _Search(task, aim, most)
    return Answer(search.found(), most - max(0, search.steps.left), search.cut_short)


class _Entry(NamedTuple):
    """A way with what it gains and the spots of its natural cards."""

    gain: int
    spots: int
    way: Way


class _Position(NamedTuple):
    """What is left: spots at hand, those at hand twice, jokers (below zero while still owed by an
    exchange), jokers that new melds still owe, melds of the table used, points still to be laid,
    whether a card for the discard stays, whether the card that must go has gone."""

    spots: int
    twice: int
    jokers: int
    owed: int
    used: int
    needed: int
    kept: bool
    done: bool


class _Search:
    def __init__(self, task: Task, aim: Aim, most: int) -> None:
        self.task, self.aim = task, aim
        self.steps = Budget(most)
        self.cut_short = most <= 0
        self.faces, self.twice = faces_of(task.hand)
        self.jokers = ((task.hand | task.freed) >> FIRST_JOKER).bit_count()
        self.owed = task.freed.bit_count() if task.freed_must_meld else 0
        self.must = -1 if task.must is None or task.must >= FIRST_JOKER else _SPOT[task.must % 52]
        self.taken = -1
        # A card taken and laid already binds nothing, least of all its twin in the hand.
        if task.taken is not None and task.taken < FIRST_JOKER and task.hand >> task.taken & 1:
            once = not self.twice >> task.taken % 52 & 1
            self.taken = _SPOT[task.taken % 52] if once else -1
        self.taken_bit = 0 if self.taken < 0 else 1 << self.taken
        self.any_will_do = aim == ANY
        self.may_free = 0
        self.by_spot: list[list[_Entry]] = [[] for _ in range(52)]
        self.wild: list[tuple[int, Way]] = []
        self.wild_melds = 0
        self.waiting: list[tuple[int, int]] = [(0, 0)] * 53
        self.list_ways()
        self.known: dict[_Position, tuple[int, _Entry | None]] = {}
        self.known_wild: dict[tuple[int, int], tuple[int, tuple[Way, ...]]] = {}

    def list_ways(self) -> None:
        """All ways by their lowest spot, each with its gain; those of jokers alone apart."""
        task = self.task
        if task.exchanges.allowed:
            self.may_free = sum(
                most_freed(figure, self.faces, task.exchanges) for figure in task.table
            )
        most, half = self.jokers + self.may_free, self.steps.left // 2
        listing = Budget(half)
        listed = list(new_melds(self.faces, most, task.rules, listing))
        for number, figure in enumerate(task.table):
            listed += onto(number, figure, self.faces, most, task.rules, task.exchanges, listing)
        self.cut_short = self.cut_short or listing.over
        self.steps.spend(half - max(0, listing.left))
        for way in listed:
            gain, spots = self.gain(way), _spots(way.faces)
            if not spots:
                self.wild.append((gain, way))
            elif gain > 0 or self.serves(way, spots):
                low = (spots & -spots).bit_length() - 1
                self.by_spot[low].append(_Entry(gain, spots, way))
        self.wild.sort(key=lambda entry: -entry[0])
        for entries in self.by_spot:
            entries.sort(key=lambda entry: (-entry.gain, -entry.way.points))
        self.note_what_matters()

    def note_what_matters(self) -> None:
        """From each spot on: melds of the table that still have ways, jokers still to be freed."""
        melds = freed = 0
        for spot in reversed(range(52)):
            for _, _, way in self.by_spot[spot]:
                melds |= 1 << way.meld if way.meld != NEW else 0
                freed |= 1 << way.meld if way.freed else 0
            self.waiting[spot] = melds, freed
        for _, way in self.wild:
            self.wild_melds |= 1 << way.meld

    def gain(self, way: Way) -> int:
        """The points it lays and the cost it saves; a joker freed is a joker more at hand."""
        if self.any_will_do:
            return 0
        cost = sum(self.aim.ranks[face % 13] for face in _faces(way.faces))
        return self.aim.point * way.points + cost + self.aim.joker * (way.jokers - way.freed)

    def serves(self, way: Way, spots: int) -> bool:
        """Whether what gains nothing may be needed for something that does, or is demanded."""
        if way.freed or (self.must >= 0 and spots >> self.must & 1):
            return True
        return way.meld == NEW and (self.task.minimum > 0 or way.jokers > 0)

    def found(self) -> Found | None:
        task = self.task
        start = _Position(
            _spots(self.faces), _spots(self.twice), self.jokers, self.owed, 0, task.minimum,
            not task.keeps_card, self.must < 0,
        )  # fmt: skip
        score = self.best(start)
        if score <= NEVER // 2:
            return None
        cost = sum(self.aim.ranks[face % 13] for face in _faces(self.faces))
        cost += sum(self.aim.ranks[face % 13] for face in _faces(self.twice))
        return Found(self.chosen(start), score - cost - self.aim.joker * self.jokers)

    def chosen(self, position: _Position) -> tuple[Way, ...]:
        """The ways that lead to the best, followed from the start."""
        ways: list[Way] = []
        while position.spots:
            _, entry = self.known.get(position, (0, None))  # where any turn will do, the rest stays
            if entry is not None:
                ways.append(entry.way)
            position = self.after(position, entry)
        return (*ways, *self.with_jokers(position)[1])

    def best(self, position: _Position) -> int:
        """The most that can still be gained; the most come upon when the steps are over."""
        if not position.spots:
            return self.with_jokers(position)[0]
        if self.any_will_do and self.may_end(position):
            return 0
        known = self.known.get(position)
        if known is not None:
            return known[0]
        low = (position.spots & -position.spots).bit_length() - 1
        may_stay = position.done or low != self.must or bool(position.twice >> low & 1)
        score, choice, looked = NEVER, None, False
        for entry in self.by_spot[low]:
            if self.is_enough(score, looked):
                break
            self.steps.spend()
            if self.fits(position, entry):
                looked = True
                found = entry.gain + self.best(self.after(position, entry))
                if found > score:
                    score, choice = found, entry
        if may_stay and not self.is_enough(score, looked):
            self.steps.spend()
            stays = self.best(self.after(position, None))
            if stays >= score:
                score, choice = stays, None
        self.known[position] = score, choice
        return score

    def is_enough(self, score: int, looked: bool) -> bool:
        """Whether to look no further: any turn will do, or the steps are over.

        Once they are, every position still takes the first way that fits, so that a search that
        is cut short ends with a turn in its hands.
        """
        if self.steps.over and looked:
            self.cut_short = True
            return True
        return self.any_will_do and score >= 0

    def may_end(self, position: _Position) -> bool:
        """Whether nothing is owed any more, and a card stays for the discard."""
        _, twice, jokers, owed, _, needed, kept, done = position
        free = kept or jokers > 0 or bool(twice) or bool(position.spots & ~self.taken_bit)
        return free and done and not needed and owed <= 0 and jokers >= 0

    def fits(self, position: _Position, entry: _Entry) -> bool:
        way = entry.way
        return (
            not entry.spots & ~position.spots
            and way.jokers - way.freed <= position.jokers + self.may_free
            and (way.meld == NEW or not position.used >> way.meld & 1)
        )

    def after(self, position: _Position, entry: _Entry | None) -> _Position:
        """The position when the lowest card has stayed, or gone this way."""
        spots, twice, jokers, owed, used, needed, kept, done = position
        if entry is None:
            low = spots & -spots
            if twice & low:
                twice ^= low
            else:
                spots ^= low
            kept = kept or low.bit_length() - 1 != self.taken
        else:
            _, going, way = entry
            done = done or bool(going >> self.must & 1)
            both = going & twice
            spots, twice = spots & ~(going & ~both), twice & ~both
            jokers += way.freed - way.jokers
            if way.meld == NEW:
                needed = max(0, needed - way.points)
                owed -= way.jokers if self.task.freed_must_meld else 0
            else:
                used |= 1 << way.meld
                owed += way.freed if self.task.freed_must_meld else 0
        used &= self.matters(spots, jokers)
        return _Position(spots, twice, jokers, owed, used, needed, kept, done)

    def matters(self, spots: int, jokers: int) -> int:
        """The melds of the table of which it still matters whether they were used."""
        melds, freed = self.waiting[(spots & -spots).bit_length() - 1 if spots else 52]
        return melds | self.wild_melds if jokers > 0 or freed else melds

    def with_jokers(self, position: _Position) -> tuple[int, tuple[Way, ...]]:
        """The best that the jokers left can do by themselves on the table; NEVER if all is vain."""
        if position.jokers < 0 or position.needed or not position.done or position.owed > 0:
            return NEVER, ()
        jokers = position.jokers if position.kept else position.jokers - 1
        if jokers < 0:
            return NEVER, ()
        key = position.used, jokers
        if key not in self.known_wild:
            self.known_wild[key] = self.lay_jokers(0, jokers, position.used)
        return self.known_wild[key]

    def lay_jokers(self, start: int, jokers: int, used: int) -> tuple[int, tuple[Way, ...]]:
        """The best of the ways from `start` on; they come by what they gain."""
        best: tuple[int, tuple[Way, ...]] = (0, ())
        for at in range(start, len(self.wild)):
            gain, way = self.wild[at]
            if jokers * gain <= best[0]:
                break
            if self.steps.over:
                self.cut_short = True
                break
            self.steps.spend()
            if way.jokers <= jokers and not used >> way.meld & 1:
                more, ways = self.lay_jokers(at + 1, jokers - way.jokers, used | 1 << way.meld)
                if gain + more > best[0]:
                    best = gain + more, (way, *ways)
        return best


def _faces(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _spots(faces: int) -> int:
    return sum(_OF_SUIT[faces >> 13 * suit & 8191] << suit for suit in range(4))
