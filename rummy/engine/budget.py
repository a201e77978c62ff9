"""How long is thought: in steps, counted and never timed.

The same question has the same answer on every machine, quick or slow, alone or in company. A step
is about as much work as looking at one way to lay some cards: two to five microseconds.

The worst case of a list is `LISTING_STEPS`, of a hint or a bot's decision `DECIDING_STEPS` (a hint
makes a list first); and beyond them what the search under way needs to come to its end: a suit's
graph, or one way for each card still at hand.
"""

LISTING_STEPS = 4_000  # for all that one list of legal actions has to find out: below 20 ms
TURN_STEPS = 8_000  # for the best turn of one hand; in ordinary play some two thousand do
DECIDING_STEPS = 16_000  # for all that is thought of in one decision of a bot, or for one hint
REARRANGING_STEPS = 8_000  # for a whole table laid anew; nine in ten of ordinary play need fewer
GRAPH_STEPS = 5_000  # for the ways of one suit of it, which are worked out whole or not at all


class Budget:
    """What is left of so many steps; below zero when more was asked of it than it had."""

    __slots__ = ("left",)

    def __init__(self, most: int) -> None:
        self.left = most

    @property
    def over(self) -> bool:
        """Whether nothing is left, so that the search is cut short."""
        return self.left <= 0

    def spend(self, steps: int = 1) -> bool:
        """Count so many steps; whether there may be more."""
        self.left -= steps
        return self.left > 0


class OutOfSteps(Exception):
    """The steps were over before anything was found."""
