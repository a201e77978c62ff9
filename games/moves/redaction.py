"""A table's stored events as one seat may see them."""

from typing import Any

from games.moves.commands import StoredEvent
from rummy import engine
from rummy.engine.as_json.stored import event_from_json, event_to_json
from rummy.engine.records import Event, event_class


def shown(event: StoredEvent, seat: int | None) -> dict[str, Any]:
    """The event as JSON for a seat, or a spectator (None); hidden cards are absent.

    Only kinds that hide something are decoded; the rest is public as stored.
    """
    kind = event_class(event.kind)
    payload = event.payload
    if kind is not None and kind.redact is not Event.redact:
        redacted = engine.redact(event_from_json({"type": event.kind, **payload}), seat)
        payload = event_to_json(redacted)
    return {"seq": event.seq, "at": event.at_ms, **payload, "type": event.kind}
