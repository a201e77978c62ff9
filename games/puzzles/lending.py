"""Rounds that their players lend: from them puzzles are made, in which nobody's name stands.

A round is lent when all people who sat there lend theirs, and told when everybody may know of it.
What is found in it is weighed as long as any other puzzle, so it is done by a command of the
operator's (`manage.py find_puzzles`) and never beside a request.
"""

import hashlib
import logging
import time
from collections.abc import Iterator
from dataclasses import replace

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from games.models import Puzzle, Round, RoundLender, SearchedRound, Seat
from games.models.rounds import told_to_all
from games.replay.rounds import Course, course_of
from rummy import engine, puzzles
from rummy.bots.serving.dice import SeededDice
from rummy.engine.as_json.stored import event_to_json
from rummy.puzzles.finding import weighed_of

from .solving import stored_as

log = logging.getLogger(__name__)


def lends(player: Player) -> bool:
    return bool(RoundLender.objects.filter(player=player).exists())


def lend(*, player: Player, lends: bool) -> None:
    """Lend all of one's finished rounds, or no more: puzzles that were found stay."""
    if lends:
        RoundLender.objects.get_or_create(player=player)
    else:
        RoundLender.objects.filter(player=player).delete()


def lent_rounds() -> QuerySet[Round]:
    """Those that nothing was looked for in yet, the latest first."""
    people = Seat.objects.filter(table=OuterRef("table")).exclude(
        player__is_bot=True, player__owner=None
    )
    lenders = RoundLender.objects.values("player")
    return (
        Round.objects.all_cards_open()
        .filter(Exists(people.filter(player__in=lenders)), told_to_all(), table__seats_max=2)
        .filter(searched=None)
        .exclude(Exists(people.exclude(player__in=lenders)))
        .select_related("table")
        .order_by("-ended_at", "-pk")
    )


def find_in_rounds(*, seconds: float, playouts: tuple[int, ...] | None = None) -> int:
    """Look for puzzles in lent rounds until the time is over; how many were found.

    A position that is being weighed then is weighed to its end, which may take ten minutes.
    """
    found, enough = 0, time.monotonic() + seconds
    while time.monotonic() < enough:
        played = lent_rounds().first()
        if played is None:
            break
        try:
            puzzles_of_it = list(_puzzles_in(course_of(played), playouts))
        except Exception:
            # One that cannot be read must not keep all others from being searched.
            log.exception("round %s of table %s cannot be searched", played.number, played.table_id)
            puzzles_of_it = []
        if lent_rounds().filter(pk=played.pk).exists():  # somebody may have thought better of it
            rows = [stored_as(*one) for one in puzzles_of_it]
            found += len(Puzzle.objects.bulk_create(rows, ignore_conflicts=True))
        SearchedRound.objects.get_or_create(round=played)
    return found


def _puzzles_in(
    course: Course, playouts: tuple[int, ...] | None
) -> Iterator[tuple[str, puzzles.Puzzle]]:
    """With keys that say nothing of where they were played."""
    usual = engine.build_rules(course.terms.rules.key)
    if _of_one_round(usual) != _of_one_round(course.terms.rules):
        return  # a position is stored with the name of its preset, not with special rules
    text = str([event_to_json(event) for event in course.events])
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    for puzzle in weighed_of(usual, course.events, SeededDice(name), playouts=playouts):
        yield f"round-{name}-{puzzle.theme}", puzzle


def _of_one_round(rules: engine.RuleSet) -> engine.RuleSet:
    """Without what concerns the match alone."""
    return replace(
        rules,
        point_limit=None,
        penalty_limit=None,
        min_rounds_won=0,
        jeton_per_round=False,
        deals_per_player=0,
        next_dealer="",
        variations=(),
    )
