"""What has been answered so far: sealed in the browser's session, and nowhere in the house."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from backoffice.first_start.tokens import is_good
from web.security import sealing

KEY = "first_start"
PURPOSE = "first start"


@dataclass(slots=True)
class Draft:
    """By the names of the steps; `digest` is the hash of the token that opened the page."""

    digest: str
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)

    def of(self, step: str) -> dict[str, Any]:
        return self.answers.get(step, {})


def draft_of(request: HttpRequest) -> Draft | None:
    """This browser's draft, while the token it was opened with is good."""
    draft = _kept(request)
    return draft if draft is not None and is_good(draft.digest) else None


def open_draft(request: HttpRequest, digest: str) -> None:
    """Begin, or go on with what this browser has answered already, under a new session key."""
    before = _kept(request)
    request.session.cycle_key()
    keep(request, Draft(digest, before.answers if before else {}))


def keep(request: HttpRequest, draft: Draft) -> None:
    text = json.dumps([draft.digest, draft.answers])
    request.session[KEY] = sealing.seal(text, purpose=PURPOSE).decode()


def drop(request: HttpRequest) -> None:
    request.session.pop(KEY, None)


def _kept(request: HttpRequest) -> Draft | None:
    try:
        text = sealing.unseal(request.session.get(KEY, "").encode(), purpose=PURPOSE)
    except sealing.SealedElsewhere:
        return None
    return Draft(*json.loads(text))
