"""What must at least be given up: each suit by itself, held together by prices.

Suits meet only in sets and in the jokers they share. With a price for each joker and for each card
of a set, suits and sets become problems of their own whose least costs, added up, never exceed the
true least (Lagrange). Sweeping from the low ace to the high one, the prices of each rank are set so
that all four suits and its sets share equally in what they cost there.
"""

from math import sqrt
from typing import Final, NamedTuple

from .run_states import NEVER
from .set_ways import BySuit
from .suit_graphs import PLACES, SuitGraph

SWEEPS: Final = 12
_FIRST_JOKER_PRICE: Final = 5.0
_SUITS: Final = range(4)

Costs = list[list[float]]  # of a suit, by place and node
Prices = list[list[list[float]]]  # by suit, place, and number of cards in sets


class SetOption(NamedTuple):
    """So many cards of each suit in sets of one rank, with the jokers that takes and their room."""

    cards: BySuit
    jokers: int
    room: int


class Bound(NamedTuple):
    """Least costs from each node on: by suit, place and node; of the sets from each place on."""

    joker: float
    runs: list[Costs]
    sets: list[float]
    least: float


class Board(NamedTuple):
    """The four suits, the ways of laying sets by rank, and the jokers there are."""

    graphs: list[SuitGraph]
    options: list[list[SetOption]]
    jokers: int


def free_bound(board: Board) -> Bound:
    """The bound without prices."""
    return _bound(board, _no_prices(), 0.0)


def priced_bound(board: Board) -> Bound:
    """The best bound found in some sweeps."""
    prices, joker = _no_prices(), _FIRST_JOKER_PRICE if board.jokers else 0.0
    found = _bound(board, prices, joker)
    best = found
    for sweep in range(1, SWEEPS + 1):
        _sweep(board, found, prices)
        found = _bound(board, prices, joker)
        if found.least > best.least:
            best = found
        over = _jokers_used(board, found, prices) - board.jokers
        if over and board.jokers:
            joker = max(0.0, joker + over / sqrt(sweep))
            found = _bound(board, prices, joker)
    return best


def _no_prices() -> Prices:
    return [[[0.0] * 3 for _ in range(PLACES)] for _ in _SUITS]


def _bound(board: Board, prices: Prices, joker: float) -> Bound:
    runs = [_to_end(graph, prices[suit], joker) for suit, graph in enumerate(board.graphs)]
    sets = [0.0] * (PLACES + 1)
    for place in reversed(range(len(board.options))):
        at = [prices[suit][place] for suit in _SUITS]
        sets[place] = sets[place + 1] + _set_cost(_cheapest(board, place, at, joker), at, joker)
    least = sum(costs[0][0] for costs in runs) + sets[0] - joker * board.jokers
    return Bound(joker, runs, sets, least)


def _to_end(graph: SuitGraph, prices: list[list[float]], joker: float) -> Costs:
    """By place and node, the least cost from there to the end."""
    costs: Costs = [[] for _ in range(PLACES)] + [[0.0]]
    for place in reversed(range(PLACES)):
        after, priced = costs[place + 1], prices[place]
        costs[place] = [
            min(
                [edge[2] + joker * edge[1] + priced[edge[0]] + after[edge[3]] for edge in out],
                default=NEVER,
            )
            for out in graph.edges[place]
        ]
    return costs


def _sweep(board: Board, bound: Bound, prices: Prices) -> None:
    """Set the prices of each place in turn; `bound` are the costs behind it under the old ones."""
    joker = bound.joker
    reached: Costs = [[0.0] for _ in _SUITS]
    for place in range(PLACES):
        if place < len(board.options):
            through = [
                _least_through(board.graphs[suit], place, reached[suit], bound, suit)
                for suit in _SUITS
            ]
            _share(board.options[place], through, [one[place] for one in prices], joker)
        for suit, graph in enumerate(board.graphs):
            priced = prices[suit][place]
            reached[suit] = _onward(graph, place, reached[suit], priced, joker)


def _least_through(
    graph: SuitGraph, place: int, reached: list[float], bound: Bound, suit: int
) -> list[float]:
    """The least cost of the whole suit with 0, 1, 2 cards of this place in sets, those unpriced."""
    least = [float(NEVER)] * 3
    after, joker = bound.runs[suit][place + 1], bound.joker
    for so_far, out in zip(reached, graph.edges[place], strict=True):
        for edge in out:
            cost = so_far + edge[2] + joker * edge[1] + after[edge[3]]
            if cost < least[edge[0]]:
                least[edge[0]] = cost
    return least


def _share(
    options: list[SetOption], through: list[list[float]], prices: list[list[float]], joker: float
) -> None:
    """Each suit bears a quarter of what suits and sets cost together, whatever it lays in sets."""
    together = [[float(NEVER)] * 3 for _ in _SUITS]
    spades, hearts, diamonds, clubs = through
    for cards, jokers, _ in options:
        s, h, d, c = cards
        cost = joker * jokers + spades[s] + hearts[h] + diamonds[d] + clubs[c]
        for suit in _SUITS:
            if cost < together[suit][cards[suit]]:
                together[suit][cards[suit]] = cost
    for suit in _SUITS:
        for count in range(3):
            if together[suit][count] < NEVER:
                prices[suit][count] = together[suit][count] / 4 - through[suit][count]


def _onward(
    graph: SuitGraph, place: int, reached: list[float], priced: list[float], joker: float
) -> list[float]:
    """The least cost of reaching each node of the next place."""
    found = [float(NEVER)] * len(graph.nodes[place + 1])
    for so_far, out in zip(reached, graph.edges[place], strict=True):
        for edge in out:
            cost = so_far + edge[2] + joker * edge[1] + priced[edge[0]]
            if cost < found[edge[3]]:
                found[edge[3]] = cost
    return found


def _jokers_used(board: Board, bound: Bound, prices: Prices) -> int:
    """How many jokers suits and sets would take where each goes its cheapest way."""
    used = 0
    for suit in _SUITS:
        used += _jokers_in_runs(board.graphs[suit], prices[suit], bound.runs[suit], bound.joker)
    for place in range(len(board.options)):
        at = [prices[suit][place] for suit in _SUITS]
        used += _cheapest(board, place, at, bound.joker).jokers
    return used


def _jokers_in_runs(graph: SuitGraph, prices: list[list[float]], costs: Costs, joker: float) -> int:
    used = node = 0
    for place in range(PLACES):
        ranked = [
            (edge[2] + joker * edge[1] + prices[place][edge[0]] + costs[place + 1][edge[3]], edge)
            for edge in graph.edges[place][node]
        ]
        _, edge = min(ranked)
        used, node = used + edge[1], edge[3]
    return used


def _cheapest(board: Board, place: int, prices: list[list[float]], joker: float) -> SetOption:
    return min(board.options[place], key=lambda option: _set_cost(option, prices, joker))


def _set_cost(option: SetOption, prices: list[list[float]], joker: float) -> float:
    s, h, d, c = option[0]
    return joker * option[1] - prices[0][s] - prices[1][h] - prices[2][d] - prices[3][c]
