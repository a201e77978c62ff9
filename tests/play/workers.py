"""What workers do with the messages of the outbox, done here and now."""

from django.db.models.functions import Now

from games.management.commands.dispatcher import _follow
from games.models import OutboxMessage


def work(topic: str = "thought_asked") -> int:
    """Carry out every message of a topic that waits, by its real task; how many there were."""
    waiting = list(OutboxMessage.objects.filter(topic=topic, done_at=None).order_by("pk"))
    for message in waiting:
        _follow(message.topic, message.payload)
        OutboxMessage.objects.filter(pk=message.pk).update(done_at=Now())
    return len(waiting)
