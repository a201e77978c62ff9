"""The queue is another process, which tests of the API do without."""

from __future__ import annotations

import pytest

from backoffice.tasks import audit_books


@pytest.fixture(autouse=True)
def audits_asked(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """What would lie in the queue: an entry for each audit that was asked for."""
    asked: list[None] = []
    monkeypatch.setattr(audit_books, "delay", lambda: asked.append(None))
    return asked
