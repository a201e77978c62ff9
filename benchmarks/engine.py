"""The rules engine alone, beside OpenSpiel's gin rummy (C++) and RLCard's (Python).

`engine.gin.rounds`: whole random rounds through the public door, every event kept.
`engine.gin.playouts`: the same in simulation; `.thrifty` plays sensibly instead of by dice.
`engine.gin.melds`: the least deadwood of ten cards as dealt, of ten met in play (`.met`), of eleven
less a discard (`.eleven`), and of ten with jokers among them, for which there is no reference.

The rules are the same as far as there are options: first upcard offered, knock limit 10, both
bonuses 25. A random player takes each of the actions its engine calls legal equally often;
`.decisions` tells how many of them make a round. `engine.openspiel.*` and `engine.rlcard.*` are
what the ratios refer to, at their fastest. OpenSpiel's rollouts begin after the deal, which
favours them: our rounds are shuffled and dealt. Everybody takes turns, and a ratio is the median
over the turns, so what disturbs the machine disturbs all alike. Processor time is counted.
"""

import time
from collections.abc import Iterator
from statistics import median

from benchmarks import engine_gin, engine_openspiel, engine_rlcard
from benchmarks.contestants import Contestant
from benchmarks.report import Result, paired
from benchmarks.sizes import sized

TURNS = sized(9, 1)

# Name of the row, whose speed it is, and beside whom: a reference is shown by its own row.
ROUNDS = (
    ("engine.gin.rounds", "door", "OpenSpiel, rollouts in C++"),
    ("engine.gin.rounds.games", "door", "OpenSpiel, games in C++"),
    ("engine.gin.rounds.rlcard", "door", "RLCard, game alone"),
    ("engine.gin.rounds.rlcard_env", "door", "RLCard, environment"),
    ("engine.gin.playouts", "simulation", "OpenSpiel, rollouts in C++"),
    ("engine.gin.playouts.games", "simulation", "OpenSpiel, games in C++"),
    ("engine.gin.playouts.rlcard", "simulation", "RLCard, game alone"),
    ("engine.gin.playouts.thrifty", "simulation, thrifty", "OpenSpiel, its own bots in C++"),
    ("engine.openspiel.rollouts", "OpenSpiel, rollouts in C++", ""),
    ("engine.openspiel.games", "OpenSpiel, games in C++", ""),
    ("engine.openspiel.bots", "OpenSpiel, its own bots in C++", ""),
    ("engine.rlcard", "RLCard, game alone", ""),
    ("engine.rlcard.env", "RLCard, environment", ""),
)
MELDS = (
    ("engine.gin.melds", "ten dealt", "OpenSpiel, ten dealt"),
    ("engine.gin.melds.met", "ten met", "OpenSpiel, ten met"),
    ("engine.gin.melds.eleven", "eleven dealt", "OpenSpiel, eleven dealt"),
    ("engine.gin.melds.jokers1", "1 joker", ""),
    ("engine.gin.melds.jokers2", "2 jokers", ""),
    ("engine.gin.melds.jokers3", "3 jokers", ""),
    ("engine.openspiel.melds", "OpenSpiel, ten dealt", ""),
    ("engine.openspiel.melds.met", "OpenSpiel, ten met", ""),
    ("engine.openspiel.melds.eleven", "OpenSpiel, eleven dealt", ""),
)
DECISIONS = (
    ("engine.gin.rounds.decisions", "door"),
    ("engine.gin.playouts.decisions", "simulation"),
    ("engine.gin.playouts.thrifty.decisions", "simulation, thrifty"),
    ("engine.openspiel.games.decisions", "OpenSpiel, games in C++"),
    ("engine.openspiel.bots.decisions", "OpenSpiel, its own bots in C++"),
    ("engine.rlcard.decisions", "RLCard, game alone"),
)


def measure() -> list[Result]:
    contestants = {
        one.name: one
        for group in (engine_gin, engine_openspiel, engine_rlcard)
        for one in group.contestants()
    }
    rates = _rates(contestants)
    return [
        *_compared(ROUNDS, "rounds/s", rates),
        *_compared(MELDS, "evaluations/s", rates),
        *_decisions(contestants),
    ]


def _rates(contestants: dict[str, Contestant]) -> dict[str, list[float]]:
    """Everybody's speed in every turn; a first turn warms up and does not count."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(TURNS + 1):
        for name, contestant in contestants.items():
            work = contestant.prepare()
            began = time.process_time()
            done = work()
            spent = time.process_time() - began
            if turn:
                rates[name].append(done / spent)
    return rates


def _compared(
    rows: tuple[tuple[str, str, str], ...], unit: str, rates: dict[str, list[float]]
) -> Iterator[Result]:
    for name, player, reference in rows:
        if reference in rates:
            yield paired(name, unit, reference, rates[player], rates[reference])[0]
        elif player in rates:
            yield Result(name, round(median(rates[player]), 1), unit)


def _decisions(contestants: dict[str, Contestant]) -> Iterator[Result]:
    """How long a round is for each of those who play whole rounds."""
    for name, player in DECISIONS:
        if player in contestants:
            yield Result(name, round(contestants[player].decisions(), 1), "decisions/round")
