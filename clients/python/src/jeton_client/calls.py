"""A request as a value: method, path, query, body, key. Both clients send these."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)
KEY_HEADER = "Idempotency-Key"


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """One request; `T_co` is the shape of its answer."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str | int] | None = None
    key: str | None = None

    @property
    def repeatable(self) -> bool:
        """Whether sending it twice does no more than sending it once."""
        return self.method == "GET" or self.key is not None


def new_key() -> str:
    """An Idempotency-Key that nobody has used."""
    return uuid.uuid4().hex


def given(**values: Any) -> dict[str, Any]:
    """What is not None."""
    return {name: value for name, value in values.items() if value is not None}
