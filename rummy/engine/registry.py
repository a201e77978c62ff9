"""Registries: named values in a fixed order; a new variant is one file and one entry."""

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar


class Named(Protocol):
    """Whatever carries its own stable key."""

    @property
    def key(self) -> str: ...


Entry = TypeVar("Entry", bound=Named)


class Registry(Mapping[str, Entry]):
    """A mapping from key to entry that remembers the order of registration."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, Entry] = {}

    def register(self, entry: Entry) -> Entry:
        """Add an entry under its own key; a key is given once."""
        if entry.key in self._entries:
            raise ValueError(f"{self.kind} {entry.key!r} is registered twice")
        self._entries[entry.key] = entry
        return entry

    def __getitem__(self, key: str) -> Entry:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
