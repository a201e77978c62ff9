"""How somebody stands at puzzles: rating, runs, what they solved of which kind, days in a row."""

import datetime as dt

from django.db.models import Count, Q

from accounts.league import rating
from accounts.models import Player
from games.daily.playing import today
from games.models import Puzzle, PuzzleOfTheDayTry, PuzzleStanding, PuzzleTry
from games.puzzles import mistakes, solving
from web.api.payloads import With


def puzzles_reading(player: Player | None) -> With:
    """A player's, or a visitor's. `rating` is None before the first answer that counts."""
    daily = solving.puzzle_of(today())
    themes = _themes(player)
    standing = PuzzleStanding.objects.filter(player=player).first() if player else None
    skill = rating.Skill(standing.mu, standing.sigma) if standing else None
    return With(
        today=daily,
        is_today_tried=bool(
            player and PuzzleOfTheDayTry.objects.filter(player=player, day=today()).exists()
        ),
        rating=rating.shown(skill) if skill else None,
        provisional=rating.provisional(skill) if skill else True,
        run=standing.run if standing else 0,
        longest=standing.longest if standing else 0,
        days=days_in_a_row(player) if player else 0,
        tried=sum(one.tried for one in themes),
        solved=sum(one.solved for one in themes),
        themes=themes,
        mistakes_due=mistakes.due(player).count() if player else 0,
        mistakes=mistakes.to_learn(player).count() if player else 0,
    )


def tried_by(player: Player | None, puzzle: Puzzle) -> bool | None:
    """Whether the first answer was right; None: not tried yet."""
    tries = PuzzleTry.objects.filter(player=player, puzzle=puzzle)
    return tries.values_list("solved", flat=True).first() if player else None


def _themes(player: Player | None) -> list[With]:
    """Of each game and theme: how many there are, tried and solved at the first try."""
    by = ("game", "theme")
    rows = Puzzle.objects.values(*by).annotate(puzzles=Count("pk")).order_by(*by)
    own = PuzzleTry.objects.filter(player=player).values("puzzle__game", "puzzle__theme")
    counted = own.annotate(tried=Count("pk"), right=Count("pk", filter=Q(solved=True)))
    known = {
        (one["puzzle__game"], one["puzzle__theme"]): {"tried": one["tried"], "solved": one["right"]}
        for one in counted
    }
    nothing = {"tried": 0, "solved": 0}
    return [With(**row, **known.get((row["game"], row["theme"]), nothing)) for row in rows]


def days_in_a_row(player: Player) -> int:
    """On which the day's puzzle was solved at the first answer, today or yesterday the last."""
    solved = PuzzleOfTheDayTry.objects.filter(player=player, solved=True)
    days = set(solved.values_list("day", flat=True))
    day = today() if today() in days else today() - dt.timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - dt.timedelta(days=1)
    return count
