"""What takes long to think about: asked for in a request, thought in a worker, kept for a while.

A question is a row. Whoever asks first leaves a message beside it; everybody who asks later finds
the row, answered or not. A task carries its id only, looks at the table itself, and may run twice.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import OutboxMessage, Thought, ThoughtKind
from games.moves.errors import Refused
from games.moves.statements import OUTBOX_CHANNEL
from web.database import sql

ASKED = "thought_asked"  # the topic of its message
# An understudy begins after five seconds without workers; a review of six seats takes a few more.
PATIENCE = dt.timedelta(seconds=20)
KEEP_HINTS = dt.timedelta(hours=1)
KEEP_REVIEWS = dt.timedelta(days=30)

# What is thought: the answer as JSON, or None where the question has lost its sense.
Thinker = Callable[[int, int], Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """It is being thought about; `is_new`: since this very request."""

    is_new: bool


def thought(kind: ThoughtKind, table_id: int, number: int) -> dict[str, Any] | Asked:
    """The stored answer; `Asked` while there is none. Asks for it where nobody has.

    Raises Refused(nobody_thought): asked for long ago. Whoever asks again begins anew.
    """
    rows = Thought.objects.filter(table_id=table_id, kind=kind, number=number)
    found = rows.first()
    if found is None:
        return Asked(is_new=_ask(kind, table_id, number))
    if found.answer is not None:
        return dict(found.answer)
    if timezone.now() - found.asked_at > PATIENCE:
        rows.filter(answer__isnull=True).delete()
        seconds = int(PATIENCE.total_seconds())
        raise Refused("nobody_thought", seconds=seconds, retry_after_seconds=5)
    return Asked(is_new=False)


@transaction.atomic
def _ask(kind: ThoughtKind, table_id: int, number: int) -> bool:
    """Leave the question and its message; False where another request was quicker."""
    asked, is_new = Thought.objects.get_or_create(table_id=table_id, kind=kind, number=number)
    if is_new:
        OutboxMessage.objects.create(topic=ASKED, payload={"thought": asked.pk})
        sql.run("SELECT pg_notify(%s, '')", [OUTBOX_CHANNEL])
    return is_new


def think(*, thought_id: int, thinkers: Mapping[str, Thinker]) -> None:
    """Answer a question, unless it is answered; forget it where it has lost its sense."""
    asked = Thought.objects.filter(pk=thought_id, answer__isnull=True).first()
    if asked is None:
        return
    answer = thinkers[asked.kind](asked.table_id, asked.number)
    row = Thought.objects.filter(pk=asked.pk)
    if answer is None:
        row.delete()
    else:
        row.update(answer=answer)


def forget_old_thoughts(*, now: dt.datetime | None = None) -> int:
    """Drop hints that are of no use any more, and reviews that can be thought again."""
    now = now or timezone.now()
    forgotten = 0
    for kind in ThoughtKind:
        age = KEEP_HINTS if kind == ThoughtKind.HINT else KEEP_REVIEWS
        forgotten += Thought.objects.filter(kind=kind, asked_at__lt=now - age).delete()[0]
    return forgotten
