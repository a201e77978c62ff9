"""The puzzles that come with the house, each with its proof (`benchmarks.find_puzzles`)."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .puzzle import Puzzle

STORED = Path(__file__).with_name("stored")


def stored_puzzles() -> Iterator[tuple[str, Puzzle]]:
    """(key, puzzle) of all, in an order that stays."""
    for path in sorted(STORED.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            stored = json.loads(line)
            yield stored["key"], Puzzle.from_json(stored)


@cache
def stored_keys() -> tuple[str, ...]:
    return tuple(key for key, _puzzle in stored_puzzles())
