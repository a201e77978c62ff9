"""How much is measured: enough for a figure, or just enough to see that a measurement still runs.

Whatever stands in a measurement as a constant of its size asks here. The small size is for a test
that runs each group: its figures say nothing and are not kept.
"""

import os
from typing import TypeVar

SIZE = "JETON_BENCH"
SMALL = "small"

T = TypeVar("T")


def is_small() -> bool:
    """Whether nobody wants the figures."""
    return os.environ.get(SIZE) == SMALL


def sized(whole: T, small: T) -> T:
    """`whole`, or `small` where nobody wants the figures."""
    return small if is_small() else whole
