"""What `rummy.skill` is good for: `skill.GAME.…`, over deals that its pars have never seen.

`order`: in how many blocks of 50 rounds the easy-going, the sound and the strong bot come out in
this order. `luck.LEVEL`: how the accuracy of a round hangs on the luck of its deal, as a
correlation; the luck is what two strong bots make of the same deal. `LEVEL`: accuracy over all
rounds in percent. `judging`: processor time for one seat of a round.

15,000 rounds of each game are played and judged, and 5,000 more only played: some forty minutes of
processor time, shared out among the processors.
"""

from concurrent.futures import ProcessPoolExecutor
from statistics import correlation, median
from time import process_time
from typing import NamedTuple

from benchmarks.fit_skill import played
from benchmarks.report import Result
from rummy import engine
from rummy.skill.measure import USUAL_PRESETS, Tally, accuracy, tallied

LEVELS = ("casual", "solid", "expert")
OPPONENT = "solid"
DEALS = 5_000
BLOCK = 50
PARTS = 50


class Deal(NamedTuple):
    """A deal as each level played it, what two strong bots made of it, and seconds of judging."""

    tallies: dict[str, Tally]
    luck: int
    seconds: float


def measure(deals: int = DEALS) -> list[Result]:
    results = []
    with ProcessPoolExecutor() as pool:
        for game in USUAL_PRESETS:
            share = deals // PARTS
            parts = [(game, part * share, share) for part in range(PARTS)]
            results += _results(game, [one for part in pool.map(_deals, parts) for one in part])
    return results


def _deals(part: tuple[str, int, int]) -> list[Deal]:
    game, first, count = part
    return [_deal(game, deal) for deal in range(first, first + count)]


def _deal(game: str, deal: int) -> Deal:
    rules = engine.build_rules(USUAL_PRESETS[game])
    rounds = {level: played(game, (level, OPPONENT), deal) for level in LEVELS}
    began = process_time()
    tallies = {level: tallied(rules, one.judged()) for level, one in rounds.items()}
    seconds = (process_time() - began) / len(LEVELS)
    return Deal(tallies, played(game, ("expert", "expert"), deal).ahead, seconds)


def _results(game: str, deals: list[Deal]) -> list[Result]:
    results = []
    for level in LEVELS:
        whole = accuracy([one.tallies[level] for one in deals], game)
        if whole is None:
            raise AssertionError("bots decide something")
        results.append(Result(f"skill.{game}.{level}", round(whole.percent, 1), "%"))
    blocks = [_block(game, deals[at : at + BLOCK]) for at in range(0, len(deals), BLOCK)]
    ordered = sum(list(block) == sorted(set(block)) for block in blocks)
    results.append(Result(f"skill.{game}.order", 100 * ordered / len(blocks), "% of blocks"))
    for level in LEVELS[:2]:
        judged = [one for one in deals if one.tallies[level].decisions]
        of_round = [-one.tallies[level].lost / one.tallies[level].par for one in judged]
        found = correlation(of_round, [one.luck for one in judged])
        results.append(Result(f"skill.{game}.luck.{level}", round(found, 3), "correlation"))
    milliseconds = median(1000 * one.seconds for one in deals)
    results.append(Result(f"skill.{game}.judging", round(milliseconds, 1), "ms a seat"))
    return results


def _block(game: str, deals: list[Deal]) -> tuple[float, ...]:
    found = (accuracy([one.tallies[level] for one in deals], game) for level in LEVELS)
    return tuple(one.percent for one in found if one is not None)
