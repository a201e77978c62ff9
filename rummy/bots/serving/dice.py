"""Chance that a seed decides, the same on every machine."""

import hashlib
from collections.abc import Iterable


class SeededDice:
    """Numbers from a hash that counts: equal seeds give equal rows of numbers."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop − 1; of 256 bits, so that no remainder is seen to be likelier."""
        self._drawn += 1
        block = hashlib.sha256(f"{self._seed} {self._drawn}".encode()).digest()
        return int.from_bytes(block, "big") % stop

    def shuffled(self, cards: Iterable[int]) -> list[int]:
        """The cards in another order, each as likely as any."""
        deck = list(cards)
        for bound in range(len(deck), 1, -1):
            chosen = self.randrange(bound)
            deck[bound - 1], deck[chosen] = deck[chosen], deck[bound - 1]
        return deck
