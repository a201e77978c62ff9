"""The kinds of events an endpoint may ask for.

Events are noted by triggers of the database (`config/migrations`), in the transaction of what they
tell of; a new kind is an entry here and a trigger there.
"""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PING: Final = "ping"
WANTED: Final[dict[str, str | Promise]] = {
    "player.registered": _("Somebody has signed up"),
    "table.finished": _("A match has ended"),
    "table.cancelled": _("A table was cancelled"),
    "tournament.published": _("A tournament is open for entries"),
    "tournament.entered": _("Somebody has entered a tournament"),
    "tournament.started": _("A tournament has begun"),
    "tournament.finished": _("A tournament is over"),
    "tournament.cancelled": _("A tournament was called off"),
    "director.called": _("A player calls the director"),
    "chat.reported": _("A message or a person was reported"),
}
KINDS: Final = {PING: _("A test, sent on demand to one endpoint"), **WANTED}
