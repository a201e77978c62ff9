"""A referee: programs that speak the protocol of docs/protocol.md play against each other.

    python clients/examples/referee.py --preset gin_palast --deals 100 \\
        --program "python -m rummy.bots.serve level=expert" --program "python my_bot.py"

Every deal is played as often as there are programs, and each time everybody sits one seat further,
so that luck with the cards evens out. A program that hangs, stops, or answers what the rules forbid
loses the round: its side has -FORFEIT points, the others none, and it is started anew. The result
is points per round more than the average opponent, with the standard error over deals.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import queue
import random
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rummy import engine
from rummy.engine.as_json.stored import action_from_json, action_to_json, event_to_json

FORFEIT = 100  # points
ANSWERS = 2_000  # of one program in one round: laying and taking back has an end
LINE = 1_000_000  # characters


class Fault(Exception):
    """A program failed; the text says how."""


class Program:
    """One running program; threads read and write, so that none can make the referee wait."""

    def __init__(self, command: str, seconds: float) -> None:
        self.seconds = seconds
        self.lines: queue.Queue[str | None] = queue.Queue(maxsize=1000)
        self.waiting: queue.Queue[str | None] = queue.Queue()
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def _read(self) -> None:
        with contextlib.suppress(ValueError, OSError):
            while self.process.stdout and (line := self.process.stdout.readline(LINE)):
                self.lines.put(line)
        self.lines.put(None)

    def _write(self) -> None:
        with contextlib.suppress(ValueError, OSError):
            while self.process.stdin and (line := self.waiting.get()) is not None:
                self.process.stdin.write(line)
                self.process.stdin.flush()

    def send(self, word: str, payload: Any = None) -> None:
        self.waiting.put(f"{word}\n" if payload is None else f"{word} {json.dumps(payload)}\n")

    def answer(self, *words: str) -> tuple[str, Any]:
        """The next line that begins with one of these words; lines of `info` are passed over."""
        until = time.monotonic() + self.seconds
        try:
            line = self.lines.get(timeout=self.seconds)
            while line is not None and line.startswith("info"):
                line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Fault("no answer in time") from None
        if line is None:
            raise Fault("stopped")
        word, _, rest = line.strip().partition(" ")
        if word not in words:
            raise Fault(f"answered {line.strip()[:200]!r}")
        try:
            return word, json.loads(rest) if rest else None
        except (ValueError, RecursionError):
            raise Fault(f"unreadable: {line.strip()[:200]!r}") from None

    def close(self) -> None:
        self.waiting.put(None)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@dataclass
class Contestant:
    """A command, its running copies (one for each seat it takes) and what it failed at."""

    command: str
    seconds: float
    seed: int
    copies: dict[int, Program] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def copy(self, number: int) -> Program:
        """A running copy that has said who it is; Fault when none can be started."""
        if number not in self.copies:
            try:
                self.copies[number] = Program(self.command, self.seconds)
            except OSError as error:
                raise Fault(f"cannot be started: {error}") from None
            program = self.copies[number]
            program.send("rummy")
            _, about = program.answer("id")
            if not isinstance(about, dict) or about.get("protocol") != 1:
                raise Fault("speaks another protocol")
            if "seed" in (about.get("options") or ()):
                program.send("setoption", {"name": "seed", "value": self.seed})
        return self.copies[number]

    def drop(self, number: int) -> None:
        if number in self.copies:
            self.copies.pop(number).close()


class Round:
    """One deal with these contestants by seat; `play` gives the points by seat."""

    def __init__(self, rules: engine.RuleSet, seating: Sequence[Contestant], number: int) -> None:
        self.rules, self.seating, self.number = rules, seating, number
        self.asked = [0] * len(seating)
        self.passed: set[int] = set()

    def copy_of(self, seat: int) -> int:
        return sum(one is self.seating[seat] for one in self.seating[:seat])

    def play(self, deck: Sequence[int], reshuffles: Sequence[Sequence[int]]) -> list[float]:
        seats = len(self.seating)
        dealer = self.number % seats
        self.state, events = engine.start_round(self.rules, seats, deck, dealer, reshuffles)
        seat = 0
        try:
            for seat in range(seats):
                self.program(seat).send(
                    "newround",
                    {
                        "rules": self.rules.to_json(),
                        "seats": seats,
                        "seat": seat,
                        "round": self.number,
                    },
                )
            self.show(events)
            while self.state.turn is not None:
                seat = self.next_seat(self.state.turn)
                self.show(self.decide(seat))
        except Fault as fault:
            return self.forfeited(seat, fault)
        score = engine.score(self.state)
        return [float(points) for points in score.points] if score else []

    def program(self, seat: int) -> Program:
        return self.seating[seat].copy(self.copy_of(seat))

    def show(self, events: Sequence[Any]) -> None:
        """What each seat may see of it; whoever let the moment pass before is asked again."""
        for event in events:
            self.passed.clear()
            for seat in range(len(self.seating)):
                self.program(seat).send("event", event_to_json(engine.redact(event, seat)))

    def next_seat(self, turn: int) -> int:
        """Whoever may interject is asked once, then the seat on turn."""
        for seat in range(len(self.seating)):
            if seat not in {turn, *self.passed}:
                self.passed.add(seat)
                if engine.legal_actions(self.state, seat):
                    return seat
        return turn

    def decide(self, seat: int) -> list[Any]:
        """What follows from the seat's answer; nothing follows when it lets the moment pass."""
        self.asked[seat] += 1
        if self.asked[seat] > ANSWERS:
            raise Fault(f"more than {ANSWERS} answers in a round")
        view, legal = engine.view(self.state, seat), engine.legal_actions(self.state, seat)
        program = self.program(seat)
        program.send("go", {"view": view.to_json(), "legal": [action_to_json(a) for a in legal]})
        word, data = program.answer("action", "pass")
        if word == "pass":
            if seat == self.state.turn:
                raise Fault("passed when on turn")
            return []
        try:
            events = engine.decide(self.state, seat, action_from_json(data))
        except (engine.InvalidAction, engine.IllegalAction) as refusal:
            raise Fault(f"may not {json.dumps(data)[:200]}: {refusal.code}") from None
        for event in events:
            self.state = engine.evolve(self.state, event)
        return events

    def forfeited(self, seat: int, fault: Fault) -> list[float]:
        """The side at fault loses FORFEIT points; its program starts anew in the next round."""
        self.seating[seat].faults.append(str(fault))
        self.seating[seat].drop(self.copy_of(seat))
        side = self.rules.side_of(seat, len(self.seating))
        return [-float(FORFEIT) if one in side else 0.0 for one in range(len(self.seating))]


def margins(rules: engine.RuleSet, points: Sequence[float]) -> list[float]:
    """By seat: points more than the average of the seats that play against it."""
    found = []
    for seat, own in enumerate(points):
        side = rules.side_of(seat, len(points))
        found.append(own - fmean(p for other, p in enumerate(points) if other not in side))
    return found


def contest(
    rules: engine.RuleSet, players: Sequence[Contestant], seats: int, deals: int, seed: int
) -> list[list[float]]:
    """By program: for each deal the mean of its margins over all the rounds of this deal."""
    found: list[list[float]] = [[] for _ in players]
    dice = random.Random(seed)  # noqa: S311 - a contest that can be repeated, no chips
    for number in range(deals):
        deck, *reshuffles = (
            dice.sample(engine.deck_cards(rules), engine.deck_size(rules))
            for _ in range(1 + rules.reshuffles)
        )
        gained: list[list[float]] = [[] for _ in players]
        for turned in range(len(players)):
            at = [(seat + turned) % len(players) for seat in range(seats)]
            points = Round(rules, [players[one] for one in at], number).play(deck, reshuffles)
            for one, margin in zip(at, margins(rules, points), strict=True):
                gained[one].append(margin)
        for one, own in enumerate(gained):
            found[one].append(fmean(own))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Let programs play rummy against each other.")
    parser.add_argument("--program", action="append", required=True, help="a command; give several")
    parser.add_argument("--preset", default="gin_palast", choices=list(engine.PRESETS))
    parser.add_argument("--house-rule", action="append", default=[])
    parser.add_argument("--option", action="append", default=[], help="of the rules: name=JSON")
    parser.add_argument("--seats", type=int, help="else as few as the rules allow")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10, help="for each answer")
    asked = parser.parse_args()
    try:
        options = {
            name: json.loads(text) for name, _, text in (o.partition("=") for o in asked.option)
        }
        rules = engine.build_rules(asked.preset, house_rules=asked.house_rule, **options)
    except (engine.InvalidRules, ValueError) as error:
        parser.error(str(error))
    seats = asked.seats or max(min(rules.seats), len(asked.program))
    if seats not in rules.seats or not 2 <= len(asked.program) <= seats or asked.deals < 1:
        parser.error(f"so many programs do not fit {rules.key}, which seats {list(rules.seats)}")
    players = [Contestant(command, asked.seconds, asked.seed) for command in asked.program]
    try:
        found = contest(rules, players, seats, asked.deals, asked.seed)
    finally:
        for player in players:
            for number in list(player.copies):
                player.drop(number)
    print(f"{rules.key}, {seats} seats, {asked.deals} deals, {len(players)} rounds each")
    for player, values in zip(players, found, strict=True):
        deviation = stdev(values) / sqrt(len(values)) if len(values) > 1 else float("nan")
        lost = f", {len(player.faults)} rounds forfeited" if player.faults else ""
        print(f"{fmean(values):+8.2f} ± {deviation:.2f}  {player.command}{lost}")
        for fault in sorted(set(player.faults)):
            print(f"          {fault}")


if __name__ == "__main__":
    main()
