"""The most hand cards that can be laid when the whole table may be rearranged (GER-V6), exactly.

Ranks are gone through from the low ace to the high one; between two of them only the shapes of the
growing runs and the jokers spent matter (van Rijn, Takes, Vis 2016, for Rummikub). The search goes
depth first within a budget of points given up, which grows until a way is found: the first is the
best. Bounds tell early what cannot be had; whatever was proved once is remembered.
"""

from itertools import product
from math import ceil, prod
from typing import Final, NamedTuple

from rummy.engine.budget import REARRANGING_STEPS, Budget, OutOfSteps

from .bounds import SWEEPS, Board, SetOption, free_bound, priced_bound
from .holdings import RANKS, SUITS, Holding, Weights
from .run_states import NEVER
from .set_ways import set_ways
from .suit_graphs import PLACES, Edge, SuitGraph, suit_graph

_UNPRICED: Final = 40  # positions looked at before prices are worth their while
_PER_SWEEP: Final = 12  # edges passed for one step
_NEAR: Final = 1e-6
_NO_SETS: Final = SetOption((0, 0, 0, 0), 0, 0)

Nodes = tuple[int, int, int, int]
Edges = tuple[Edge, Edge, Edge, Edge]


class Choice(NamedTuple):
    """What is done at one place: the cards of each suit in sets, and each suit's edge."""

    sets: SetOption
    edges: Edges


class Plan(NamedTuple):
    """Choices from the low ace to the high one, and the weight of the hand cards given up.

    `graphs` tell what the nodes on the way stand for.
    """

    choices: tuple[Choice, ...]
    lost: int
    graphs: list[SuitGraph]


class _Child(NamedTuple):
    """A position one place further: a bound on what is lost from its parent on, first."""

    bound: float
    taken: int  # jokers used and still needed
    jokers: int
    lost: int
    nodes: Nodes
    room: int
    sets: SetOption
    edges: Edges


class _TooLong(Exception):
    """Many positions seen: time to work out prices."""


def best_plan(
    holding: Holding, weights: Weights, *, all_ways: bool, steps: Budget | None = None
) -> Plan | None:
    """How to lay all cards that must lie, and hand cards of most weight; None when impossible.

    Without `all_ways` jokers left over are taken to find room somewhere, which is nearly always
    so. With it their room is counted, and a hand joker that finds none is given up as well.

    Raises:
        OutOfSteps: with `steps`, when they do not suffice.
    """
    steps = steps or Budget(REARRANGING_STEPS)
    options = [_set_options(holding, rank, all_ways=all_ways) for rank in range(RANKS)]
    graphs = []
    for suit in range(SUITS):
        sets = tuple(max(option.cards[suit] for option in at) for at in options)
        graphs.append(suit_graph(holding, suit, weights, sets, steps, all_ways=all_ways))
    if any(graph.need[0][0] > holding.jokers for graph in graphs):
        return None
    board = Board(graphs, options, holding.jokers)
    return _Search(holding, weights, board, steps, counting=all_ways).plan()


def _spend(steps: Budget, spent: int) -> None:
    if not steps.spend(spent):
        raise OutOfSteps


def _set_options(holding: Holding, rank: int, *, all_ways: bool) -> list[SetOption]:
    s, h, d, c = (range(holding.cards_at(suit, rank) + 1) for suit in range(SUITS))
    return [
        SetOption(cards, way.jokers, way.room)
        for cards in product(s, h, d, c)
        for way in set_ways(cards, all_ways=all_ways)
        if way.jokers <= holding.jokers
    ]


class _Search:
    """Positions are (place, nodes of the suits, jokers used, capacity for jokers so far).

    The capacity stays 0 where it is not counted.
    """

    def __init__(
        self, holding: Holding, weights: Weights, board: Board, steps: Budget, *, counting: bool
    ) -> None:
        self.holding, self.weights = holding, weights
        self.board, self.counting = board, counting
        self.jokers = holding.jokers
        self.steps = steps
        self.free = self.priced = free_bound(board)
        self.children: dict[tuple[int, Nodes, int], list[_Child]] = {}
        self.least: dict[tuple[int, Nodes, int], list[float]] = {}
        self.way: list[Choice] = []
        self.patience: int = _UNPRICED

    def plan(self) -> Plan | None:
        """The first way found within the smallest budget that allows one."""
        budget = ceil(max(0.0, self.free.least) - _NEAR)
        while budget < NEVER:
            try:
                lost = self.search(0, (0, 0, 0, 0), 0, 0, budget)
            except _TooLong:
                self.patience = NEVER
                sizes = sum(graph.size for graph in self.board.graphs)
                _spend(self.steps, SWEEPS * sizes // _PER_SWEEP)
                self.priced = priced_bound(self.board)
                self.children.clear()
                self.way.clear()
                budget = max(budget, ceil(self.priced.least - _NEAR))
                continue
            if lost <= budget + _NEAR:
                return Plan(tuple(reversed(self.way)), round(lost), self.board.graphs)
            budget = ceil(lost - _NEAR)
        return None

    def search(self, place: int, nodes: Nodes, used: int, room: int, budget: float) -> float:
        """What is lost from here on if within the budget; else a bound above it."""
        if place == PLACES:
            # The weight of the hand jokers that find no room; those of the table must.
            over = self.jokers - room if self.counting else 0
            return over * self.weights.joker if over <= self.holding.hand_jokers else float(NEVER)
        least = float(NEVER)
        for child in self.children_of(place, nodes, used):
            bound = child.bound
            if bound > budget + _NEAR:
                least = min(least, bound)
                break
            spent = used + child.jokers
            after = min(self.jokers, room + child.jokers + child.room) if self.counting else 0
            known = self.least.get((place + 1, child.nodes, after))
            if known is not None:
                bound = max(bound, child.lost + known[spent])
            if bound <= budget + _NEAR:
                left = budget - child.lost
                bound = child.lost + self.search(place + 1, child.nodes, spent, after, left)
                if bound <= budget + _NEAR:
                    self.way.append(Choice(child.sets, child.edges))
                    return bound
            least = min(least, bound)
        self.remember(place, nodes, used, room, least)
        return least

    def remember(self, place: int, nodes: Nodes, used: int, room: int, least: float) -> None:
        """With more jokers used at least as much is lost."""
        known = self.least.setdefault((place, nodes, room), [0.0] * (self.jokers + 1))
        for spent in range(used, self.jokers + 1):
            known[spent] = max(known[spent], least)

    def children_of(self, place: int, nodes: Nodes, used: int) -> list[_Child]:
        """All ways to go on, those that promise most first."""
        key = place, nodes, used
        found = self.children.get(key)
        if found is None:
            self.patience -= 1
            if self.patience < 0:
                raise _TooLong
            found = self.children[key] = self.grow(place, nodes, used)
        return found

    def grow(self, place: int, nodes: Nodes, used: int) -> list[_Child]:
        fans = [self.fan(suit, place, node) for suit, node in enumerate(nodes)]
        options = self.board.options[place] if place < RANKS else [_NO_SETS]
        best: dict[tuple[Nodes, int, int], _Child] = {}
        for option in options:
            if used + option.jokers <= self.jokers:
                chosen = [fan[count] for fan, count in zip(fans, option.cards, strict=True)]
                if all(chosen):
                    self.combine(place, used, option, chosen, best)
        return sorted(best.values())

    def fan(self, suit: int, place: int, node: int) -> tuple[list[Edge], list[Edge], list[Edge]]:
        """The edges from a node by the number of cards that go into sets."""
        fan: tuple[list[Edge], list[Edge], list[Edge]] = ([], [], [])
        for edge in self.board.graphs[suit].edges[place][node]:
            fan[edge[0]].append(edge)
        return fan

    def combine(
        self,
        place: int,
        used: int,
        option: SetOption,
        chosen: list[list[Edge]],
        best: dict[tuple[Nodes, int, int], _Child],
    ) -> None:
        """The children with these cards in sets: each suit goes on in each of its ways."""
        after, joker, left = place + 1, self.priced.joker, self.jokers - used
        free0, free1, free2, free3 = (costs[after] for costs in self.free.runs)
        cost0, cost1, cost2, cost3 = (costs[after] for costs in self.priced.runs)
        need0, need1, need2, need3 = (graph.need[after] for graph in self.board.graphs)
        sets = self.priced.sets[after]
        _spend(self.steps, prod(map(len, chosen)))
        for edges in product(chosen[0], chosen[1], chosen[2], chosen[3]):
            one, two, three, four = edges
            a, b, c, d = nodes = one[3], two[3], three[3], four[3]
            jokers = option[1] + one[1] + two[1] + three[1] + four[1]
            taken = jokers + need0[a] + need1[b] + need2[c] + need3[d]
            if taken > left:
                continue
            lost = one[2] + two[2] + three[2] + four[2]
            free = free0[a] + free1[b] + free2[c] + free3[d]
            priced = cost0[a] + cost1[b] + cost2[c] + cost3[d] + sets - joker * (left - jokers)
            bound = lost + max(free, priced)
            room = option[2] + one[4] + two[4] + three[4] + four[4] if self.counting else 0
            key = nodes, jokers, room
            if key not in best or lost < best[key].lost:
                best[key] = _Child(bound, taken, jokers, lost, nodes, room, option, edges)
