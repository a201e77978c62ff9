"""What `rummy.skill` is good for: `skill.GAME.…`, over deals that its pars have never seen.

`order`: in how many blocks of 50 rounds the easy-going, the sound and the strong bot come out in
this order. `luck.LEVEL`: how the accuracy of a round hangs on the luck of its deal, as a
correlation; the luck is what two strong bots make of the same deal. `LEVEL`: accuracy over all
rounds in percent. `judging`: processor time for one seat of a round.

`cards` and `duplicate`: how much of the differences between results of the strong bot against the
sound one is left, in percent of their variance, when what the cards brought is taken out (deal,
draws and pile of `rummy.skill.luck`), and when every deal is played from both seats instead.
`chance`: what deal and draws brought the strong bot on average, in points; it should be nothing.

Two pictures of each game are drawn into `docs/pictures/`: the accuracy of every block, level by
level, and every result against what the cards brought.

15,000 rounds of each game are played and judged, and 10,000 more only played: some fifty minutes of
processor time, shared out among the processors.
"""

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import correlation, fmean, median, pvariance
from time import process_time
from typing import NamedTuple

from benchmarks.fit_skill import played
from benchmarks.pictures import scatter, strips
from benchmarks.report import Result
from benchmarks.sizes import is_small, sized
from rummy import engine
from rummy.skill import Parts, story_of
from rummy.skill.measure import USUAL_PRESETS, Tally, accuracy, tallied

LEVELS = ("casual", "solid", "expert")
OPPONENT = "solid"
DEALS = sized(5_000, 100)
BLOCK = 50
PARTS = 50
POINTS_DRAWN = sized(600, 20)
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


class Deal(NamedTuple):
    """A deal as each level played it, what two strong bots made of it, and seconds of judging.

    `ahead` is the strong bot's result against the sound one, `back` from the other seat, `parts`
    what the first was made of.
    """

    tallies: dict[str, Tally]
    luck: int
    seconds: float
    ahead: int
    back: int
    parts: Parts


def measure(deals: int = DEALS) -> list[Result]:
    results = []
    with ProcessPoolExecutor() as pool:
        for game in USUAL_PRESETS:
            share = deals // PARTS
            parts = [(game, part * share, share) for part in range(PARTS)]
            found = [one for part in pool.map(_deals, parts) for one in part]
            results += _results(game, found)
            if not is_small():
                _draw(game, found)
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
    best = rounds["expert"]
    story = story_of(rules, 2, best.events)
    if story is None:
        raise AssertionError("bots are thought about in time")
    luck = played(game, ("expert", "expert"), deal).ahead
    back = -played(game, (OPPONENT, "expert"), deal).ahead
    return Deal(tallies, luck, seconds, best.ahead, back, story.parts[0])


def _results(game: str, deals: list[Deal]) -> list[Result]:
    results = []
    for level in LEVELS:
        whole = accuracy([one.tallies[level] for one in deals], game)
        if whole is None:
            raise AssertionError("bots decide something")
        results.append(Result(f"skill.{game}.{level}", round(whole.percent, 1), "%"))
    blocks = _blocks(game, deals)
    ordered = sum(list(block) == sorted(set(block)) for block in blocks)
    results.append(Result(f"skill.{game}.order", 100 * ordered / len(blocks), "% of blocks"))
    for level in LEVELS[:2]:
        judged = [one for one in deals if one.tallies[level].decisions]
        of_round = [-one.tallies[level].lost / one.tallies[level].par for one in judged]
        found = correlation(of_round, [one.luck for one in judged])
        results.append(Result(f"skill.{game}.luck.{level}", round(found, 3), "correlation"))
    results += _of_luck(game, deals)
    milliseconds = median(1000 * one.seconds for one in deals)
    results.append(Result(f"skill.{game}.judging", round(milliseconds, 1), "ms a seat"))
    return results


def _of_luck(game: str, deals: list[Deal]) -> list[Result]:
    parts = [one.parts for one in deals]
    apart = [one.ahead - _of_cards(one.parts) for one in deals]
    both = [(one.ahead + one.back) / 2 for one in deals]
    whole = pvariance([one.ahead for one in deals])
    left = {"cards": pvariance(apart) / whole, "duplicate": pvariance(both) / whole}
    return [
        *(Result(f"skill.{game}.{name}", round(100 * of), "% left") for name, of in left.items()),
        Result(f"skill.{game}.chance", round(fmean(one.luck for one in parts), 1), "points"),
    ]


def _draw(game: str, deals: list[Deal]) -> None:
    """The pictures of docs/skill.md."""
    blocks = _blocks(game, deals)
    rows = {level: [block[at] for block in blocks] for at, level in enumerate(LEVELS)}
    (PICTURES / f"accuracy-{game}.svg").write_text(strips(rows, "accuracy of 50 rounds, percent"))
    points = [(_of_cards(one.parts), float(one.ahead)) for one in deals[:POINTS_DRAWN]]
    axes = ("what the cards brought, points", "result, points")
    (PICTURES / f"luck-{game}.svg").write_text(scatter(points, axes))


def _of_cards(parts: Parts) -> float:
    return parts.luck + parts.own_open + parts.other_open


def _blocks(game: str, deals: list[Deal]) -> list[tuple[float, ...]]:
    return [_block(game, deals[at : at + BLOCK]) for at in range(0, len(deals), BLOCK)]


def _block(game: str, deals: list[Deal]) -> tuple[float, ...]:
    found = (accuracy([one.tallies[level] for one in deals], game) for level in LEVELS)
    return tuple(one.percent for one in found if one is not None)
