"""Processor time of this process and of its database session together, where both run here.

On a machine that does something else as well, seconds on the clock say little; these say what a
page costs.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_TICK = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Processor:
    """`backend`: the number of the process that serves our session."""

    backend: int

    @contextmanager
    def measured(self) -> Iterator[list[float]]:
        """A list that holds the seconds spent once the block is left; exact to a hundredth."""
        spent: list[float] = []
        begun = self._now()
        yield spent
        spent.append(self._now() - begun)

    def _now(self) -> float:
        # Behind the last bracket: the third field and those that follow; 14 and 15 are the times.
        fields = Path(f"/proc/{self.backend}/stat").read_text().rpartition(")")[2].split()
        return time.process_time() + (int(fields[11]) + int(fields[12])) * _TICK
