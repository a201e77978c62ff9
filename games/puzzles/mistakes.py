"""What people got wrong, asked again after days until they get it right several times.

A mistake is a decision of a judged round that gave away much. It is asked again a day after the
round; every right answer makes the pause longer, a wrong one begins anew. Nothing is thought here:
what would have been better was worked out when the round was judged.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Player
from games.models import Mistake, Round
from games.moves.errors import NotFound
from games.replay.rounds import course_of
from games.replay.shapes import AdviceShape
from rummy.engine.as_json.stored import action_from_json, action_to_json
from rummy.engine.records import Action
from rummy.hints.advice import Decision
from rummy.hints.review import costliest
from rummy.puzzles import Position, same_move
from rummy.puzzles.staging import Staged
from web.finding import or_raise

from .trying import Tried, complete, tried

COSTLY_POINTS: Final = 3.0
OF_A_ROUND_MAX: Final = 2
OPEN_MAX: Final = 50  # more is no help; the oldest are learnt from first
PAUSES_DAYS: Final = (1, 3, 7, 21)  # after so many right answers in a row
AS_GOOD_POINTS: Final = 0.5  # what is behind the best by less is right as well


def mistakes_in(
    played: Round, seat: int, player: Player, made: Sequence[Decision]
) -> list[Mistake]:
    """The costliest decisions of a judged round, to be kept unless there are enough."""
    room = OPEN_MAX - to_learn(player).count()
    found = [one for one in costliest(made, OF_A_ROUND_MAX) if one.cost >= COSTLY_POINTS]
    return [
        Mistake(
            round=played,
            player=player,
            seat=seat,
            place=one.place,
            action=action_to_json(one.action),
            better=AdviceShape.of(one.better),
            cost=one.cost,
            due_at=(played.ended_at or timezone.now()) + dt.timedelta(days=PAUSES_DAYS[0]),
        )
        for one in found[: max(0, room)]
    ]


def to_learn(player: Player) -> QuerySet[Mistake]:
    """All that are not learnt yet, those due longest first."""
    return Mistake.objects.filter(player=player, learnt_at=None).order_by("due_at", "pk")


def due(player: Player) -> QuerySet[Mistake]:
    return to_learn(player).filter(due_at__lte=timezone.now())


def mistake_by(mistake_id: int, player: Player) -> Mistake:
    """Raises NotFound(mistake_not_found): none of this player's."""
    found = Mistake.objects.filter(pk=mistake_id, player=player).select_related("round__table")
    return or_raise(found.first(), NotFound("mistake_not_found", mistake=mistake_id))


def position_of(mistake: Mistake) -> Position:
    """The moment before the decision was made."""
    terms, seats, events = course_of(mistake.round)
    return Position(terms.rules, seats, tuple(events[: mistake.place]), mistake.seat)


def try_out(mistake: Mistake, moves: Sequence[Any]) -> Tried:
    """These moves in the mistake's position; see `tried` for what is refused."""
    choices = mistake.better["choices"]
    good = [
        action_from_json(one["action"])
        for one in choices
        if one["value"] >= choices[0]["value"] - AS_GOOD_POINTS
    ] or [action_from_json(mistake.better["action"])]

    position = position_of(mistake)

    def judge(before: Staged, action: Action, after: Staged) -> bool:
        return any(same_move(position.state, before.seat, action, one) for one in good)

    return tried(position, judge, moves)


def answer(*, mistake: Mistake, moves: Sequence[Any] | None) -> tuple[bool, Mistake]:
    """Whether a complete answer is right, and the mistake after it; None gives up.

    Raises Conflict(answer_incomplete), and what `tried` does.
    """
    right = moves is not None and complete(try_out(mistake, moves), moves)
    return right, book(mistake=mistake, right=right)


@transaction.atomic
def book(*, mistake: Mistake, right: bool) -> Mistake:
    """Count an answer, or giving up; before it is due it changes nothing."""
    now = timezone.now()
    row = (
        Mistake.objects.select_for_update(of=("self",))
        .select_related("round__table")
        .get(pk=mistake.pk)
    )
    if row.learnt_at is not None or row.due_at > now:
        return row
    row.stage = row.stage + 1 if right else 0
    if row.stage >= len(PAUSES_DAYS):
        row.learnt_at = now
    else:
        row.due_at = now + dt.timedelta(days=PAUSES_DAYS[row.stage])
    row.save(update_fields=("stage", "due_at", "learnt_at"))
    return row
