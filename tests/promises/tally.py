"""How large a trial of a promise is, and what came of it.

In a run of tests a trial is as large as a run can bear; `make promises` says `small` or `full`, and
collects what each trial tells. What was lost is counted before it is asserted, so that a broken
promise shows how badly.
"""

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

SIZE = "JETON_SIZE"
INTO = "JETON_TALLY"
SIZES = ("small", "full")


def sized(ordinary: int, *, small: int, full: int) -> int:
    """So many trials in a run of tests, in a small and in a full proof."""
    return {"small": small, "full": full}.get(os.environ.get(SIZE, ""), ordinary)


def tell(
    promise: str, *, of: str = "", tried: int, lost: int = 0, recovered: Sequence[float] = ()
) -> None:
    """What came of a trial, or of one kind `of` trials.

    `recovered`: how many seconds it took after each blow until all was well again.
    """
    if INTO in os.environ:
        told = {"promise": promise, "of": of, "tried": tried, "lost": lost}
        with Path(os.environ[INTO]).open("a") as file:
            file.write(json.dumps(told | {"recovered": list(recovered)}) + "\n")


@dataclass(slots=True)
class Tally:
    """All that was told of one promise, or of one kind of trials of it."""

    tried: int = 0
    lost: int = 0
    recovered: list[float] = field(default_factory=list)

    def add(self, tried: int, lost: int, recovered: Sequence[float]) -> None:
        self.tried += tried
        self.lost += lost
        self.recovered += recovered

    def within(self, share: float) -> float:
        """The seconds within which this share of the recoveries lay."""
        times = sorted(self.recovered)
        return times[min(len(times) - 1, int(share * len(times)))]


def told_in(file: Path) -> dict[str, dict[str, Tally]]:
    """By promise and kind of trial; `""` is all of them."""
    found: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    for line in file.read_text().splitlines() if file.exists() else ():
        told = json.loads(line)
        for of in {told["of"], ""}:
            found[told["promise"]][of].add(told["tried"], told["lost"], told["recovered"])
    return found
