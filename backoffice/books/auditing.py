"""Having the books audited by a worker; what it finds is stored when it is done."""

from accounts.interest import concerns_nobody
from accounts.models import Player
from backoffice.team.staff_log import record
from games.models import OutboxMessage
from games.running.dispatcher import ATTEMPTS_MAX

AUDIT_ASKED = "audit_asked"


@concerns_nobody
def ask_for_audit(*, by: Player) -> None:
    """Leave word for a worker; a word that still waits serves whoever asks next as well.

    The dispatcher carries it to the queue, as soon as that is there: nobody who asks waits for it.
    """
    waiting = OutboxMessage.objects.filter(
        topic=AUDIT_ASKED, done_at=None, attempts__lt=ATTEMPTS_MAX
    )
    if not waiting.exists():
        OutboxMessage.objects.create(topic=AUDIT_ASKED, payload={})
    record(by=by, act="audit_asked")
