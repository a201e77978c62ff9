"""Puzzles: which comes next, the first answer that counts, and the puzzle of the day."""

import datetime as dt
import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, FloatField, QuerySet, Value
from django.db.models.functions import Abs

from accounts.league import rating
from accounts.models import Player
from games.daily.playing import today
from games.models import Puzzle, PuzzleOfTheDay, PuzzleOfTheDayTry, PuzzleStanding, PuzzleTry
from games.moves.errors import NotFound
from rummy import puzzles
from rummy.engine.records import Action
from rummy.puzzles.puzzle import GO_OUT, has_gone_out
from rummy.puzzles.staging import Staged, cards_after
from rummy.puzzles.store import stored_keys, stored_puzzles
from web.api.payloads import With
from web.finding import or_raise

from .trying import Tried, complete, tried

NEAREST = 6  # one of so many that are about as strong as who asks
# A puzzle that the house's own bots see is easier: where its strength is first believed to lie.
FIRST_DOUBT = 4.0
FOUND_BY_ALL, FOUND_BY_SOME, FOUND_BY_NONE = 19.0, 25.0, 31.0


def is_any_new() -> bool:
    """Whether this version came with puzzles that a house which has some does not have yet."""
    return 0 < Puzzle.objects.filter(key__in=stored_keys()).count() < len(stored_keys())


def take_in_puzzles() -> None:
    """All that the house came with; those that are there stay as they are."""
    known = set(Puzzle.objects.values_list("key", flat=True))
    new = [(key, puzzle) for key, puzzle in stored_puzzles() if key not in known]
    Puzzle.objects.bulk_create([stored_as(*one) for one in new], ignore_conflicts=True)


def stored_as(key: str, puzzle: puzzles.Puzzle) -> Puzzle:
    """The row of a puzzle that nobody has tried yet."""
    return Puzzle(
        key=key,
        game=puzzle.game,
        theme=puzzle.theme,
        content=puzzle.to_json(),
        mu=_first_strength(puzzle),
        sigma=FIRST_DOUBT,
    )


def _puzzles() -> QuerySet[Puzzle]:
    """All there are; the first to ask for any unpacks what the house came with."""
    if not Puzzle.objects.exists():
        take_in_puzzles()
    return Puzzle.objects.all()


def _first_strength(puzzle: puzzles.Puzzle) -> float:
    human = [bot for bot in puzzle.found_by if bot != "expert"]
    return (FOUND_BY_NONE, FOUND_BY_SOME, FOUND_BY_ALL)[min(len(human), 2)]


def puzzle_by(puzzle_id: int) -> Puzzle:
    """Raises NotFound(puzzle_not_found)."""
    found = Puzzle.objects.filter(pk=puzzle_id).first()
    return or_raise(found, NotFound("puzzle_not_found", puzzle=puzzle_id))


def next_puzzle(player: Player | None, *, game: str = "", theme: str = "") -> Puzzle:
    """One that this player has not tried, about as strong as they are; else one they got wrong.

    Raises NotFound(no_puzzle_left): they have solved all there are of these.
    """
    of_these = _puzzles()
    if game:
        of_these = of_these.filter(game=game)
    if theme:
        of_these = of_these.filter(theme=theme)
    if player is None:
        return _one_of(of_these.order_by(Abs(_distance(rating.START.mu))))
    known = PuzzleStanding.objects.filter(player=player).first()
    strength = known.mu if known else rating.START.mu
    new = of_these.exclude(tries__player=player)
    if new.exists():
        return _one_of(new.order_by(Abs(_distance(strength))))
    missed = of_these.filter(tries__player=player, tries__solved=False)
    return _one_of(missed.order_by("tries__at"), most=1)


def _distance(strength: float) -> Any:
    return F("mu") - Value(strength, output_field=FloatField())


def _one_of(found: QuerySet[Puzzle], most: int = NEAREST) -> Puzzle:
    nearest = list(found[:most])
    if not nearest:
        raise NotFound("no_puzzle_left")
    return secrets.choice(nearest)


def puzzle_of(day: dt.date) -> Puzzle | None:
    """The puzzle of the day; whoever asks first has it drawn. None where there are no puzzles."""
    found = PuzzleOfTheDay.objects.select_related("puzzle").filter(day=day).first()
    if found is not None:
        return found.puzzle
    all_of_them = _puzzles().order_by("game", "pk")
    keys = list(all_of_them.filter(days=None).values_list("pk", flat=True))
    keys = keys or list(all_of_them.values_list("pk", flat=True))
    if not keys or day != today():
        return None
    drawn = {"puzzle_id": secrets.choice(keys)}  # somebody else may be quicker
    return PuzzleOfTheDay.objects.get_or_create(day=day, defaults=drawn)[0].puzzle


def try_out(puzzle: puzzles.Puzzle, moves: Sequence[Any]) -> Tried:
    """These moves in the puzzle's position; see `tried` for what is refused."""

    def judge(before: Staged, action: Action, after: Staged) -> bool | None:
        if puzzle.theme == GO_OUT:
            return has_gone_out(cards_after(before, after), before.seat)
        return puzzles.same_move(puzzle.position.state, before.seat, action, puzzle.best)

    return tried(puzzle.position, judge, moves)


def answer(*, player: Player | None, puzzle: Puzzle, moves: Sequence[Any] | None) -> With:
    """The verdict on a complete answer; None gives up. A player's first one alone counts.

    Raises Conflict(answer_incomplete): the turn goes on after these moves; and what `tried` does.
    """
    content = puzzles.Puzzle.from_json(puzzle.content)
    right = moves is not None and complete(try_out(content, moves), moves)
    return book(player=player, puzzle=puzzle, solved=right)


@transaction.atomic
def book(*, player: Player | None, puzzle: Puzzle, solved: bool) -> With:
    """Count an answer, or giving up, where it is the player's first; programs' never count.

    Only what is `counted` has a `rating` before and after, and a `run`. Nobody knows how strong a
    guest is: a guest's answer says nothing about the puzzle.
    """
    uncounted = With(solved=solved, counted=False, rating_before=None, rating=None, run=None)
    if player is None or player.is_program:
        return uncounted
    PuzzleOfTheDayTry.objects.bulk_create(
        [
            PuzzleOfTheDayTry(day=daily, player=player, solved=solved)
            for daily in PuzzleOfTheDay.objects.filter(day=today(), puzzle=puzzle)
        ],
        ignore_conflicts=True,
    )
    PuzzleStanding.objects.get_or_create(player=player)
    standing = PuzzleStanding.objects.select_for_update().get(player=player)
    if PuzzleTry.objects.filter(player=player, puzzle=puzzle).exists():
        return uncounted
    PuzzleTry.objects.create(player=player, puzzle=puzzle, solved=solved)
    puzzle = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
    own, other = rating.Skill(standing.mu, standing.sigma), rating.Skill(puzzle.mu, puzzle.sigma)
    after, of_puzzle = rating.after_duel(own, other, won=solved)
    standing.mu, standing.sigma = after.mu, after.sigma
    standing.run = standing.run + 1 if solved else 0
    standing.longest = max(standing.longest, standing.run)
    standing.save()
    if not player.is_guest:
        puzzle.mu, puzzle.sigma = of_puzzle.mu, of_puzzle.sigma
        puzzle.save(update_fields=("mu", "sigma"))
    shown = {"rating_before": rating.shown(own), "rating": rating.shown(after)}
    return With(solved=solved, counted=True, run=standing.run, **shown)
