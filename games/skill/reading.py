"""A player's accuracy by game, over the latest rounds and block by block."""

from collections import defaultdict
from dataclasses import dataclass

from accounts.models import Player
from games.models import RoundSkill
from rummy.skill import Accuracy, Tally, accuracy
from rummy.skill.measure import levels_of

BLOCK = 50  # so many rounds tell apart who plays easily, soundly and strongly
ROUNDS_READ = 1_000


@dataclass(frozen=True, slots=True)
class SkillReading:
    """Accuracy in one game: of the latest 50 rounds, of all that are read (the latest 1,000), and
    of each block of 50 rounds, the oldest first. `levels` are the house's bots for comparison, in
    percent."""

    game: str
    recent: Accuracy
    all: Accuracy
    blocks: tuple[Accuracy, ...]
    levels: dict[str, float]


def skills_of(player: Player) -> list[SkillReading]:
    """Of each game that has been judged, the most played first."""
    rows = RoundSkill.objects.filter(player=player).order_by("-round_id")
    by_game: dict[str, list[Tally]] = defaultdict(list)
    kept = rows.values_list("game", "decisions", "lost", "par")[:ROUNDS_READ]
    for game, decisions, lost, par in kept:
        by_game[game].append(Tally(decisions, lost, par))
    found = (_reading(game, tallies) for game, tallies in by_game.items())
    return sorted((one for one in found if one), key=lambda one: -one.all.rounds)


def _reading(game: str, latest_first: list[Tally]) -> SkillReading | None:
    recent, whole = accuracy(latest_first[:BLOCK], game), accuracy(latest_first, game)
    if recent is None or whole is None:
        return None
    starts = range(0, len(latest_first) - BLOCK + 1, BLOCK)
    blocks = (accuracy(latest_first[at : at + BLOCK], game) for at in starts)
    oldest_first = tuple(one for one in blocks if one is not None)[::-1]
    return SkillReading(game, recent, whole, oldest_first, levels_of(game))
