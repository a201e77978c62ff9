"""Celery tasks of the accounts app; each is safe to run never, twice or late."""

import time

from accounts.notices.push import sending as push
from accounts.programs.oauth import server as oauth
from accounts.programs.webhooks import delivering as webhooks
from web.database.alone import alone_at
from web.time.clock import by_the_clock

# Then other work has its turn.
SENDING_SECONDS = 5.0


@by_the_clock(2, only_if=webhooks.is_any_due)
def send_webhooks() -> None:
    """Hand out what has happened and send what is due.

    One worker process at most waits for quick endpoints, and one for slow ones: else a slow one
    to which much is due would have them all.
    """
    webhooks.hand_out()
    for slow in (False, True):
        enough = time.monotonic() + SENDING_SECONDS
        with alone_at("slow webhooks" if slow else "webhooks") as is_alone:
            while is_alone and webhooks.deliver_due(slow=slow) and time.monotonic() < enough:
                pass


@by_the_clock(2, only_if=push.is_any_due)
def push_notices() -> None:
    """To the devices of whoever has not read them on a page.

    One worker process at most is at it, and one for services that are slow: they are whatever
    players name, and may hang.
    """
    for slow in (False, True):
        enough = time.monotonic() + SENDING_SECONDS
        with alone_at("slow pushing" if slow else "pushing") as is_alone:
            while is_alone and push.send_due(slow=slow) and time.monotonic() < enough:
                pass


forget_old_deliveries = by_the_clock(3600)(webhooks.forget_old_deliveries)
forget_old_grants = by_the_clock(3600)(oauth.forget_old_grants)
