"""A move as a request brings it, and the answer it gets; the same for both doors."""

from dataclasses import fields
from typing import Any, cast

import orjson

from games.moves.commands import Done, Move
from games.moves.redaction import shown
from rummy.engine import InvalidAction
from rummy.engine.as_json.stored import action_from_json
from web.api.repeating import usable_key


def read_move(*, table_id: int, player_id: int, key: str, data: dict[str, Any]) -> Move:
    """A move from a request's parts.

    Raises InvalidAction: a field is unknown, or the action unreadable; Refused: an unusable key.
    """
    usable_key(key)
    extra = sorted(data.keys() - {"action", "expected_version"})
    if extra:
        raise InvalidAction("unknown_field", fields=extra[:5])
    version = data.get("expected_version")
    if version is not None and (type(version) is not int or version < 0):
        raise InvalidAction("expected_version_unreadable")
    action = action_from_json(data.get("action"))
    known = {"type", *(field.name for field in fields(cast(Any, action)))}
    if unread := sorted(data["action"].keys() - known):
        raise InvalidAction("unknown_field", fields=unread[:5])
    return Move(table_id, player_id, action, version, key)


def answer_of(done: Done) -> dict[str, Any]:
    """The body of an accepted action: its events as the player may see them.

    To the byte the same for a repeat: what is read back from the log comes in another order of
    keys than what has just been decided, so keys are sorted.
    """
    body = {
        "version": done.events[-1].seq if done.events else done.version,
        "events": [shown(event, done.seat) for event in done.events],
    }
    answer: dict[str, Any] = orjson.loads(orjson.dumps(body, option=orjson.OPT_SORT_KEYS))
    return answer


def headers_of(done: Done) -> dict[str, str]:
    """What tells a repeat from the first answer."""
    return {"Idempotent-Replay": "true"} if done.replayed else {}
