"""Duplicate boards: how much luck is left of a player's result when it is held against the field.

Evenings of bots of two strengths, dealt the same cards at all tables and, the same bots in the same
seats, other cards at each. `left`: the variance of a result less the middle one with the same cards
(or less the Butler's average), in percent of that of results as they come, among players of equal
strength. `ahead`: of all pairs of
a stronger and a weaker player, how many stand in this order after an evening: by the points of
single deals, and by each way to score boards.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import product
from random import Random
from statistics import fmean, median, pvariance
from typing import NamedTuple

from benchmarks.fit_skill import shuffled
from benchmarks.report import Result
from benchmarks.rounds import play_round
from benchmarks.sizes import sized
from rummy import engine
from rummy.bots import BOTS
from rummy.bots.serving.dice import SeededDice
from tournaments.director.boards import SCORINGS, margins, plays_of_board

GAMES = {
    "gin": ("gin_palast", 2),
    "team_gin": ("gin_team", 4),
    "german_romme": ("german_romme", 4),
    "romme_500": ("romme_500", 4),
}
STRONGER, WEAKER = "expert", "solid"
TABLES = 12
BOARDS = sized(12, 2)
EVENINGS = sized(10, 1)


class Evening(NamedTuple):
    """Players below `strong` are the better ones; by board who sat where, and tables' scores."""

    strong: int
    seated: list[list[int]]
    same: list[list[Sequence[int]]]
    other: list[list[Sequence[int]]]


def measure() -> list[Result]:
    results: list[Result] = []
    with ProcessPoolExecutor() as pool:
        for game in GAMES:
            evenings = list(pool.map(_evening, [(game, number) for number in range(EVENINGS)]))
            results += _left(game, evenings) + _ahead(game, evenings)
    return results


def _evening(which: tuple[str, int]) -> Evening:
    """Everybody changes places for each board; the strong are the first half of the numbers."""
    game, number = which
    preset, seats = GAMES[game]
    rules = engine.build_rules(preset)
    players = TABLES * seats
    chance = Random(f"{game} {number}")
    seated, same, other = [], [], []
    for board in range(BOARDS):
        places = chance.sample(range(players), players)
        seated.append(places)
        here = [places[first : first + seats] for first in range(0, players, seats)]
        deal = f"{game} {number} {board}"
        same.append([_scores(rules, game, table, deal) for table in here])
        other.append([_scores(rules, game, table, f"{deal} {at}") for at, table in enumerate(here)])
    return Evening(players // 2, seated, same, other)


def _scores(rules: engine.RuleSet, game: str, table: Sequence[int], deal: str) -> Sequence[int]:
    strong = TABLES * GAMES[game][1] // 2
    bots = [BOTS[STRONGER if player < strong else WEAKER] for player in table]
    decks = [shuffled(rules, f"{deal} {times}") for times in range(1 + rules.reshuffles)]
    dice = [SeededDice(f"{deal} {player}") for player in table]
    return play_round(rules, bots, dealer=0, decks=decks, dice=dice)[1]


def _left(game: str, evenings: Sequence[Evening]) -> list[Result]:
    """Among players of one strength: what is left between those of two is what they can."""
    found: dict[str, tuple[list[float], list[float]]] = {
        way: ([], []) for way in ("plain", "median", "butler")
    }
    for evening in evenings:
        for places, tables in zip(evening.seated, evening.same, strict=True):
            seats = len(tables[0])
            by_table = [margins(scores) for scores in tables]
            for seat, held in enumerate(zip(*by_table, strict=True)):
                own = [float(margin) for margin in held]
                middle, mean = median(own), fmean(sorted(own)[1:-1])
                for table, margin in enumerate(own):
                    weak = places[table * seats + seat] >= evening.strong
                    found["plain"][weak].append(margin)
                    found["median"][weak].append(margin - middle)
                    found["butler"][weak].append(margin - mean)
    of = {way: fmean(map(pvariance, both)) for way, both in found.items()}
    return [
        Result(f"boards.{game}.left.{way}", round(100 * of[way] / of["plain"]), "% of variance")
        for way in ("median", "butler")
    ]


def _ahead(game: str, evenings: Sequence[Evening]) -> list[Result]:
    ways = {"single_deals": [_plain(evening) for evening in evenings]}
    for key in SCORINGS:
        ways[key] = [_by_boards(evening, key) for evening in evenings]
    shares = {
        way: fmean(
            _in_order(one, evening.strong) for one, evening in zip(of, evenings, strict=True)
        )
        for way, of in ways.items()
    }
    return [
        Result(f"boards.{game}.ahead.{way}", round(100 * share, 1), "% of pairs")
        for way, share in shares.items()
    ]


def _plain(evening: Evening) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for places, tables in zip(evening.seated, evening.other, strict=True):
        margins_ = [margin for scores in tables for margin in margins(scores)]
        for player, margin in zip(places, margins_, strict=True):
            found[player] = found.get(player, Fraction()) + margin
    return found


def _by_boards(evening: Evening, key: str) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for places, tables in zip(evening.seated, evening.same, strict=True):
        plays = [play for table in plays_of_board(SCORINGS[key], tables) for play in table]
        for player, play in zip(places, plays, strict=True):
            found[player] = found.get(player, Fraction()) + play.points
    return found


def _in_order(totals: dict[int, Fraction], strong: int) -> float:
    better = [total for player, total in totals.items() if player < strong]
    worse = [total for player, total in totals.items() if player >= strong]
    pairs = product(better, worse)
    return fmean((one > other) + (one == other) / 2 for one, other in pairs)
