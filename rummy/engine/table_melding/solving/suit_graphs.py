"""One suit by itself: every way its cards can lie, as a graph from the low ace to the high one.

A node is what the growing runs look like, with the aces kept for the high end; an edge says how
many cards of a rank go into sets, how many jokers are used and what hand cards are given up.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from rummy.engine.budget import GRAPH_STEPS, Budget, OutOfSteps

from .holdings import Holding, Weights
from .run_states import END_JOKERS, END_ROOM, NEVER, Grown, Runs, jokers_ahead, steps

PLACES: Final = 14  # low ace, two … king, high ace
HIGH_ACE: Final = 13
_PER_STEP: Final = 2  # edges thought of in one step

Node = tuple[int, Runs]  # aces kept for the high end, growing runs

# One place further: how many cards of the suit lie in sets, the jokers used, the weight of the hand
# cards given up, the node it leads to, the room of the runs that end here, and how many natural
# cards go into runs. A plain tuple, since Python's collector looks at it once and never again: with
# names, the thousands that are remembered held up whoever was thinking for a tenth of a second.
Edge = tuple[int, int, int, int, int, int]


class SuitGraph(NamedTuple):
    """Nodes by place, and for each the edges to the next place; `need` are jokers to the end."""

    nodes: list[list[Node]]
    edges: list[list[tuple[Edge, ...]]]
    need: list[list[int]]

    @property
    def size(self) -> int:
        """How many edges it has."""
        return sum(len(out) for place in self.edges for out in place)


class _Suit(NamedTuple):
    """What the edges of one suit are made from."""

    cards: tuple[int, ...]
    may: tuple[int, ...]
    sets: tuple[int, ...]  # by rank: the most cards that could lie in sets
    weights: tuple[int, ...]
    jokers: int
    all_ways: bool


class _Reached(NamedTuple):
    """The nodes of a place as they are found, and the most jokers that can be left at each.

    `budget` is how many more edges may be thought of.
    """

    numbers: dict[Node, int]
    left: list[int]
    budget: Budget

    def number(self, node: Node, left: int) -> int:
        found = self.numbers.setdefault(node, len(self.left))
        if found == len(self.left):
            self.left.append(left)
        elif left > self.left[found]:
            self.left[found] = left
        return found


def suit_graph(
    holding: Holding,
    suit: int,
    weights: Weights,
    sets: tuple[int, ...],
    steps: Budget,
    *,
    all_ways: bool,
) -> SuitGraph:
    """The graph of one suit; `all_ways` keeps those that only leave more room for jokers.

    Raises:
        OutOfSteps: when it takes more than `GRAPH_STEPS`, or more than there are. It is worked
            out to its end or to `GRAPH_STEPS` and remembered, whatever is left.
    """
    cards = tuple(holding.cards_at(suit, rank) for rank in range(13))
    question = _Suit(cards, holding.may[suit], sets, weights.ranks, holding.jokers, all_ways)
    found, spent = _graph_of(question)
    if not steps.spend(spent) or found is None:
        raise OutOfSteps
    return found


# From one turn to the next most suits stay as they are.
@lru_cache(maxsize=128)
def _graph_of(question: _Suit) -> tuple[SuitGraph | None, int]:
    """The graph, None for one too large, and the steps it took."""
    edges = Budget(GRAPH_STEPS * _PER_STEP)
    try:
        return _worked_out(question, edges), (GRAPH_STEPS * _PER_STEP - edges.left) // _PER_STEP
    except OutOfSteps:
        return None, GRAPH_STEPS


def _worked_out(question: _Suit, left: Budget) -> SuitGraph:
    nodes: list[list[Node]] = [[(0, ())]]
    edges: list[list[list[Edge]]] = []
    most = [question.jokers]
    for place in range(PLACES):
        reached = _Reached({}, [], left)
        edges.append(
            [
                _edges(question, place, node, left, reached)
                for node, left in zip(nodes[place], most, strict=True)
            ]
        )
        nodes.append(list(reached.numbers))
        most = reached.left
    need = _need(edges)
    return SuitGraph(nodes, _pruned(edges, need, question.jokers), need)


def _edges(question: _Suit, place: int, node: Node, left: int, reached: _Reached) -> list[Edge]:
    """The edges from a node at which so many jokers are left, and to what they suffice for."""
    if place == 0:
        return _from_low_aces(question, reached)
    if place == HIGH_ACE:
        return _to_high_aces(question, node, left, reached)
    if reached.budget.over:
        raise OutOfSteps
    aces, runs = node
    held, found = question.cards[place], []
    ahead = aces if place + 1 == HIGH_ACE else question.cards[place + 1]
    for in_sets in range(min(held, question.sets[place]) + 1):
        least = max(0, held - in_sets - question.may[place])
        for cards in range(least, held - in_sets + 1):
            lost = (held - in_sets - cards) * question.weights[place]
            ways = steps(runs, cards, all_ways=question.all_ways)
            reached.budget.spend(len(ways))
            for step in ways:
                over = left - step.jokers
                if jokers_ahead(step.after, ahead) <= over:
                    after = reached.number((aces, step.after), over)
                    found.append((in_sets, step.jokers, lost, after, step.room, cards))
    return found


def _from_low_aces(question: _Suit, reached: _Reached) -> list[Edge]:
    """Aces begin runs, lie in sets, are kept for the high end, or stay in the hand."""
    found = []
    for in_sets in range(min(question.cards[0], question.sets[0]) + 1):
        rest = question.cards[0] - in_sets
        for cards in range(rest + 1):
            for kept in range(max(0, rest - cards - question.may[0]), rest - cards + 1):
                node = kept, (int(Grown.ONE),) * cards
                lost = (rest - cards - kept) * question.weights[0]
                after = reached.number(node, question.jokers)
                found.append((in_sets, 0, lost, after, 0, cards))
    return found


def _to_high_aces(question: _Suit, node: Node, left: int, reached: _Reached) -> list[Edge]:
    """Every ace kept ends a run, and all runs end."""
    aces, runs = node
    found = []
    for step in steps(runs, aces, all_ways=True):
        if all(run in END_JOKERS for run in step.after):
            ended = [Grown(run) for run in step.after]
            jokers = step.jokers + sum(END_JOKERS[run] for run in ended)
            room = step.room + sum(END_ROOM[run] for run in ended)
            if jokers <= left:
                after = reached.number((0, ()), left - jokers)
                found.append((0, jokers, 0, after, room, aces))
    return found


def _need(edges: list[list[list[Edge]]]) -> list[list[int]]:
    """By place and node, the fewest jokers with which everything still comes to lie."""
    need: list[list[int]] = [[] for _ in range(PLACES)] + [[0]]
    for place in reversed(range(PLACES)):
        after = need[place + 1]
        need[place] = [
            min((edge[1] + after[edge[3]] for edge in out), default=NEVER) for out in edges[place]
        ]
    return need


def _pruned(
    edges: list[list[list[Edge]]], need: list[list[int]], most: int
) -> list[list[tuple[Edge, ...]]]:
    """Without the edges on no way from end to end that so many jokers suffice for."""
    kept = []
    used = [0]
    for place in range(PLACES):
        after = need[place + 1]
        reached = [NEVER] * len(after)
        outs = []
        for spent, out in zip(used, edges[place], strict=True):
            outs.append(tuple(edge for edge in out if spent + edge[1] + after[edge[3]] <= most))
            for _, jokers, _, node, _, _ in outs[-1]:
                reached[node] = min(reached[node], spent + jokers)
        kept.append(outs)
        used = reached
    return kept
