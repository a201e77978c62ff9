"""The two kinds of message: actions (what a seat asks) and events (what happened).

Both are frozen values with a `type` word; both travel as JSON objects `{"type": …, …}`.
Families and house rules declare theirs as subclasses; the word must be unique.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rummy.engine.as_json.codec import Json, read_record, write_record
from rummy.engine.errors import InvalidAction, UnreadableRecord

VALUES_MAX = 300  # in an action: every card of three packs is fewer
EVENTS_VERSION = 1  # of a round's log; its first event, the deal, carries it as `v`


class Action:
    """Something a seat asks to do, in the imperative.

    One that `takes_back` undoes what was done in this turn, and could be repeated for ever.
    """

    __slots__ = ()
    type: ClassVar[str]
    takes_back: ClassVar[bool] = False


class CutShort(list[Action]):
    """A list of legal actions for which the steps did not suffice: more may be legal than it names.

    What it names is legal, and a turn can be drawn for and ended by it.
    """


class Event:
    """Something that happened, in the past tense."""

    __slots__ = ()
    type: ClassVar[str]
    takes_back: ClassVar[bool] = False

    def redact(self, seat: int | None) -> "Event":
        """The event as this seat, or a spectator (None), may see it."""
        return self

    def cause(self) -> Action | None:
        """The action of the seat, in full, that leads to the event; None when it follows by itself.

        Asked of the first event of a decision: `decide(state, event.seat, event.cause())` yields
        it and all that followed from it. An answer shown after gin follows from the knock before.
        """
        return None


_ACTIONS: dict[str, type[Action]] = {}
_EVENTS: dict[str, type[Event]] = {}
A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event)


@dataclass_transform(frozen_default=True)
def action_type(word: str) -> Callable[[type[A]], type[A]]:
    """Class decorator: an action, as a frozen record that is read from JSON by this word."""
    return partial(_declared, _ACTIONS, word)


@dataclass_transform(frozen_default=True)
def event_type(word: str) -> Callable[[type[E]], type[E]]:
    """Class decorator: the same for an event."""
    return partial(_declared, _EVENTS, word)


def _declared(table: dict[str, Any], word: str, cls: Any) -> Any:
    if word in table:
        raise ValueError(f"{word!r} is declared twice")
    cls.type = word
    table[word] = dataclass(frozen=True, slots=True)(cls)
    return table[word]


def action_to_json(action: Action) -> Json:
    """The action as `{"type": …, …}`."""
    return {"type": action.type, **write_record(action)}


def action_from_json(data: Any) -> Action:
    """The action in a JSON object; InvalidAction when it cannot be read."""
    if not isinstance(data, dict):
        raise InvalidAction("action_not_an_object")
    if "type" not in data:
        raise InvalidAction("action_type_missing")
    name = data["type"]
    cls = _ACTIONS.get(name) if isinstance(name, str) else None
    if cls is None:
        raise InvalidAction("action_type_unknown", type=str(name)[:40])
    if _values_in(data) > VALUES_MAX:
        raise InvalidAction("action_too_long", type=name, most=VALUES_MAX)
    try:
        return read_record(cls, data)
    except UnreadableRecord as error:
        facts = {"field": error.field, "why": error.why}
        if error.why != "missing":
            facts["found"] = str(error.found)[:80]
        raise InvalidAction("action_unreadable", type=name, **facts) from error


def _values_in(data: Any) -> int:
    """How many single values, lists and objects this JSON holds."""
    count, waiting = 0, [data]
    while waiting and count <= VALUES_MAX:
        one = waiting.pop()
        count += 1
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return count


def event_class(name: str) -> type[Event] | None:
    """The class of events stored under this `type` word; None for a word of somebody else."""
    return _EVENTS.get(name)


def event_to_json(event: Event) -> Json:
    """The event as `{"type": …, …}`; what a seat may not see is simply absent."""
    return {"type": event.type, **write_record(event)}


def event_from_json(data: Any) -> Event:
    """The event in a stored JSON object; UnreadableRecord when this version cannot read it."""
    cls = _EVENTS.get(str(data.get("type"))) if isinstance(data, dict) else None
    if cls is None or data.get("v", EVENTS_VERSION) != EVENTS_VERSION:
        raise UnreadableRecord("another_version", field="event", found=data)
    return read_record(cls, data)
