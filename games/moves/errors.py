"""What the services refuse, apart from the rules of the cards.

Each refusal has a stable code, the facts that explain it, and the rule broken if there is one;
`web.refusals` turns it into a sentence and an HTTP status.
"""

from django.http import Http404

from web.refusals import Refused as Refused


class NotFound(Refused, Http404):
    """What an address names is not there; a page that lets it pass is Django's page for that."""

    code = "not_found"


class NotAllowed(Refused):
    code = "not_allowed"


class Conflict(Refused):
    """The request was sensible once, but the world has moved on."""

    code = "conflict"


class StaleAction(Conflict):
    """The client acted on an older state; `facts` carry the current version."""

    code = "stale_version"


class KeyReused(Refused):
    """An idempotency key came a second time with another content."""

    code = "idempotency_key_reused"
