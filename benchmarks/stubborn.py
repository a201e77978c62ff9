"""Twenty tables at an even pace, alone and beside a table whose seats only draw and never meld.

At Räuber-Rommé a hand then grows by a card a turn, and what could be done with it grows with it:
the worst that one table can ask of the house. Both seats ask for their view after each turn, as a
client does that wants to know what it may do. The reference is the same twenty tables by
themselves, in turns with the measured slices.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

import uvloop

from benchmarks.client import Connection
from benchmarks.place import place, set_up_django
from benchmarks.playing import Chair, Match, seat_players, web
from benchmarks.report import Result
from benchmarks.sizes import sized

TABLES = sized(20, 2)
SECONDS = sized(20.0, 2.0)
PAUSE_SECONDS = 0.25  # between two moves at one of the twenty tables
ROUNDS = sized(3, 1)


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        with web(here) as (port, _):
            return _rounds(port)


def _rounds(port: int) -> list[Result]:
    alone, beside = [], []
    views: list[float] = []
    cards = 0
    for _ in range(ROUNDS):
        pairs = seat_players(TABLES)
        alone.append(p99(uvloop.run(play_paced(port, pairs))))
        stubborn = Stubborn(port, _stubborn_players())
        beside.append(p99(uvloop.run(play_paced(port, seat_players(TABLES), stubborn))))
        views += stubborn.views_ms
        cards = max(cards, stubborn.cards)
    ratio = median(a / b for a, b in zip(beside, alone, strict=True))
    versus = "the same tables without it"
    return [
        Result("stubborn.others.p99", round(median(beside), 1), "ms for a move", versus, ratio),
        Result("stubborn.others.p99.reference", round(median(alone), 1), "ms for a move"),
        Result("stubborn.view.p99", round(p99(views), 1), f"ms, hands of up to {cards} cards"),
    ]


def p99(values: Sequence[float]) -> float:
    return quantiles(values, n=100)[98]


async def play_paced(
    port: int,
    pairs: list[tuple[Chair, Chair]],
    stubborn: Stubborn | None = None,
    *,
    seconds: float = SECONDS,
) -> list[float]:
    """How long each move at the twenty tables took, in milliseconds."""
    matches = [Paced(port, pair) for pair in pairs]
    await asyncio.gather(*(match.open() for match in matches))
    until = time.monotonic() + seconds
    work = [match.play(until) for match in matches]
    await asyncio.gather(*work, *([stubborn.play(until)] if stubborn else []))
    await asyncio.gather(*(match.close() for match in matches))
    return [ms for match in matches for ms in match.acknowledged_ms]


class Paced(Match):
    """A table whose players take their time, and how long the house takes for each move."""

    def __init__(self, port: int, chairs: tuple[Chair, Chair]) -> None:
        super().__init__(port, chairs)
        self.acknowledged_ms: list[float] = []

    async def _take_turn(self, seat: int) -> None:
        await asyncio.sleep(PAUSE_SECONDS * 2 * self.dice.random())
        began = time.monotonic()
        await super()._take_turn(seat)
        self.acknowledged_ms.append(1000 * (time.monotonic() - began) / 2)  # a draw, a discard


class Stubborn:
    """Two seats that draw and end their turn, for as long as there are cards."""

    def __init__(self, port: int, chairs: tuple[Chair, Chair]) -> None:
        self.port = port
        self.chairs = chairs
        self.views_ms: list[float] = []
        self.cards = 0

    async def play(self, until: float) -> None:
        path = f"/api/v1/tables/{self.chairs[0].table}/"
        connections = [await Connection.open(self.port) for _ in self.chairs]
        seat, key = 0, 0
        while time.monotonic() < until:
            began = time.monotonic()
            status, view = await connections[seat].request(
                "GET", f"{path}view/", self.chairs[seat].token
            )
            self.views_ms.append(1000 * (time.monotonic() - began))
            if status != 200 or view["phase"] == "finished":
                break
            self.cards = max(self.cards, len((view["round"] or {}).get("hand") or ()))
            if view["turn"] == view["seat"] or view["phase"] != "playing":  # places were drawn for
                key += 1
                action = {"type": _dullest(view)}
                body = {"action": action, "expected_version": view["version"]}
                await connections[seat].request(
                    "POST", f"{path}actions/", self.chairs[seat].token, body, key=f"dull-{key}"
                )
            seat = 1 - seat
        for connection in connections:
            connection.close()


def _dullest(view: dict[str, Any]) -> str:
    if view["phase"] != "playing":
        return "ready"
    kinds = {action["type"] for action in view["legal"]}
    return "draw_stock" if "draw_stock" in kinds else "end_turn"


def _stubborn_players() -> tuple[Chair, Chair]:
    return seat_players(
        1, preset="german_romme", format="ring", rounds=1, seats=2, options={"robber": True}
    )[0]
