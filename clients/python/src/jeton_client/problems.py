"""What can go wrong: an answer that says no (`Problem`), or no answer at all (`Unreachable`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class JetonError(Exception):
    """Everything this package raises."""


class Unreachable(JetonError):
    """The platform did not answer, however often it was asked.

    `sent` is False when the request certainly never left, so that sending it again is harmless.
    """

    def __init__(self, reason: str, *, sent: bool = True) -> None:
        super().__init__(reason)
        self.sent = sent


class Problem(JetonError):
    """A refusal (RFC 9457). Go by `code`; `detail` is a sentence for people.

    `rule` is the paragraph of the rules that was broken, such as `GIN-5`, or empty; `facts` are
    the numbers behind the sentence.
    """

    def __init__(self, body: Mapping[str, Any], *, retry_after: float | None = None) -> None:
        self.status: int = body["status"]
        self.code: str = body["code"]
        self.title: str = body.get("title", "")
        self.detail: str = body.get("detail", "")
        self.rule: str = body.get("rule", "")
        self.facts: dict[str, Any] = dict(body.get("facts", {}))
        self.retry_after = retry_after
        super().__init__(f"{self.code}: {self.detail}" if self.detail else self.code)


class Unreadable(Problem):
    """400, 415: the request cannot be read, or a field is not as it should be."""


class NotSignedIn(Problem):
    """401: no credentials, or none that are good."""


class NotAllowed(Problem):
    """403: the token lacks the scope, or this is not yours to do."""


class NotFound(Problem):
    """404: no such thing, or a private one of others."""


class MovedOn(Problem):
    """409: sensible once, but the world has moved on. Look again and decide again."""


class AgainstTheRules(Problem):
    """422: not legal at the table, or an Idempotency-Key that belongs to another request."""


class TooOften(Problem):
    """429: try again after `retry_after` seconds."""


class BeingThought(Problem):
    """202: a worker is thinking about it; the same request brings the answer a little later."""


class Busy(Problem):
    """502, 503, 504: nothing was done, or nobody knows; the same request may be sent again."""


# Others may knock for the discard (GER-V4): the same move is legal so many milliseconds later.
FOR_A_MOMENT = "others_may_knock"
_KINDS: dict[int, type[Problem]] = {
    202: BeingThought,
    400: Unreadable,
    401: NotSignedIn,
    403: NotAllowed,
    404: NotFound,
    409: MovedOn,
    415: Unreadable,
    422: AgainstTheRules,
    429: TooOften,
    502: Busy,
    503: Busy,
    504: Busy,
}


def problem_of(status: int, body: Any, retry_after: str | None) -> Problem:
    """The refusal in an answer; of one that is none of the platform's (a proxy's), its status."""
    known = isinstance(body, dict) and isinstance(body.get("code"), str)
    problem = {**body, "status": status} if known else {"status": status, "code": f"http_{status}"}
    seconds = float(retry_after) if retry_after and retry_after.isdigit() else None
    if known and problem["code"] == FOR_A_MOMENT:
        seconds = dict(body["facts"])["wait_ms"] / 1_000
    return _KINDS.get(status, Problem)(problem, retry_after=seconds)
