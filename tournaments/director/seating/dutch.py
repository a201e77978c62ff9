"""Pairs by FIDE's Dutch system (Handbook C.04.3, in force since February 2026), for two seats.

Who deals first is what white is in chess: seat 0. The criteria are numbered as in the handbook.
All of them count something over the pairs of a stage, bracket after bracket, and an earlier one is
worth more than all later ones: so the counts of a pair make one long number, and the pairing is
the matching whose numbers sum to the least. A bye is a pair with nobody, below all brackets.

Not of FIDE's rules: pairs kept apart on request come before all else, pairs that have met, a second
bye and two who must both deal are accepted where nothing else is left, and among pairings of equal
worth the lot decides, since there are no ratings to tell the halves of a bracket.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby

from tournaments.director.snapshot import RESTED, Record

# More players than this are paired in portions from the top: a matching takes the square of them.
TOGETHER, PORTION = 96, 64
DEALS, FOLLOWS = 0, 1
DOWN, UP = -1, 1
MILD, STRONG, ABSOLUTE = 1, 2, 3

# What a pair counts: by criterion, in order of worth.
_Key = tuple[int, ...]
_APART, _C1, _C2, _C3, _C5 = ((0, place) for place in range(5))  # of the whole stage
_LAST = 1_000  # behind the numbers of all brackets


@dataclass(frozen=True)
class Dealer:
    """A player with what the criteria ask of their past."""

    record: Record
    floats: tuple[int, int]  # in the last stage and in the one before it
    bracket: int = 0
    is_topscorer: bool = False

    @cached_property
    def seats(self) -> tuple[int, ...]:
        return tuple(place for place in self.record.places if place != RESTED)

    @cached_property
    def difference(self) -> int:
        """How often they dealt more than they followed."""
        return self.seats.count(DEALS) - self.seats.count(FOLLOWS)

    @cached_property
    def strength(self) -> int:
        if abs(self.difference) > 1 or self.seats[-2:] in ((DEALS, DEALS), (FOLLOWS, FOLLOWS)):
            return ABSOLUTE
        if self.difference:
            return STRONG
        return MILD if self.seats else 0

    @cached_property
    def due(self) -> int | None:
        """The seat that is theirs by now; None before they have played."""
        if abs(self.difference) > 1 or (self.difference and self.strength < ABSOLUTE):
            return FOLLOWS if self.difference > 0 else DEALS
        return 1 - self.seats[-1] if self.seats else None

    def if_denied(self) -> tuple[bool, bool]:
        """Whether the other seat would be one of three too many (C10), or in a row (C11)."""
        if self.due is None:
            return False, False
        other = 1 - self.due
        difference = self.difference + (1 if other == DEALS else -1)
        return abs(difference) > 2, self.seats[-2:] == (other, other)


def paired(
    players: Sequence[Record],
    known: Mapping[int, Record],
    apart: Mapping[int, Collection[int]],
    *,
    is_last: bool = False,
    played: int = 0,
) -> tuple[list[tuple[int, int]], int | None]:
    """Pairs, who deals first, and who has the bye of an odd number.

    `players` come in the order of their points, equal ones in the order of their lots; `known` are
    all records, for the floats. `is_last` says that the last stage is paired, of which `played` are
    over: then who has more than half of all points may have to deal again.
    """
    if not players:
        return [], None
    scores = sorted({record.points for record in players}, reverse=True)
    bracket = {points: number for number, points in enumerate(scores)}
    dealers = [
        Dealer(
            record,
            _floats(record, known),
            bracket[record.points],
            is_last and record.points > played,
        )
        for record in players
    ]
    pairs: list[tuple[int, int]] = []
    bye = None
    for portion in _portions(dealers):
        for first, second in _matched(portion, scores, apart):
            if second is None:
                bye = first.record.entry
            else:
                pairs.append(_seated(first, second, len(pairs)))
    return pairs, bye


def _floats(record: Record, known: Mapping[int, Record]) -> tuple[int, int]:
    """Down, up or neither in the last stage and in the one before it."""
    found = []
    met = len(record.met)
    for back in (1, 2):
        if len(record.places) < back:
            found.append(0)
            continue
        gained = record.gained[-back]
        own = record.points - sum(record.gained[-back:])
        if record.places[-back] == RESTED:
            found.append(DOWN if gained else 0)
            continue
        met -= 1
        other = known[record.met[met]]
        theirs = other.points - sum(other.gained[-back:])
        found.append((own < theirs) - (own > theirs))
    return found[0], found[1]


def _portions(dealers: Sequence[Dealer]) -> Iterable[Sequence[Dealer]]:
    """Portions of an even number, from the top, each bracket's dealing and following mixed.

    Where a portion ends within a bracket, it has as many who deal as who follow: nothing is lost
    but a choice among very many.
    """
    if len(dealers) <= TOGETHER:
        return [dealers]
    ordered: list[Dealer] = []
    for _, group in groupby(dealers, key=lambda dealer: dealer.bracket):
        here = list(group)
        dealing = [dealer for dealer in here if dealer.due == DEALS]
        following = [dealer for dealer in here if dealer.due == FOLLOWS]
        alike = min(len(dealing), len(following))
        ordered += [one for two in zip(dealing, following, strict=False) for one in two]
        ordered += dealing[alike:] + following[alike:]
        ordered += [dealer for dealer in here if dealer.due is None]
    starts = range(0, len(ordered) - TOGETHER + PORTION, PORTION)
    return [ordered[start : None if start == starts[-1] else start + PORTION] for start in starts]


def _matched(
    dealers: Sequence[Dealer], scores: Sequence[int], apart: Mapping[int, Collection[int]]
) -> list[tuple[Dealer, Dealer | None]]:
    """The pairs that count least; with None the one who rests."""
    counts = {
        (one, other): _pair(dealers[one], dealers[other], scores, apart)
        for one, other in combinations(range(len(dealers)), 2)
    }
    if len(dealers) % 2 == 0:
        found = _least(counts)
    else:
        nobody = len(dealers)
        counts |= {(one, nobody): _bye(dealer, scores) for one, dealer in enumerate(dealers)}
        found = _least(counts)
        # C9 is asked only where nobody else leaves the bracket; C6, before it, tells where.
        busy = [
            _own(bracket, 9)
            for bracket in range(len(scores))
            if sum(_leaves(bracket) in counts[pair] for pair in found) > 1
        ]
        for one in range(len(dealers)):
            for key in busy:
                del counts[one, nobody][key]
        found = _least(counts) if busy else found
    everybody = (*dealers, None)
    return [(dealers[one], everybody[other]) for one, other in found]


def _least(counts: Mapping[tuple[int, int], Counter[_Key]]) -> list[tuple[int, int]]:
    """The perfect matching with the least sum, an earlier key being worth more than all later."""
    import networkx as nx

    keys = sorted({key for count in counts.values() for key in count}, reverse=True)
    most = max((max(count.values(), default=0) for count in counts.values()), default=0)
    bits = (len(counts) * most).bit_length()
    worth = {key: 1 << bits * place for place, key in enumerate(keys)}
    costs = {
        pair: sum(times * worth[key] for key, times in count.items())
        for pair, count in counts.items()
    }
    dearest = max(costs.values()) + 1
    graph = nx.Graph()
    graph.add_weighted_edges_from((*pair, dearest - cost) for pair, cost in costs.items())
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matched)


def _bye(one: Dealer, scores: Sequence[int]) -> Counter[_Key]:
    record = one.record
    count: Counter[_Key] = Counter({_C2: record.byes, _C5: record.points - scores[-1]})
    for bracket in range(one.bracket, len(scores)):
        count[_own(bracket, 9)] = record.places.count(RESTED)
    _float_down(count, one, len(scores), scores)
    return +count


def _pair(
    first: Dealer, second: Dealer, scores: Sequence[int], apart: Mapping[int, Collection[int]]
) -> Counter[_Key]:
    high, low = sorted((first, second), key=lambda dealer: dealer.bracket)
    count: Counter[_Key] = Counter()
    if second.record.entry in apart.get(first.record.entry, ()):
        count[_APART] = 1
    count[_C1] = first.record.met.count(second.record.entry)
    if first.due is not None and first.due == second.due:
        _same_seat_due(count, first, second, low.bracket)
    if high.bracket < low.bracket:
        _float_down(count, high, low.bracket, scores)
        difference = scores[low.bracket] - scores[high.bracket]
        for back in (0, 1):
            # A larger difference counts first.
            if low.floats[back] == UP:
                count[_own(low.bracket, 15 + 2 * back)] = 1
                count[_own(low.bracket, 19 + 2 * back, difference)] = 1
            if high.floats[back] == DOWN:
                count[_own(low.bracket, 18 + 2 * back, difference)] = 1
    return +count


def _same_seat_due(count: Counter[_Key], first: Dealer, second: Dealer, bracket: int) -> None:
    """One of two cannot have the seat that is due to both."""
    weaker = min(first.strength, second.strength)
    if weaker == ABSOLUTE and not (first.is_topscorer or second.is_topscorer):
        count[_C3] = 1
    if weaker == ABSOLUTE:
        too_many, in_a_row = min(first.if_denied(), second.if_denied())
        count[_own(bracket, 10)] = too_many
        count[_own(bracket, 11)] = in_a_row
    count[_own(bracket, 12)] = 1
    count[_own(bracket, 13)] = weaker >= STRONG


def _float_down(count: Counter[_Key], one: Dealer, until: int, scores: Sequence[int]) -> None:
    """Out of their own bracket, and of all between it and the one in which they are paired."""
    for bracket in range(one.bracket, until):
        count[_leaves(bracket)] = 1
        count[(*_leaves(bracket)[:2], 7, one.bracket)] = 1
        if bracket > one.bracket:
            for back in (0, 1):
                if one.floats[back] == DOWN:
                    count[_own(bracket, 18 + 2 * back, -_LAST)] = 1
    for back in (0, 1):
        if one.floats[back] == DOWN:
            count[_own(one.bracket, 14 + 2 * back)] = 1


def _leaves(bracket: int) -> _Key:
    """C6 of one bracket; by C8 before whatever else counts in the bracket above it."""
    return 1 + max(0, bracket - 1), bracket, 6


def _own(bracket: int, criterion: int, *more: int) -> _Key:
    """A criterion of one bracket's pairs."""
    return 1 + bracket, _LAST, criterion, *more


def _seated(first: Dealer, second: Dealer, board: int) -> tuple[int, int]:
    """Who of a pair deals (C.04.3, 5.2): due seats, the stronger, the past, the rank."""
    one, other = first.record.entry, second.record.entry
    if first.due is None and second.due is None:
        return (one, other) if board % 2 else (other, one)
    if first.due is None or second.due is None or first.due != second.due:
        deals = first.due == DEALS or second.due == FOLLOWS
        return (one, other) if deals else (other, one)
    ahead = (first.strength, abs(first.difference)), (second.strength, abs(second.difference))
    if first.strength < ABSOLUTE or second.strength < ABSOLUTE:
        ahead = (first.strength, 0), (second.strength, 0)
    if ahead[0] != ahead[1]:
        deals = (first.due == DEALS) == (ahead[0] > ahead[1])
        return (one, other) if deals else (other, one)
    for mine, theirs in zip(reversed(first.seats), reversed(second.seats), strict=False):
        if mine != theirs:
            return (one, other) if mine == FOLLOWS else (other, one)
    higher = first.bracket <= second.bracket
    return (one, other) if (first.due == DEALS) == higher else (other, one)
