"""Positions with one clearly best move: what they are made of, and how they are found and proved.

A puzzle is a moment of a round as one seat sees it. Which move is best is proved by playing on from
there ten thousand times, each time with the cards that nobody has shown dealt anew; or, where a
hand can go out, by going out. docs/puzzles.md says more.
"""

from .position import Position
from .puzzle import Choice, Puzzle, same_move

__all__ = ["Choice", "Position", "Puzzle", "same_move"]
