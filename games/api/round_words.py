"""What a seat sees of a round, as a JSON schema: what all games have, then what each family adds.

A family's fields come with its games only. A test holds this against the views of every preset.
"""

from games.api.vocabulary import CARD_REF, LAID_REF, Json, list_of
from rummy.engine.families.knock.state import Phase as KnockPhase
from rummy.engine.families.table_melding.state import Act
from rummy.engine.families.table_melding.state import Phase as TableMeldingPhase

_WHOLE: Json = {"type": "integer"}
_FLAG: Json = {"type": "boolean"}
_CARD_OR_NONE: Json = {"oneOf": [CARD_REF, {"type": "null"}]}


def _said(schema: Json, words: str) -> Json:
    return {**schema, "description": words}


def _object(**members: Json) -> Json:
    return {"type": "object", "properties": members, "required": list(members)}


_CARDS = list_of(CARD_REF)
_LAID_CARDS = list_of(LAID_REF)
_SCORE: Json = _object(
    reason=_said({"type": "string"}, "as in the score sheet"),
    winner={"type": ["integer", "null"]},
    points=list_of(_WHOLE, "by seat"),
    lines=list_of({"$ref": "#/components/schemas/ScoreLineShape"}),
)
_SCORE["properties"]["tallies"] = list_of(
    {"$ref": "#/components/schemas/RoundTallyShape"}, "by seat, where melds lie on the table"
)

_COMMON: Json = {
    "number": _WHOLE,
    "dealer": _WHOLE,
    "commitment": _said({"type": "string"}, "to the shuffle, before your seed"),
    "seat": {"type": ["integer", "null"], "description": "yours; null for a spectator"},
    "phase": {
        "type": "string",
        "enum": list(dict.fromkeys(phase.value for phase in (*KnockPhase, *TableMeldingPhase))),
        "description": "`upcard_offer`, `discard` and `answer` in gin, `play` in Rommé",
    },
    "turn": {"type": ["integer", "null"]},
    "hand": {"type": ["array", "null"], "items": CARD_REF, "description": "yours; null: none"},
    "hand_counts": list_of(_WHOLE),
    "upcard": _CARD_OR_NONE,
    "discard_pile": list_of(CARD_REF, "bottom to top"),
    "stock_count": _WHOLE,
    "must_draw_stock": _said(_FLAG, "the discard pile may not be drawn from in this turn"),
    "drawn": _said(_CARD_OR_NONE, "what you have just drawn"),
    "score": {"oneOf": [_SCORE, {"type": "null"}], "description": "when the round is over"},
    "memory": _said({"type": "object"}, "what the house reads a stored view back by"),
}
_GIN: Json = {
    "knock_limit": _said(_WHOLE, "gin: the most points to knock with"),
    "shown_card": _said(_CARD_OR_NONE, "gin: the card that sets the knock limit (GIN-S6)"),
    "removed": list_of(CARD_REF, "gin: cards out of play"),
    "taken_upcard": _said(_CARD_OR_NONE, "gin: what was taken from the pile in this turn"),
    "upcard_streak": _said(_WHOLE, "gin: turns in a row that took from the pile (GIN-14)"),
    "upcard_passes": _said(_WHOLE, "gin: how often the first upcard was left (GIN-11)"),
    "partner_hand": list_of(CARD_REF, "team gin: your partner's"),
    "arrangement": {
        "oneOf": [
            _object(melds=list_of(_LAID_CARDS), deadwood=_CARDS, points=_WHOLE),
            {"type": "null"},
        ],
        "description": "gin: the best melds of your hand",
    },
    "knockable": list_of(
        _object(card=CARD_REF, points=_WHOLE),
        "gin: discards with which you may knock, and the deadwood that leaves",
    ),
    "must_meld": list_of(CARD_REF, "gin: cards that must lie in melds when you knock (GIN-S8)"),
    "signs": list_of(
        _object(
            seat=_WHOLE,
            sign={"type": "string"},
            facts={"type": "object", "additionalProperties": _WHOLE},
        ),
        "gin: what house rules show of a seat (its key, and its numbers)",
    ),
    "shown": list_of(
        _object(
            seat=_WHOLE,
            melds=list_of(_LAID_CARDS),
            deadwood=_CARDS,
            layoffs=list_of(_object(card=LAID_REF, meld=_WHOLE)),
            points=_WHOLE,
        ),
        "gin: hands laid open after a knock",
    ),
}
_ROMME: Json = {
    "melds": list_of(
        _object(
            seat={"type": ["integer", "null"], "description": "who laid it; null: rearranged"},
            kind={"type": "string", "enum": ["set", "run"]},
            cards=_LAID_CARDS,
            points=_WHOLE,
        ),
        "Rommé: on the table; an action's `meld` is a place in this list, from 0",
    ),
    "opened": list_of(_FLAG, "Rommé, by seat: whether it has laid its first meld"),
    "first_meld": {
        "oneOf": [_object(points=_WHOLE, needed=_WHOLE), {"type": "null"}],
        "description": "Rommé: how far the seat on turn is with its first meld (GER-8)",
    },
    "laid": list_of(_WHOLE, "Rommé, by seat: points laid"),
    "taken": _said(_CARD_OR_NONE, "Rommé: what was taken from the pile in this turn"),
    "must_use": _said(_CARD_OR_NONE, "Rommé: the card that must be laid before the turn ends"),
    "freed": list_of(CARD_REF, "Rommé: jokers exchanged, to be laid anew in this turn (GER-9)"),
    "steps": list_of(
        _object(
            act={"type": "string", "enum": [act.value for act in Act]},
            cards=_LAID_CARDS,
            meld={"type": ["integer", "null"]},
        ),
        "Rommé: what was done in this turn and `undo` takes back, the last one last",
    ),
    "claims": list_of(_WHOLE, "Rommé: seats that knocked for the discard (GER-V4)"),
    "cut": _said(_CARD_OR_NONE, "Rommé: the joker kept at the cut (GER-V7)"),
    "rebuilt": _said(_WHOLE, "Rommé: how often the pile has become the stock again"),
    "hands": {
        "type": ["array", "null"],
        "items": _CARDS,
        "description": "Rommé: what was left in each hand, when the round is over",
    },
}
ROUND_VIEW: Json = {
    "type": "object",
    "required": ["number", "dealer", "commitment"],
    "properties": {**_COMMON, **_GIN, **_ROMME},
    "additionalProperties": True,
}
