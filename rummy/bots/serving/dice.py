"""Chance that a seed decides, the same on every machine."""

import hashlib


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
