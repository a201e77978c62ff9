"""A conversation by lines: a command and JSON in, answers out."""

import json
from collections.abc import Callable
from typing import Any

from rummy import engine
from rummy.bots import BOTS, plays
from rummy.bots.thinking import NOBODY_KNOWN, STEPS_HIGHEST, thinking
from rummy.engine.as_json.codec import Json
from rummy.engine.as_json.stored import action_to_json
from rummy.engine.errors import InvalidRules, UnreadableRecord
from rummy.engine.rules import RuleSet

from .dice import SeededDice
from .errors import ERRORS, ProtocolError
from .seat import Seat

PROTOCOL_VERSION = 1
LINE_CHARACTERS = 1_000_000
SEED_HIGHEST = 2**63 - 1
# Options, and the most of each.
NUMBERS = {"seed": SEED_HIGHEST, "steps": STEPS_HIGHEST, "remember": 1}

__all__ = ["COMMANDS", "ERRORS", "LINE_CHARACTERS", "PROTOCOL_VERSION", "Session"]


class Session:
    """One program at the other end. `level`, `seed`, `steps` and `remember` hold until they are set
    anew.

    A round's chance follows from the seed and the round's number alone: a round asked for again is
    played again, unless what other rounds taught is to be remembered (`expected`).
    """

    def __init__(self) -> None:
        self.level, self.seed, self.rounds = "expert", 0, 0
        self.steps, self.remember = 0, 0
        self.expected = NOBODY_KNOWN
        self.seat: Seat | None = None
        self.family = ""
        self.over = False

    def answer(self, line: str) -> list[str]:
        """The lines that answer this one; an `error` says why nothing was done."""
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            return []
        try:
            if len(line) > LINE_CHARACTERS:
                raise ProtocolError("line_too_long", most=LINE_CHARACTERS)
            if word not in COMMANDS:
                raise ProtocolError("command_unknown", command=word[:40], known=list(COMMANDS))
            return COMMANDS[word](self, _payload(rest))
        except ProtocolError as error:
            return [_line("error", {"code": error.code, **error.facts})]

    def identify(self, payload: Any) -> list[str]:
        _alone("rummy", payload)
        return [
            _line(
                "id",
                {
                    "name": "Jeton",
                    "protocol": PROTOCOL_VERSION,
                    "levels": list(BOTS),
                    "presets": list(engine.PRESETS),
                    "house_rules": list(engine.HOUSE_RULES),
                    "options": {
                        "level": {"default": "expert", "choices": list(BOTS)},
                        **{
                            name: {"default": 0, "lowest": 0, "highest": most}
                            for name, most in NUMBERS.items()
                        },
                    },
                },
            )
        ]

    def ready(self, payload: Any) -> list[str]:
        _alone("isready", payload)
        return ["readyok"]

    def set_option(self, payload: Any) -> list[str]:
        given = _object("setoption", payload, "name", "value")
        name, value = given.get("name"), given.get("value")
        if name == "level":
            if not isinstance(value, str) or value not in BOTS:
                raise ProtocolError("option_not_allowed", name=name, choices=list(BOTS))
            self.level = value
        elif name in NUMBERS:
            most = NUMBERS[name]
            if type(value) is not int or not 0 <= value <= most:
                raise ProtocolError("option_not_allowed", name=name, lowest=0, highest=most)
            setattr(self, name, value)
            if name == "remember":
                self.expected = NOBODY_KNOWN
        else:
            known = ["level", *NUMBERS]
            raise ProtocolError("option_unknown", name=str(name)[:40], known=known)
        return []

    def new_round(self, payload: Any) -> list[str]:
        given = _object("newround", payload, "rules", "seats", "seat", "round")
        for name in ("rules", "seat"):
            if name not in given:
                raise ProtocolError("field_missing", command="newround", field=name)
        rules = _rules(given.get("rules"))
        seats, seat = given.get("seats", min(rules.seats)), given.get("seat")
        number = given.get("round", self.rounds)
        if type(seats) is not int or seats not in rules.seats:
            raise ProtocolError("seats_not_allowed", allowed=list(rules.seats))
        if type(seat) is not int or not 0 <= seat < seats:
            raise ProtocolError("seat_not_allowed", lowest=0, highest=seats - 1)
        if type(number) is not int or not 0 <= number <= SEED_HIGHEST:
            raise ProtocolError("payload_unexpected", command="newround", field="round")
        self._check_level(rules.family)
        if self.seat is not None and self.remember:
            self.expected = self.seat.learned(self.expected)
        self.seat = Seat(rules, seats, seat, SeededDice(f"{self.seed} {number} {seat}"))
        self.family, self.rounds = rules.family, number + 1
        return []

    def see(self, payload: Any) -> list[str]:
        if payload is None:
            raise ProtocolError("payload_missing", command="event")
        self._seated().sees(payload)
        return []

    def go(self, payload: Any) -> list[str]:
        seat = self._seated()
        self._check_level(self.family)
        if payload is not None:
            given = _object("go", payload, "view", "legal")
            if "view" in given:
                seat.looks_at(given["view"])
        thinks = self.steps and self.level == "expert"
        action = seat.choose(thinking(self.steps, self.expected) if thinks else BOTS[self.level])
        return ["pass"] if action is None else [_line("action", action_to_json(action))]

    def stop(self, payload: Any) -> list[str]:
        """Thinking is counted in steps and ends by itself: whoever reads this has answered."""
        _alone("stop", payload)
        return []

    def quit(self, payload: Any) -> list[str]:
        _alone("quit", payload)
        self.over = True
        return []

    def _seated(self) -> Seat:
        if self.seat is None:
            raise ProtocolError("round_missing")
        return self.seat

    def _check_level(self, family: str) -> None:
        if not plays(BOTS[self.level], family):
            able = [key for key, bot in BOTS.items() if plays(bot, family)]
            raise ProtocolError("level_not_for_game", level=self.level, choices=able)


COMMANDS: dict[str, Callable[[Session, Any], list[str]]] = {
    "rummy": Session.identify,
    "isready": Session.ready,
    "setoption": Session.set_option,
    "newround": Session.new_round,
    "event": Session.see,
    "go": Session.go,
    "stop": Session.stop,
    "quit": Session.quit,
}


def _line(word: str, payload: Json) -> str:
    return f"{word} {json.dumps(payload)}"


def _payload(text: str) -> Any:
    """The JSON after the command; None where there is none."""
    if not text.strip():
        return None
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ProtocolError("payload_unreadable", problem="nested too deep") from error
    except ValueError as error:
        raise ProtocolError("payload_unreadable", problem=str(error)[:200]) from error


def _alone(command: str, payload: Any) -> None:
    if payload is not None:
        raise ProtocolError("payload_unexpected", command=command)


def _object(command: str, payload: Any, *fields: str) -> Json:
    """The payload as an object that names no other fields: a misspelt one is not overlooked."""
    if payload is None:
        raise ProtocolError("payload_missing", command=command)
    if not isinstance(payload, dict) or not set(payload) <= set(fields):
        raise ProtocolError("payload_unexpected", command=command, fields=list(fields))
    return payload


def _rules(given: Any) -> RuleSet:
    """`{"preset": …, "house_rules": […], "options": {…}}`, or a rule-set as the API shows it."""
    if not isinstance(given, dict):
        raise ProtocolError("payload_unexpected", command="newround", field="rules")
    try:
        if "preset" not in given:
            return RuleSet.from_json(given)
        options = given.get("options", {})
        return engine.build_rules(
            given["preset"], house_rules=given.get("house_rules", ()), **options
        )
    except InvalidRules as error:
        facts = {"reason": error.code, "rule": error.rule, "facts": error.facts}
        raise ProtocolError("rules_not_allowed", **facts) from error
    except UnreadableRecord as error:
        raise ProtocolError("rules_not_allowed", reason="unreadable", problem=str(error)) from error
    except Exception as error:  # of another shape, wherever that shows
        raise ProtocolError("rules_not_allowed", reason="unreadable") from error
