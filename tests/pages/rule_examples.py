"""Plays a worked example of the book through the engine and holds it to every outcome it states.

"You" sit on seat 0 and begin; the last seat has dealt: the opponent's, in teams that at the right.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import pytest

from games.rulebook import Example, Move, Statement
from games.rulebook.notation import DUEL, FOUR, house_verbs, own_action
from rummy import engine
from rummy.engine.cards import mask_of, parse_card, parse_laid
from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.actions import (
    PASS_UPCARD,
    Answer,
    Discard,
    DrawStock,
    Knock,
    LaidOff,
)
from rummy.engine.families.knock.actions import TakeUpcard as Take
from rummy.engine.families.knock.events import Answered
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.state import KnockState, Phase
from rummy.engine.families.table_melding.rules.laws import TableMeldingLaws
from rummy.engine.families.table_melding.rules.laws import laws_of as table_melding_laws
from rummy.engine.house_rules.catch_the_glass import GlassClaimed
from rummy.engine.records import Action, Event, action_from_json
from rummy.engine.table_melding import Figure, figure_of, lay_off
from rummy.match import MatchFormat, MatchTerms, opening_state
from rummy.match.decision import verdict
from tests.pages.rule_turns import TurnPlayer

SEATS = {"you": 0, "opponent": 1, "left": 1, "partner": 2, "right": 3, "team": 0, "others": 1}


def play_example(example: Example) -> None:
    """AssertionError where the engine disagrees with the example."""
    assert example.outcomes, "an example states what comes of it"
    if engine.PRESETS[example.preset].family == "table_melding":
        _play_table_melding(example)
        return
    player = _Player(example)
    for line in example.statements:
        if line.name in player.checks:
            player.checks[line.name](line)
    assert player.refusal is None, f"refused, and the example does not say so: {player.refusal}"


def _play_table_melding(example: Example) -> None:
    turns = TurnPlayer(example) if any(line.moves for line in example.statements) else None
    for line in example.statements:
        if turns is not None and line.name in turns.checks:
            turns.checks[line.name](line)
        elif line.name in _TABLE_MELDING:
            _TABLE_MELDING[line.name](line, _laws(example))
    refusal = turns.refusal if turns is not None else None
    assert refusal is None, f"refused, and the example does not say so: {refusal}"


@dataclass
class _Player:
    example: Example
    refusal: IllegalAction | None = None
    last: list[Event] = field(default_factory=list)
    standing: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    def __post_init__(self) -> None:
        options = dict(self.example.options)
        self.rules = engine.build_rules(
            self.example.preset, house_rules=self.example.house_rules, **options
        )
        self.melder = laws_of(self.rules).knocking
        if self.example.first("you") is not None:
            self.state = self._dealt()
        self.checks: dict[str, Callable[[Statement], None]] = {
            "turn": self._turn,
            "score": self._score,
            "refused": self._refused,
            "gone": self._gone,
            "limit": lambda line: _same(self.state.open.knock_limit, int(line.words)),
            "meld": lambda line: _same(self.melder.meld(_laid(line)) is not None, True),
            "no meld": lambda line: _same(self.melder.meld(_laid(line)), None),
            "deadwood": self._deadwood,
            "match": self._match,
            "winner": self._winner,
            "rated": lambda line: _same(self.rules.rated, line.words != "no"),
        }

    def _dealt(self) -> KnockState:
        sides = FOUR if self.rules.teams else DUEL
        size = laws_of(self.rules).numbers.hand_size
        hands = [self._named(side) for side in sides]
        drawn = [move.cards[0] for move in self._moves() if move.verb == "draw"]
        upcard, bottom = self._named("upcard"), self._named("bottom")
        named = [parse_card(card) for card in (*chain(*hands), *upcard, *drawn, *bottom)]
        assert len(set(named)) == len(named), "a card is named twice"
        spare = [card for card in engine.deck_cards(self.rules) if card not in named]
        for hand in hands:
            assert len(hand) in (0, size), "a hand has ten cards, in teams seven"
        dealt = [_filled(hand, size, spare) for hand in hands]
        first = [card for pair in zip(*dealt, strict=True) for card in pair]
        last = [parse_card(card) for card in bottom]
        deck = [*first, *_filled(upcard, 1, spare), *map(parse_card, drawn), *spare, *last]
        state, _ = engine.start_round(self.rules, len(sides), deck, dealer=len(sides) - 1)
        assert isinstance(state, KnockState)
        return state

    def _named(self, name: str) -> tuple[str, ...]:
        line = self.example.first(name)
        return line.cards if line is not None else ()

    def _moves(self) -> list[Move]:
        return [move for line in self.example.statements for move in line.moves]

    def _turn(self, line: Statement) -> None:
        for move in line.moves:
            assert self.refusal is None, "nothing is done after a refusal"
            if move.verb == "run out":
                self._run_out()
            elif move.verb == "all pass":
                self._all_pass()
            else:
                self._act(SEATS[line.side], move)

    def _act(self, seat: int, move: Move) -> None:
        try:
            self._do(seat, _action(move))
        except IllegalAction as refusal:
            self.refusal = refusal
            return
        if move.verb == "answer":
            (answer,) = (event for event in self.last if isinstance(event, Answered))
            _same(mask_of(one.card for one in answer.layoffs), mask_of(map(parse_card, move.cards)))
        if move.verb == "draw":
            _same(self.state.drawn, parse_card(move.cards[0]))

    def _do(self, seat: int, action: Action) -> None:
        self.last = engine.decide(self.state, seat, action)
        for event in self.last:
            state = engine.evolve(self.state, event)
            assert isinstance(state, KnockState)
            self.state = state

    def _run_out(self) -> None:
        while self.state.turn is not None:
            self._do(self.state.turn, DrawStock())
            assert self.state.drawn is not None
            self._do(self.state.turn, Discard(self.state.drawn))

    def _all_pass(self) -> None:
        while self.state.phase is Phase.UPCARD_OFFER:
            assert self.state.turn is not None
            self._do(self.state.turn, PASS_UPCARD)

    def _score(self, line: Statement) -> None:
        outcome = self.state.open.outcome
        assert outcome is not None, "the round is not over"
        if line.words == "none":
            _same((outcome.winner, outcome.lines), (None, ()))
            return
        stated = {part.rsplit(" ", 1)[0].strip(): part for part in line.words.split(",")}
        found: dict[str, int] = {}
        for one in outcome.lines:
            if one.seat == SEATS[line.side]:
                found[one.reason] = found.get(one.reason, 0) + one.points
        _same(found, {reason: int(part.rsplit(" ", 1)[1]) for reason, part in stated.items()})
        if self.example.statements[-1] is line:
            self._all_lines_told()

    def _all_lines_told(self) -> None:
        outcome = self.state.open.outcome
        told = {
            seat
            for line in self.example.outcomes
            if line.side
            for seat in self.rules.side_of(SEATS[line.side], self.state.seats)
        }
        assert outcome is not None
        assert {line.seat for line in outcome.lines} == told, "somebody's points are not told"

    def _refused(self, line: Statement) -> None:
        code, _, facts = line.words.partition(" ")
        assert self.refusal is not None, f"not refused: {code}"
        stated = dict(pair.split("=") for pair in facts.split())
        _same(self.refusal.code, code)
        _same({name: _plain(self.refusal.facts[name]) for name in stated}, stated)
        self.refusal = None

    def _gone(self, line: Statement) -> None:
        (claim,) = (event for event in self.last if isinstance(event, GlassClaimed))
        _same(claim.cards, mask_of(map(parse_card, line.cards)))

    def _deadwood(self, line: Statement) -> None:
        points = self.melder.points(mask_of(map(parse_card, line.cards)))
        _same(points, int(line.words.split()[0]))

    def _match(self, line: Statement) -> None:
        results = [part.split()[1].split("/") for part in line.words.split(",")]
        self.standing = (
            tuple(int(one[0]) for one in results),
            tuple(int(one[1]) for one in results),
        )

    def _winner(self, line: Statement) -> None:
        terms = MatchTerms(rules=self.rules, seats=2, format=MatchFormat.MATCH)
        totals, won = self.standing
        found = verdict(replace(opening_state(terms), totals=totals, rounds_won=won))
        expected = (SEATS[line.words],) if line.words in SEATS else None
        _same(found.winners if found else None, expected)


def _action(move: Move) -> Action:
    cards = [parse_card(card) for card in move.cards]
    own = next((verb for verb in house_verbs() if verb.text == move.verb), None)
    if own is not None:
        return action_from_json(own_action(own, move.said))
    match move.verb:
        case "draw":
            return DrawStock()
        case "take":
            return Take()
        case "discard":
            return Discard(cards[0])
        case "knock":
            melds = tuple(tuple(map(parse_laid, meld)) for meld in move.melds)
            return Knock(cards[0], melds or None)
        case "answer":
            return Answer()
        case "lay off":
            return Answer((), tuple(LaidOff(card, move.on - 1) for card in cards))
    raise AssertionError(move.verb)


def _laws(example: Example) -> TableMeldingLaws:
    options: dict[str, Any] = dict(example.options)
    return table_melding_laws(engine.build_rules(example.preset, **options))


def _figure(text: str, laws: TableMeldingLaws) -> Figure | None:
    figure = figure_of(tuple(map(parse_laid, text.split())))
    return figure if figure is not None and laws.melds.allow(figure) else None


def _worth(line: Statement, laws: TableMeldingLaws) -> None:
    points, _of, melds = line.words.partition(" of ")
    figures = [_figure(meld, laws) for meld in melds.split("/")]
    assert all(figures), f"no meld among {melds}"
    _same(sum(laws.melds.points(figure) for figure in figures if figure), int(points))


def _left(line: Statement, laws: TableMeldingLaws) -> None:
    _same(laws.penalty_of(mask_of(map(parse_card, line.cards))), int(line.words.split()[0]))


def _fits(line: Statement, laws: TableMeldingLaws) -> None:
    card, _on, meld = line.words.partition(" on ")
    figure = _figure(meld, laws)
    assert figure is not None, f"no meld: {meld}"
    grown = lay_off(figure, parse_laid(card))
    fits = grown is not None and laws.melds.allow(grown)
    _same(fits, line.name == "fits")


_TABLE_MELDING: dict[str, Callable[[Statement, TableMeldingLaws], None]] = {
    "meld": lambda line, laws: _same(_figure(line.words, laws) is not None, True),
    "no meld": lambda line, laws: _same(_figure(line.words, laws), None),
    "worth": _worth,
    "in hand": _left,
    "fits": _fits,
    "fits not": _fits,
}


def _filled(named: tuple[str, ...], size: int, spare: list[int]) -> list[int]:
    cards = [parse_card(card) for card in named]
    return cards + [spare.pop() for _ in range(size - len(cards))]


def _laid(line: Statement) -> list[int]:
    return [parse_laid(word) for word in line.words.split()]


def _plain(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _same(found: object, stated: object) -> None:
    if found != stated:
        pytest.fail(f"the engine says {found!r}, the page {stated!r}")
