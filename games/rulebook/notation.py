"""The notation of worked examples: one statement per line, `name: what`.

    rules: gin_classic point_limit=100  preset, house rules, options (or `on`); else gin_palast
    you: As 2s 3s 7h 7c 7d Ts Js Qs Kd  the hand dealt; "you" begin, the opponent has dealt
    opponent: …
    upcard: 5c                          the first card of the discard pile
    bottom: Ad                          the bottom card of the stock
    turn you: draw 6h; knock Kd         moves in order; a card drawn is thereby next in the stock
    turn opponent: answer 4s            the best answer, which lays off exactly these cards

At a team table `you`, `left`, `partner` and `right` sit clockwise, and the one at the right has
dealt; points are those of your `team` or of the `others`.

Moves: `draw C`, `take C`, `discard C`, `knock C`, `knock C as M / M`, `answer C …`,
`lay off C on N` (onto the knocker's meld number N), `run out` (both draw and discard until the
round ends), `all pass` (until nobody is offered the upcard any more), and the verbs of house rules.

What must come of it: `score you: deadwood 18, box_bonus 10`, `score: none`, `refused: CODE` (the
last move), `gone: C …` (out of the pile for good), `gone: none`, `limit: N`, `meld: C …`,
`no meld: C …`, `deadwood: 13 of C …`, `match: you 130/2, opponent 90/3` (points and rounds won),
followed by `winner: you` or `winner: nobody yet`, and `rated: no`. Of the table-melding games:
`worth: 36 of M / M` (melds laid), `in hand: 48 of C …`, `fits: C on M`, `fits not: C on M`.

A turn of a table-melding game begins with `you: C …` (the hand), `table: M / M` (laid by the
opponent), `pile: C …` (bottom first), `opened: nobody` (else you have made your first meld). Moves:
`draw C`, `take C` (with all above it), `meld M`, `lay off C on N`, `exchange C for X1 on N`,
`rearrange M / M`, `discard C`, `end turn`, `take back`. Then `then: M / M` (the table), `kept: C …`
(your hand), `laid: 28` (your points so far), `score you: …`, `refused: CODE`.
"""

from typing import NamedTuple

from rummy.engine import HOUSE_RULES, PRESETS
from rummy.engine.cards import parse_card
from rummy.engine.errors import InvalidAction
from rummy.engine.records import action_from_json
from rummy.words import Verb

DUEL = ("you", "opponent")
FOUR = ("you", "left", "partner", "right")
SIDES = frozenset({*DUEL, *FOUR, "team", "others"})
SETTINGS = frozenset({"rules", *DUEL, *FOUR, "upcard", "bottom", "table", "pile", "opened"})
ACTS = frozenset({"turn", "match"})
OUTCOMES = frozenset(
    {"score", "refused", "gone", "limit", "meld", "no meld", "deadwood", "winner", "rated"}
    | {"worth", "in hand", "fits", "fits not", "then", "kept", "laid"}
)
VERBS = (
    "draw",
    "take back",
    "take",
    "meld",
    "exchange",
    "rearrange",
    "end turn",
    "discard",
    "knock",
    "answer",
    "lay off",
    "run out",
    "all pass",
)


class UnreadableExample(ValueError):
    """An example that does not follow the notation; says which line."""


class Move(NamedTuple):
    """A verb with its cards; `melds` of a named knock, `on` the meld (from 1) laid off on.

    `said` is what stands behind a house rule's verb.
    """

    verb: str
    cards: tuple[str, ...] = ()
    melds: tuple[tuple[str, ...], ...] = ()
    on: int = 0
    said: str = ""


class Statement(NamedTuple):
    """One line: `name`, whose it is (`side`, or ""), its words, and the moves of a turn."""

    name: str
    side: str
    words: str
    moves: tuple[Move, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(word for word in self.words.split() if _is_card(word))


class Example(NamedTuple):
    """The rules it is played by, and its statements in order."""

    preset: str
    house_rules: tuple[str, ...]
    options: tuple[tuple[str, int], ...]
    statements: tuple[Statement, ...]

    def first(self, name: str) -> Statement | None:
        return next((line for line in self.statements if line.name == name), None)

    @property
    def outcomes(self) -> tuple[Statement, ...]:
        """What the example claims; a test holds the engine to it."""
        return tuple(line for line in self.statements if line.name in OUTCOMES)


def parse_example(text: str) -> Example:
    """The example in these lines; UnreadableExample when there is none."""
    statements = tuple(_statement(line) for line in text.strip().splitlines())
    rules = next((line for line in statements if line.name == "rules"), None)
    words = rules.words.split() if rules else []
    options = tuple(_option(*word.split("=")) for word in words if "=" in word)
    names = [word for word in words if "=" not in word]
    preset = names.pop(0) if names and names[0] in PRESETS else ""
    events = tuple(line for line in statements if line.name != "rules")
    return Example(preset or "gin_palast", tuple(names), options, events)


def _option(name: str, value: str) -> tuple[str, int]:
    """`point_limit=100`, or a variation that is `on`."""
    return name, True if value == "on" else int(value)


def _statement(line: str) -> Statement:
    head, colon, words = line.partition(":")
    name, side = head.strip(), ""
    if name.partition(" ")[2] in SIDES:
        name, _, side = name.partition(" ")
    known = name in SETTINGS | ACTS | OUTCOMES
    if not colon or not known or not words.strip():
        raise UnreadableExample(line)
    moves = tuple(_move(part.strip(), line) for part in words.split(";")) if name == "turn" else ()
    return Statement(name, side, words.strip(), moves)


def _move(text: str, line: str) -> Move:
    own = next((verb for verb in house_verbs() if f"{text} ".startswith(f"{verb.text} ")), None)
    if own is not None:
        return _own_move(own, text.removeprefix(own.text).strip(), line)
    verb = next((verb for verb in VERBS if text == verb or text.startswith(f"{verb} ")), None)
    if verb is None:
        raise UnreadableExample(line)
    rest = text.removeprefix(verb).split()
    if verb in ("meld", "rearrange"):
        return Move(verb, melds=_melds(rest, line))
    if verb == "exchange" and rest[1::2] != ["for", "on"]:
        raise UnreadableExample(line)
    if verb == "exchange":
        return Move(verb, (rest[0], rest[2]), on=int(rest[4]))
    named = rest.index("as") if "as" in rest else len(rest)
    melds = _melds(rest[named + 1 :], line) if named < len(rest) else ()
    on = int(rest[-1]) if verb == "lay off" else 0
    cards = tuple(rest[:named] if verb != "lay off" else rest[:-2])
    if not all(map(_is_card, cards)):
        raise UnreadableExample(line)
    return Move(verb, cards, melds, on)


def _melds(words: list[str], line: str) -> tuple[tuple[str, ...], ...]:
    melds = tuple(tuple(part.split()) for part in " ".join(words).split("/"))
    if not all(meld and all(map(_is_card, meld)) for meld in melds):
        raise UnreadableExample(line)
    return melds


def house_verbs() -> tuple[Verb, ...]:
    return tuple(verb for rule in HOUSE_RULES.values() for verb in rule.verbs)


def _own_move(verb: Verb, said: str, line: str) -> Move:
    try:
        action_from_json(own_action(verb, said))
    except InvalidAction as refusal:
        raise UnreadableExample(line) from refusal
    return Move(verb.text, said=said)


def own_action(verb: Verb, said: str) -> dict[str, str]:
    return {"type": verb.action} | ({verb.field: said} if verb.field else {})


def _is_card(word: str) -> bool:
    try:
        parse_card(word.partition("=")[0])
    except ValueError:
        return False
    return True
