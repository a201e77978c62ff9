"""Frozen values that every move makes anew, as classes that machine code makes and reads at once.

Compiled, a named tuple takes four times as long to make; from the sources it is made
faster and read more slowly.
"""

from typing import Any, ClassVar, Self


class Value:
    """What it is, is told by the parts named in `_fields`, in the order in which they are given.

    It compares, hashes, pickles and is altered (`_replace`) as a named tuple of them would.
    Compiled, it refuses that a part is set; from the sources nobody looks, for speed's sake.
    """

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()

    def parts(self) -> tuple[Any, ...]:
        """The parts in their order."""
        return tuple([getattr(self, name) for name in self._fields])

    def _replace(self, **changes: Any) -> Self:
        """The same value but for these parts; TypeError for a part that it has not."""
        parts = [changes.pop(name, getattr(self, name)) for name in self._fields]
        if changes:
            raise TypeError(f"no parts of {type(self).__name__}: {', '.join(changes)}")
        return type(self)(*parts)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or other.parts() == self.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), self.parts()

    def __repr__(self) -> str:
        named = zip(self._fields, self.parts(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in named)})"
