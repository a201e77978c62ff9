"""The words of play as JSON schema: cards, actions, events; with examples for the API's pages.

Families and house rules add actions and events of their own; `type` says which it is. What may be
sent is said exactly, from the engine's own classes; of what comes, a client passes over what it
does not know. What a seat sees of a round is in `games.api.round_words`.
"""

from collections.abc import Iterable
from dataclasses import MISSING, fields
from typing import Any, cast

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from rummy import match  # noqa: F401  (declares the table's own actions)
from rummy.engine import HOUSE_RULES
from rummy.engine.cards import RANKS, SUITS
from rummy.engine.records import Action

Json = dict[str, Any]


def action_classes(base: type[Action] = Action) -> dict[str, type[Action]]:
    """All actions the house knows, by their `type` word."""
    found = {}
    for cls in base.__subclasses__():
        if "type" in vars(cls) and cls.__module__.startswith("rummy."):
            found[cls.type] = cls
        found |= action_classes(cls)
    return found


CARD: Json = {
    "type": "string",
    "pattern": "^([A2-9TJQK][shdc]2?|X[1-6])$",
    "description": "rank and suit; `2` marks the second pack; X1 to X6 are jokers",
    "examples": ["7h", "Td", "7h2", "X1"],
}
LAID_CARD: Json = {
    "type": "string",
    "pattern": "^([A2-9TJQK][shdc]2?|X[1-6](=[A2-9TJQK][shdc]2?)?)$",
    "description": "a card as it lies; a joker may be written with the card it stands for",
    "examples": ["7h", "X1=8h", "X1"],
}
CARD_REF: Json = {"$ref": "#/components/schemas/Card"}
LAID_REF: Json = {"$ref": "#/components/schemas/LaidCard"}


def list_of(items: Json, words: str = "") -> Json:
    return {"type": "array", "items": items, **({"description": words} if words else {})}


def _word(words: Iterable[str], meaning: str) -> Json:
    return {"type": "string", "enum": list(words), "description": meaning}


_MELDS = list_of(list_of(LAID_REF))
_LAYOFFS = list_of(
    {
        "type": "object",
        "required": ["card", "meld"],
        "properties": {"card": LAID_REF, "meld": {"type": "integer", "minimum": 0}},
        "additionalProperties": False,
    }
)

_MELD: Json = {"type": "integer", "minimum": 0, "description": "its number on the table"}
_MELDS_OR_NONE: Json = {**_MELDS, "type": ["array", "null"]}
# The fields of actions; first those that mean something of their own with one of them.
_FIELDS: dict[str, Json] = {
    "knock.melds": {**_MELDS_OR_NONE, "description": "left out, the best arrangement is laid"},
    "answer.melds": {
        **_MELDS_OR_NONE,
        "description": "all your melds; an empty list lays none. Left out or null, the melds are"
        " laid that leave least deadwood beside the lay-offs",
    },
    "rearrange.melds": {**_MELDS, "description": "all melds as they are to lie"},
    "lay_off.card": LAID_REF,
    "take_discard.card": {
        "oneOf": [CARD_REF, {"type": "null"}],
        "description": "it and all above it (R500-3); left out, the top one",
    },
    "card": CARD_REF,
    "cards": list_of(LAID_REF),
    "joker": CARD_REF,
    "meld": _MELD,
    "layoffs": {
        **_LAYOFFS,
        "type": ["array", "null"],
        "description": "all cards laid off on the knocker's melds, counted from 0; an empty list"
        " lays off none. Left out or null, those cards are laid off that leave least deadwood"
        " beside the melds",
    },
    "rank": _word(RANKS, "of the set in the discard pile (GIN-S1)"),
    "suit": _word(SUITS, "of the run in the discard pile (GIN-S1)"),
    "seed": {"type": "string", "maxLength": 64, "description": "your share in the next shuffle"},
    "days": {
        "type": "integer",
        "minimum": 1,
        "maximum": 30,
        "description": "how long your clock is to stand",
    },
}


def _action(word: str, cls: type[Action]) -> Json:
    own = fields(cast(Any, cls))
    named = {one.name: _FIELDS.get(f"{word}.{one.name}", _FIELDS.get(one.name)) for one in own}
    return {
        "type": "object",
        "title": word,
        "required": ["type", *(one.name for one in own if one.default is MISSING)],
        "properties": {"type": {"type": "string", "enum": [word]}, **named},
        "additionalProperties": False,
    }


ACTION: Json = {
    "description": "what a seat asks to do; the view's `legal` lists those you may send",
    "oneOf": [_action(word, cls) for word, cls in sorted(action_classes().items())],
}

EVENT: Json = {
    "type": "object",
    "required": ["seq", "at", "type"],
    "properties": {
        "seq": {"type": "integer", "description": "number in the table's log, without gaps"},
        "at": {"type": "integer", "description": "milliseconds since 1970"},
        "type": {"type": "string", "description": "what happened; hidden cards are absent"},
        "seat": {"type": "integer"},
        "card": LAID_REF,
    },
    "additionalProperties": True,
}

# Of a round that nobody played: nothing in it happened at any time.
IMAGINED_EVENT: Json = {
    **EVENT,
    "required": ["seq", "type"],
    "properties": {name: one for name, one in EVENT["properties"].items() if name != "at"},
}


def _message(data: Json, **more: Json) -> Json:
    return {
        "type": "object",
        "required": ["event", "data"],
        "properties": {
            "id": {"type": "string", "description": "send it back as `Last-Event-ID`"},
            "event": {"type": "string"},
            "data": data,
            **more,
        },
    }


_MESSAGES = {
    "text/event-stream": _message(
        {"type": "string", "contentMediaType": "application/json"},
        retry={"type": "integer", "description": "milliseconds"},
    ),
    "application/x-ndjson": _message({"type": "object", "description": "the same, as it is"}),
}


def stream_of(words: str) -> dict[tuple[int, str], OpenApiResponse]:
    """The messages of a stream in both of its forms; `words` say which there are."""
    return {
        (200, kind): OpenApiResponse(response=message, description=words)
        for kind, message in _MESSAGES.items()
    }


STREAM = stream_of(
    "`event: table`, `id:` the version, `data:` JSON with `version`, `events` and, if asked for, "
    "`view`; without an id: `chat` {last}, `notices` {unread}, for a seat `presence` "
    "{away: [{player, since}]}. `here` every two seconds says that the line "
    "is alive. The server closes after about ten minutes; reconnect with `Last-Event-ID` and "
    "nothing is missing.",
)
INBOX_STREAM = stream_of(
    "`event:` what it is about, `id:` where to go on, `data:` JSON: `inbox` "
    "{tables: [{table, seat, version}]}, `table` {table, seat, version, events, view}, `left` "
    "{table}, `notice` {id, kind, text, path, facts, at}, `tournament` "
    "{tournament, name, version, phase, is_paused, level (from 1), chips_per_point, next_at, "
    "round, entries, alive, tables, me {entry, status, rank, stack_chips, points, table, seat, "
    "won_chips, game_table}, decisions (about you)}, `chat` {table, last}. Pass over what you do "
    "not know.",
)
STREAM_EXAMPLES = [
    OpenApiExample(
        "a card drawn by the other seat",
        value={
            "id": "39",
            "event": "table",
            "data": '{"version":39,"events":'
            '[{"seq":39,"at":1790000000000,"seat":1,"type":"stock_drawn"}]}',
        },
        response_only=True,
        media_type="text/event-stream",
    )
]

SHOWN_RULE = next(rule for rule in HOUSE_RULES.values() if rule.sets_knock_limit)
TABLE_EXAMPLES = [
    OpenApiExample(
        "a match to 100 points for 50 chips each",
        value={"preset": "gin_palast", "format": "match", "point_limit": 100, "stake_chips": 50},
        request_only=True,
    ),
    OpenApiExample(
        f"three rounds with {SHOWN_RULE.title}, among friends",
        value={
            "preset": "gin_classic",
            "house_rules": [SHOWN_RULE.key],
            "format": "ring",
            "rounds": 3,
            "is_private": True,
        },
        request_only=True,
    ),
]


def _example(name: str, action: Json, version: int | None = None) -> OpenApiExample:
    value: Json = {"action": action}
    if version is not None:
        value["expected_version"] = version
    return OpenApiExample(name, value=value, request_only=True)


ACTION_EXAMPLES = [
    _example("get ready", {"type": "ready", "seed": "any text of mine"}),
    _example("draw", {"type": "draw_stock"}, 37),
    _example("discard", {"type": "discard", "card": "7h"}, 38),
    _example("knock", {"type": "knock", "card": "Ks", "melds": [["7c", "7d", "7s"]]}, 40),
    _example("answer a knock", {"type": "answer"}, 41),
    _example(
        "answer a knock: these lay-offs, the best melds",
        {"type": "answer", "layoffs": [{"card": "7h", "meld": 0}]},
        41,
    ),
]
