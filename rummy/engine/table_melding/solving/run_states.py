"""What the runs of one suit may look like while they grow from low to high, and how they go on.

Only runs in normal form are grown: a joker lies inside a run, or makes three of two neighbours.
Any other joker in a run could as well be added when everything else lies; how many more jokers a
run has place for is its `room` (GER-5: one joker in three cards, two in more).
"""

from enum import IntEnum
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple


class Grown(IntEnum):
    """A run as far as its highest card yet."""

    ONE = 1  # a card
    TWO = 2  # two neighbours
    WHOLE = 3  # three or more, no joker
    GAP = 4  # ends in its only joker: goes on
    LAST_GAP = 5  # ends in its second joker: goes on
    WITH_ONE = 6  # a joker inside, ends in a card
    WITH_TWO = 7  # two jokers inside, ends in a card


Runs = tuple[int, ...]  # the growing runs of a suit, sorted

_BY_CARD: Final = {
    Grown.ONE: Grown.TWO, Grown.TWO: Grown.WHOLE, Grown.WHOLE: Grown.WHOLE,
    Grown.GAP: Grown.WITH_ONE, Grown.LAST_GAP: Grown.WITH_TWO,
    Grown.WITH_ONE: Grown.WITH_ONE, Grown.WITH_TWO: Grown.WITH_TWO,
}  # fmt: skip
_BY_JOKER: Final = {
    Grown.ONE: Grown.GAP, Grown.TWO: Grown.GAP, Grown.WHOLE: Grown.GAP,
    Grown.GAP: Grown.LAST_GAP, Grown.WITH_ONE: Grown.LAST_GAP,
}  # fmt: skip
END_JOKERS: Final = {Grown.TWO: 1, Grown.WHOLE: 0, Grown.WITH_ONE: 0, Grown.WITH_TWO: 0}
END_ROOM: Final = {Grown.TWO: 1, Grown.WHOLE: 2, Grown.WITH_ONE: 1, Grown.WITH_TWO: 0}
_UNFINISHED = (Grown.ONE, Grown.TWO, Grown.GAP, Grown.LAST_GAP)

# What a growing run can do at least as well as another, absent ones (0) included.
_NO_WORSE: Final = {
    0: {0}, 1: {1}, 2: {1, 2, 4, 5}, 3: {0, 1, 2, 3, 4, 5, 6, 7},
    4: {4, 5}, 5: {5}, 6: {0, 4, 5, 6, 7}, 7: {0, 5, 7},
}  # fmt: skip

NEVER: Final = 10**6  # more jokers, or points, than there are
CARD, JOKER, END = "card", "joker", "end"


class Step(NamedTuple):
    """One rank further: what becomes of each growing run, and what that takes.

    New runs begin with the cards that no growing run takes. `jokers` includes the one that an
    ending pair of neighbours needs; `room` is that of the runs that end.
    """

    moves: tuple[str, ...]
    after: Runs
    jokers: int
    room: int


@cache
def steps(runs: Runs, cards: int, *, all_ways: bool) -> tuple[Step, ...]:
    """The ways to go on with so many natural cards of the next rank.

    Without `all_ways` only those that matter while jokers are scarce, never their room: a run that
    could go on is not ended for a new one, and no way is worse than another for all that follows.
    """
    found: dict[tuple[Runs, int, int], Step] = {}
    for step in _grow(runs, cards):
        key = step.after, step.jokers, step.room if all_ways else 0
        if all_ways or not _breaks_off(runs, step):
            found.setdefault(key, step)
    kept = list(found.values())
    if all_ways:
        return tuple(kept)
    return tuple(step for step in kept if not any(_beats(other, step) for other in kept))


@cache
def jokers_ahead(runs: Runs, cards: int) -> int:
    """At least so many jokers are taken at the next rank, where so many natural cards may lie.

    A run that ends in its second joker wants a card; any other that is no meld yet, or ends in a
    joker, wants a card or a joker.
    """
    if runs.count(Grown.LAST_GAP) > cards:
        return NEVER
    return max(0, sum(run in _UNFINISHED for run in runs) - cards)


def _grow(runs: Runs, cards: int) -> list[Step]:
    """Every way to go on."""
    found = [Step((), (), 0, 0)]
    for run in map(Grown, runs):
        longer = []
        for moves, after, jokers, room in found:
            if moves.count(CARD) < cards:
                longer.append(Step((*moves, CARD), (*after, _BY_CARD[run]), jokers, room))
            if run in _BY_JOKER:
                longer.append(Step((*moves, JOKER), (*after, _BY_JOKER[run]), jokers + 1, room))
            if run in END_JOKERS:
                ended = jokers + END_JOKERS[run], room + END_ROOM[run]
                longer.append(Step((*moves, END), after, *ended))
        found = longer
    return [
        step._replace(
            after=tuple(
                sorted(map(int, (*step.after, *[Grown.ONE] * (cards - step.moves.count(CARD)))))
            )
        )
        for step in found
    ]


def _breaks_off(runs: Runs, step: Step) -> bool:
    """Whether a run without jokers ends although a new one begins, which could continue it."""
    begins = len(step.after) > len(step.moves) - step.moves.count(END)
    return begins and any(
        move == END and run in (Grown.TWO, Grown.WHOLE)
        for run, move in zip(runs, step.moves, strict=True)
    )


def _beats(one: Step, other: Step) -> bool:
    return one is not other and one.jokers <= other.jokers and no_worse(one.after, other.after)


@cache
def no_worse(one: Runs, other: Runs) -> bool:
    """Whether growing runs can do all that others can, each of them paired off with one."""
    size = max(len(one), len(other))
    wanted = (*other, *[0] * (size - len(other)))
    return any(
        all(need in _NO_WORSE[have] for have, need in zip(order, wanted, strict=True))
        for order in permutations((*one, *[0] * (size - len(one))))
    )
