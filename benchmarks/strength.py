"""How well the bots play: matches to 100 and points per round, with 95 % confidence intervals.

`strength.simple.*`: matches of the expert against the "Simple" player of the EAAI challenge,
under each preset and under the challenge's own bonuses (undercut and gin 25).
`strength.openspiel`: points per round ahead of OpenSpiel's own bot, OpenSpiel keeping the score.
`strength.thinking.*`: the expert with steps to think, against the same, Simple and the expert;
`match`: when it remembers what the rounds before taught of its opponent.
Then the levels among themselves, of the other games too (`levels`), and what a decision costs in
processor time.

It wants compiled modules (`make compiled`, RUMMY_COMPILED=yes): with them all of it takes two hours
of processor time, shared out among the processors, and without them four times as much.
"""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from random import Random

from benchmarks import levels
from benchmarks.report import Result
from benchmarks.sizes import sized
from rummy import engine
from rummy.bots import BOTS, Bot
from rummy.bots.thinking import thinking
from tests.bots.matches import Contest, Estimate, average, share
from tests.bots.simple_player import SimplePlayer
from tests.conformance import referee

MATCHES = sized(2000, 20)
THINKING_MATCHES = sized(400, 20)
ROUNDS = sized(4000, 20)
PARTS = 20  # of each measurement, shared out among the processors

RULES = {
    "palast": engine.build_rules("gin_palast"),
    "classic": engine.build_rules("gin_classic"),
    "challenge": engine.build_rules("gin_classic", undercut_bonus=25),
}


def measure() -> list[Result]:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results: list[Result] = []
        for name in RULES:
            jobs = [("expert", name, MATCHES // PARTS, part) for part in range(PARTS)]
            won = [*pool.map(_matches, jobs)]
            results += _results(
                f"strength.simple.{name}", share(sum(won), MATCHES // PARTS * PARTS), "Simple", 100
            )
        results += _ahead(pool.map, "strength.openspiel", "OpenSpiel's bot", _against_openspiel)
        results += _ahead(pool.map, "strength.thinking.openspiel", "OpenSpiel's bot", _thinking)
        results += _ahead(pool.map, "strength.thinking.match", "OpenSpiel's bot", _remembering)
        results += _ahead(pool.map, "strength.thinking.expert", "expert", _thinking_against_expert)
        jobs = [("thinking", "challenge", THINKING_MATCHES // PARTS, part) for part in range(PARTS)]
        games = share(sum(pool.map(_matches, jobs)), THINKING_MATCHES // PARTS * PARTS)
        results += _results("strength.thinking.simple", games, "Simple", 100)
        results += _ahead(pool.map, "strength.expert", "solid", _expert_against_solid)
        results += _ahead(pool.map, "strength.solid", "casual", _solid_against_casual)
        results += levels.measure(pool)
        return [*results, *_cost()]


def _results(name: str, found: Estimate, versus: str, times: int = 1) -> list[Result]:
    unit = "% of matches" if times == 100 else "points/round ahead"
    return [
        Result(name, round(found.mean * times, 2), unit, versus),
        Result(f"{name}.low", round(found.low * times, 2), f"{unit}, 95 % at least", versus),
        Result(f"{name}.high", round(found.high * times, 2), f"{unit}, 95 % at most", versus),
    ]


def _ahead(
    shared: Callable[..., object], name: str, versus: str, play: Callable[[int, int], list[int]]
) -> list[Result]:
    if play in (_against_openspiel, _thinking, _remembering) and not referee.AVAILABLE:
        return []
    parts = shared(play, [ROUNDS // PARTS] * PARTS, range(PARTS))
    points = [one for part in parts for one in part]  # type: ignore[attr-defined]
    return _results(name, average(points), versus)


def _matches(job: tuple[str, str, int, int]) -> int:
    level, name, matches, seed = job
    bot = thinking() if level == "thinking" else BOTS[level]
    contest = Contest(RULES[name], [bot, SimplePlayer()], Random(seed))
    return sum(contest.play_match() == 0 for _ in range(matches))


def _against_openspiel(rounds: int, seed: int) -> list[int]:
    return _with_openspiel(BOTS["expert"], rounds, seed)


def _thinking(rounds: int, seed: int) -> list[int]:
    return _with_openspiel(thinking(), rounds, seed)


def _remembering(rounds: int, seed: int) -> list[int]:
    from tests.conformance.duel import points_of_a_match

    return points_of_a_match(lambda expected: thinking(expected=expected), rounds, seed)


def _with_openspiel(bot: Bot, rounds: int, seed: int) -> list[int]:
    from tests.conformance.duel import points_per_round

    return points_per_round(bot, rounds, seed)


def _thinking_against_expert(rounds: int, seed: int) -> list[int]:
    return _contest([thinking(), BOTS["expert"]], rounds, seed)


def _expert_against_solid(rounds: int, seed: int) -> list[int]:
    return _contest([BOTS["expert"], BOTS["solid"]], rounds, seed)


def _solid_against_casual(rounds: int, seed: int) -> list[int]:
    return _contest([BOTS["solid"], BOTS["casual"]], rounds, seed)


def _contest(bots: list[Bot], rounds: int, seed: int) -> list[int]:
    contest = Contest(RULES["palast"], bots, Random(seed))
    scores = [contest.play_round(number % 2).points for number in range(rounds)]
    return [own - others for own, others in scores]


def _cost() -> list[Result]:
    """Time of the expert's decisions, under plain rules and with every special rule."""
    every = engine.build_rules("gin_palast", house_rules=list(engine.HOUSE_RULES))
    results = []
    for name, rules, rounds in (("palast", RULES["palast"], 100), ("every_rule", every, 30)):
        contest = Contest(rules, [BOTS["expert"], BOTS["solid"]], Random(5))
        for number in range(rounds):
            contest.play_round(number % 2)
        spent = sorted(contest.seconds[0])
        middle, late = spent[len(spent) // 2], spent[int(len(spent) * 0.99)]
        results.append(Result(f"strength.decision.{name}", round(middle * 1e3, 3), "ms, median"))
        results.append(Result(f"strength.decision.{name}.p99", round(late * 1e3, 3), "ms, p99"))
    return results
