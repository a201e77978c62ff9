"""Find puzzles: `python -m benchmarks.find_puzzles THEME GAME FIRST COUNT [PROCESSORS]`.

THEME is one of `rummy.puzzles.puzzle.THEMES`, or `any` for one that is weighed. Looks for them in
so many deals of a preset, by their numbers, and writes each one that is proved to a line of its own
in `rummy/puzzles/stored/GAME.jsonl`. What is weighed takes one to ten minutes of processor time.
What is found in a deal depends on its number and the theme alone.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from benchmarks.rounds import play_round
from rummy import engine
from rummy.bots import BOTS
from rummy.bots.playing import decision_of
from rummy.bots.serving.dice import SeededDice
from rummy.engine.families.table_melding.actions import LayMeld
from rummy.engine.moves import Discard
from rummy.engine.records import Event
from rummy.puzzles.finding import FINDERS, weighed_of
from rummy.puzzles.position import Position
from rummy.puzzles.puzzle import GO_OUT, LAYING, Puzzle, goes_out
from rummy.puzzles.store import STORED

LAID_MIN = 3  # moves of a turn in which it takes thought to go out


def weighed_in(game: str, deal: int, theme: str = "") -> Iterator[Puzzle]:
    """What a round of this preset offers to be weighed; the deal's number decides all chance in it.

    It takes minutes: of each round only one decision, three times of four one that somebody
    missed, of this theme or else of any as often as of another.
    """
    rules, events = _played(game, deal)
    dice = SeededDice(f"one of {game} {deal}")
    yield from weighed_of(rules, events, dice, theme=theme, missed=bool(deal % 4))


def ways_out_in(game: str, deal: int) -> Iterator[Puzzle]:
    """The last turn of the round, where somebody went out in several moves."""
    rules, events = _played(game, deal)
    if rules.family == "table_melding":
        yield from _ways_out(rules, events)


def _played(game: str, deal: int) -> tuple[engine.RuleSet, list[Event]]:
    rules = engine.build_rules(game)
    levels = ("casual", "solid") if deal % 2 else ("solid", "expert")
    dice = SeededDice(f"puzzles {game} {deal}")
    cards = engine.deck_cards(rules)
    played = play_round(
        rules,
        [BOTS[level] for level in levels],
        dealer=dice.randrange(2),
        decks=[dice.shuffled(cards) for _ in range(1 + rules.reshuffles)],
        dice=[SeededDice(f"puzzles {game} {deal} {seat}") for seat in range(2)],
    )
    return rules, played.events


def _ways_out(rules: engine.RuleSet, events: Sequence[Event]) -> Iterator[Puzzle]:
    places = [place for place, event in enumerate(events) if event.cause() is not None]
    seat = getattr(events[places[-1]], "seat", 0)
    turn: list[int] = []
    for place in reversed(places):
        action = events[place].cause()
        if getattr(events[place], "seat", None) != seat:
            break
        if not isinstance(action, (*LAYING, Discard)):
            break
        turn.insert(0, place)
    line = tuple(action for place in turn if (action := events[place].cause()) is not None)
    laid = [action for action in line if isinstance(action, LAYING)]
    if len(laid) < LAID_MIN or all(isinstance(action, LayMeld) for action in laid):
        return
    position = Position(rules, 2, tuple(events[: turn[0]]), seat)
    if goes_out(position, line):
        found_by = tuple(level for level in FINDERS if _finds_a_way(position, level))
        yield Puzzle(theme=GO_OUT, position=position, line=line, found_by=found_by)


def _finds_a_way(position: Position, level: str) -> bool:
    state, recalled, dice = position.state, position.recalled, SeededDice("found")
    while state.turn == position.seat:
        *_, done = decision_of(state, recalled, position.seat, BOTS[level], dice)
        state, recalled = done.state, done.recalled
    return state.is_over


def _found(theme: str, game: str, deal: int) -> list[str]:
    if theme == GO_OUT:
        found = ways_out_in(game, deal)
    else:
        found = weighed_in(game, deal, "" if theme == "any" else theme)
    return [
        json.dumps({"key": f"{game}-{deal}-{puzzle.theme}", **puzzle.to_json()}) for puzzle in found
    ]


def main(theme: str, game: str, first: str, count: str, processors: str = "") -> None:
    STORED.mkdir(exist_ok=True)
    deals = range(int(first), int(first) + int(count))
    with (
        ProcessPoolExecutor(int(processors or os.cpu_count() or 1)) as pool,
        (STORED / f"{game}.jsonl").open("a") as file,
    ):
        running = [pool.submit(_found, theme, game, deal) for deal in deals]
        for done in as_completed(running):
            for line in done.result():
                print(line, file=file, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
