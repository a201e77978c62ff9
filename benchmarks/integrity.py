"""How many colluding pairs are found by their play, and how many innocent ones are pointed out.

Rounds of gin, really dealt and played by bots. In each of four styles, pairs in which one
helps the other at every second turn; as many controls, who play together just as often: novices,
sound players, experts, and unequal friends. Everybody also plays rounds with others, by which
their own usual play is measured. Evidence is corrected as if 1,000 pairs were looked at.

`JETON_PAIRS` sets the colluding pairs of a style. A pair takes 400 rounds: with 20, 1,000 players
are watched, which takes two processors some 45 minutes.
"""

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from typing import NamedTuple

from backoffice.integrity.collusion import Behaviour, compare, total
from benchmarks.report import Result
from benchmarks.sizes import sized
from tests.collusion.playing import STYLES, played

COLLUDING = int(os.environ.get("JETON_PAIRS", sized("2", "1")))  # in each style
CONTROLS = sized(21, 1)  # innocent pairs for each colluding one of a style
SHARED = sized((25, 50, 100), (25,))
USUAL = sized(150, 30)  # rounds of each player with others
PAIRS_LOOKED_AT = 1_000
LEVELS = (("casual", "casual"), ("solid", "solid"), ("expert", "expert"), ("casual", "expert"))


class Company(NamedTuple):
    """Two who play together; `style` None: innocent."""

    levels: tuple[str, str]
    style: str | None
    seed: int


class Verdict(NamedTuple):
    """Whether a company was pointed out after so many shared rounds, and the smallest chance."""

    company: Company
    shared: int
    is_found: bool
    corrected: float


def companies(colluding: int, first_seed: int = 0) -> list[Company]:
    """So many colluding companies in each style, all levels in turn, and the controls."""
    styles = [style for style in STYLES for _ in range(colluding)]
    innocent = [None] * (colluding * CONTROLS)
    levels = cycle(LEVELS)
    return [
        Company(next(levels), style, first_seed + number)
        for number, style in enumerate([*styles, *innocent])
    ]


def judge(company: Company, shared: Iterable[int] = SHARED, usual: int = USUAL) -> list[Verdict]:
    """One company played out and looked at after each of these numbers of shared rounds."""
    shared = sorted(shared)
    seed = company.seed * 10_000
    together = [played(company.levels, company.style, seed + at) for at in range(shared[-1])]
    others = list(islice(cycle(("casual", "solid", "expert")), usual))
    with_others = [
        [played((level, other), None, seed + first + at)[0] for at, other in enumerate(others)]
        for first, level in zip((2_000, 4_000), company.levels, strict=True)
    ]
    return [_verdict(company, together[:count], with_others) for count in shared]


def _verdict(
    company: Company,
    together: list[tuple[Behaviour, Behaviour]],
    with_others: list[list[Behaviour]],
) -> Verdict:
    one, other = (total(own) for own in zip(*together, strict=True))
    usual = (total(with_others[0]), total(with_others[1]))
    found = compare((one, other), usual, PAIRS_LOOKED_AT)
    return Verdict(company, len(together), found[0].is_striking, found[0].corrected)


def measure() -> list[Result]:
    with ProcessPoolExecutor(2) as pool:
        every = [one for told in pool.map(judge, companies(COLLUDING)) for one in told]
    return [result for count in SHARED for result in _results(count, every)]


def _results(count: int, every: list[Verdict]) -> list[Result]:
    at = [one for one in every if one.shared == count]
    guilty = [one for one in at if one.company.style]
    innocent = [one for one in at if not one.company.style]
    hits, false = (sum(one.is_found for one in some) for some in (guilty, innocent))
    name, size = f"integrity.{count}", f"{len(guilty)} colluding pairs"
    results = [
        Result(f"{name}.precision", round(hits / max(1, hits + false), 3), f"of {hits + false}"),
        Result(f"{name}.recall", round(hits / max(1, len(guilty)), 3), size),
        Result(f"{name}.false_pairs", false, f"of {len(innocent)} innocent pairs"),
    ]
    for style in STYLES:
        of_style = [one.is_found for one in guilty if one.company.style == style]
        share = round(sum(of_style) / max(1, len(of_style)), 3)
        results.append(Result(f"{name}.recall.{style}", share, f"{len(of_style)} pairs"))
    return results
