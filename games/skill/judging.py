"""Finished rounds are judged once, in the background, and never one that is still being played.

Whoever books a round's result leaves it here (`ask_for`); the clock has it judged. It takes some
hundredths of a second a seat, so a worker does as many as fit into its share and leaves the rest.
"""

import logging
import time
from collections.abc import Collection

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.models import Mistake, Round, RoundSkill, RoundToJudge, Seat
from games.puzzles.mistakes import mistakes_in
from games.replay.rounds import course_of, seats_then
from rummy.hints.review import decisions
from rummy.skill import story_of
from rummy.skill.habits import counts_of
from rummy.skill.measure import game_of, tallied

log = logging.getLogger(__name__)


def ask_for(*, table_id: int, numbers: Collection[int]) -> None:
    """Have these rounds judged, unless only bots of the house sat there."""
    of_people = Round.objects.all_cards_open().filter(
        Exists(Seat.objects.filter(table=OuterRef("table"), player__is_bot=False)),
        table=table_id,
        number__in=numbers,
    )
    RoundToJudge.objects.bulk_create(
        [RoundToJudge(round=played) for played in of_people.only("pk")], ignore_conflicts=True
    )


def is_any_due() -> bool:
    return RoundToJudge.objects.exists()


def waits(*, table_id: int) -> bool:
    """Whether rounds of this table that are over are still to be judged."""
    over = Round.objects.all_cards_open().filter(booked_at=None)
    to_come = Q(to_judge__isnull=False) | Q(pk__in=over)
    return Round.objects.filter(to_come, table=table_id).exists()


def judge_due_rounds(*, seconds: float) -> int:
    """Judge rounds, the oldest first, as long as the time lasts; how many."""
    enough, judged = time.monotonic() + seconds, 0
    while time.monotonic() < enough and _judge_next():
        judged += 1
    return judged


def _judge_next() -> bool:
    """No transaction is open while it thinks, at a low priority; two at once judge one twice."""
    due = RoundToJudge.objects.order_by("pk").first()
    if due is None:
        return False
    played = Round.objects.select_related("table").get(pk=due.pk)
    try:
        skills, mistakes = judged(played)
    except Exception:
        # One that cannot be read must not keep all others from being judged.
        log.exception("round %s of table %s cannot be judged", played.number, played.table_id)
        skills, mistakes = [], []
    with transaction.atomic():
        RoundSkill.objects.bulk_create(skills, ignore_conflicts=True)
        Mistake.objects.bulk_create(mistakes, ignore_conflicts=True)
        due.delete()
    return True


def judged(played: Round) -> tuple[list[RoundSkill], list[Mistake]]:
    """What people's decisions of a finished round come to, and those to learn from.

    The round must come with its table.
    """
    terms, seats, events = course_of(played)
    people = played.table.seats.select_related("player").filter(player__is_bot=False)
    story = story_of(terms.rules, seats, events)
    skills, mistakes = [], []
    for number, place in seats_then(played, people):
        if number >= seats:
            continue
        made = list(decisions(terms.rules, seats, events, number))
        of_round = tallied(terms.rules, made)._asdict()
        skills.append(
            RoundSkill(
                round=played,
                player=place.player,
                game=game_of(terms.rules),
                parts=story.parts[number].rounded() if story else None,
                habits=counts_of(terms.rules, seats, events, number),
                **of_round,
            )
        )
        mistakes += mistakes_in(played, number, place.player, made)
    return skills, mistakes
