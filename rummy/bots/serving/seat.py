"""One seat of one round: what it has seen, and the choice its bot makes of that."""

from typing import Any

from rummy import engine
from rummy.bots.families import interjection, remember
from rummy.bots.memory import NOTHING
from rummy.bots.player import Bot, Dice
from rummy.bots.thinking import learned
from rummy.engine.as_json.codec import Json
from rummy.engine.as_json.stored import event_from_json, view_from_json
from rummy.engine.errors import UnreadableRecord
from rummy.engine.records import Action, Event

from .errors import ProtocolError


class Seat:
    """Follows a round by the events that its seat may see.

    Whatever else an event holds is redacted first: a card that somebody sends by mistake is not
    looked at.
    """

    def __init__(self, rules: engine.RuleSet, seats: int, seat: int, dice: Dice) -> None:
        self._rules, self._seats, self._seat, self._dice = rules, seats, seat, dice
        self._view = engine.view(engine.fold(rules, seats, ()), seat)
        self._recalled = NOTHING

    def sees(self, data: Any) -> None:
        """One more event."""
        try:
            event = engine.redact(event_from_json(data), self._seat)
        except UnreadableRecord as error:
            raise ProtocolError("event_unreadable", problem=str(error)) from error
        if not self._may_follow(event):
            raise ProtocolError("event_impossible", type=event.type, seats=self._seats)
        try:
            view = engine.evolve_view(self._view, event)
            self._recalled = remember(self._recalled, event)
        except Exception as error:  # an event that fits nothing may break anywhere
            raise ProtocolError(
                "event_impossible", type=event.type, problem=type(error).__name__
            ) from error
        self._view = view

    def _may_follow(self, event: Event) -> bool:
        """The deal comes first and once, and everything is done by somebody who is seated."""
        deals = hasattr(event, "dealer")
        if deals != (self._view.phase == "deal"):
            return False
        hands = getattr(event, "hands", (None,) * self._seats)
        return len(hands) == self._seats and getattr(event, "seat", 0) in range(self._seats)

    def looks_at(self, data: Any) -> None:
        """A whole view, in place of what the events have given so far."""
        try:
            if not isinstance(data, dict):
                raise UnreadableRecord("not_an_object", field="view", found=data)
            view = view_from_json(self._rules, data)
        except UnreadableRecord as error:
            raise ProtocolError("view_unreadable", problem=str(error)) from error
        except Exception as error:  # whatever lacks or is of another kind
            raise ProtocolError("view_unreadable", problem=type(error).__name__) from error
        if view.seat != self._seat:
            raise ProtocolError("view_of_another_seat", seat=view.seat, expected=self._seat)
        self._view = view

    def learned(self, expected: tuple[float, ...]) -> tuple[float, ...]:
        """What is expected of the opponent after this round; as before where its end is unknown."""
        try:
            return learned(expected, self._view, self._recalled)
        except Exception:  # a view sent in place of events may contradict what they gave
            return expected

    def choose(self, bot: Bot) -> Action | None:
        """What to do now; None when it is another's turn and the moment may pass."""
        try:
            legal = self._view.legal_actions()
            if legal and self._view.turn == self._seat:
                return bot.choose(self._view, legal, self._dice, self._recalled)
            speaks = interjection(bot, self._view, legal)
        except Exception as error:  # what was sent may contradict itself
            raise ProtocolError("view_impossible", problem=type(error).__name__) from error
        if not legal:
            turn: Json = {"phase": str(self._view.phase), "turn": self._view.turn}
            raise ProtocolError("nothing_to_do", **turn)
        return speaks
