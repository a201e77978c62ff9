"""Plays the turns of a table-melding example through the engine, from the position it names."""

from typing import Any

from games.rulebook import Example, Move, Statement
from rummy import engine
from rummy.engine.cards import cards_text, mask_of, parse_card, parse_laid
from rummy.engine.errors import IllegalAction
from rummy.engine.families.table_melding.actions import (
    END_TURN,
    UNDO,
    ExchangeJoker,
    LayMeld,
    LayOff,
    Rearrange,
    TakeDiscard,
)
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action
from tests.engine.table_melding.dealing import Round, position

SEATS = {"you": 0, "opponent": 1}


class TurnPlayer:
    """Carries out an example's turns and answers what it states of them."""

    def __init__(self, example: Example) -> None:
        self.round = _position(example)
        self.refusal: IllegalAction | None = None
        self.checks = {
            "turn": self._turn,
            "refused": self._refused,
            "then": self._then,
            "kept": self._kept,
            "laid": lambda line: _same(self.round.state.open.laid[0], int(line.words)),
            "score": self._score,
        }

    def _turn(self, line: Statement) -> None:
        for move in line.moves:
            assert self.refusal is None, "nothing is done after a refusal"
            try:
                self.round.does(SEATS[line.side], _action(move))
            except IllegalAction as refusal:
                self.refusal = refusal
            else:
                if move.verb == "draw":
                    _same(self.round.state.hidden.drawn, parse_card(move.cards[0]))

    def _refused(self, line: Statement) -> None:
        code, _, facts = line.words.partition(" ")
        assert self.refusal is not None, f"not refused: {code}"
        stated = dict(pair.split("=") for pair in facts.split())
        _same(self.refusal.code, code)
        _same({name: _plain(self.refusal.facts[name]) for name in stated}, stated)
        self.refusal = None

    def _then(self, line: Statement) -> None:
        stated = [" ".join(meld.split()) for meld in line.words.split("/")]
        _same(sorted(self.round.table()), sorted(stated))

    def _kept(self, line: Statement) -> None:
        _same(cards_text(self.round.hand(0)), cards_text(mask_of(map(parse_card, line.cards))))

    def _score(self, line: Statement) -> None:
        stated = {
            part.rsplit(" ", 1)[0].strip(): int(part.rsplit(" ", 1)[1])
            for part in line.words.split(",")
        }
        seat = SEATS[line.side]
        lines = [one for one in self.round.score.lines if one.seat == seat]
        _same({one.reason: one.points for one in lines}, stated)


def _position(example: Example) -> Round:
    options: dict[str, Any] = dict(example.options)
    rules = engine.build_rules(example.preset, **options)
    words = {line.name: line.words for line in example.statements}
    drawn = [m.cards[0] for line in example.statements for m in line.moves if m.verb == "draw"]
    draws = bool(drawn) or any(
        move.verb == "take" for line in example.statements for move in line.moves
    )
    return position(
        rules,
        words["you"],
        melds=[meld.strip() for meld in words["table"].split("/")] if "table" in words else (),
        pile=words.get("pile", ""),
        stock=" ".join(drawn),
        others=[words.get("opponent", "")],
        opened="opened" not in words,
        phase=Phase.DRAW if draws else Phase.PLAY,
    )


def _action(move: Move) -> Action:
    simple: dict[str, Action] = {"draw": DRAW_STOCK, "end turn": END_TURN, "take back": UNDO}
    if move.verb in simple:
        return simple[move.verb]
    melds = tuple(tuple(map(parse_laid, meld)) for meld in move.melds)
    cards = [parse_laid(card) for card in move.cards]
    match move.verb:
        case "take":
            return TakeDiscard(cards[0])
        case "meld":
            return LayMeld(melds[0])
        case "lay off":
            return LayOff(cards[0], move.on - 1)
        case "exchange":
            return ExchangeJoker(cards[0], move.on - 1, cards[1])
        case "rearrange":
            return Rearrange(melds)
        case "discard":
            return Discard(cards[0])
    raise AssertionError(move.verb)


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _same(found: object, stated: object) -> None:
    assert found == stated, f"the engine says {found!r}, the page {stated!r}"
