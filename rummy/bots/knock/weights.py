"""Weights of `rummy.bots.knock.estimate`: three nets, in thousandths; and of
`rummy.bots.knock.suspicion`. Fitted as `python -m benchmarks.fit_bots` does it, those of the nets
by a faster program of the same steps (docs/decisions.md); never by hand.
"""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

Row = tuple[int, ...]
Rows = tuple[Row, ...]


class Net(NamedTuple):
    """The units of a hidden layer, what they say to each output, and what goes straight there."""

    units: Rows
    voices: Rows
    straight: Rows


STORED: Final = Path(__file__).with_name("weights.json")
_stored: dict[str, Any] = json.loads(STORED.read_text())


def _net(name: str) -> Net:
    return Net(**{part: tuple(map(tuple, rows)) for part, rows in _stored[name].items()})


WAITING: Final = _net("WAITING")
DRAWING: Final = _net("DRAWING")
KNOCKING: Final = _net("KNOCKING")
HOLDING: Final[tuple[float, ...]] = tuple(_stored["HOLDING"])
