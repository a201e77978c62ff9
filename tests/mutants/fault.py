"""One deliberate fault: what it breaks, where, and which tests should find it."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Fault:
    """`old` stands in `file` exactly once and becomes `new`; `tests` are files or single tests.

    Whoever adds one names the cheapest test that finds it: pure before the database, and of a file
    that takes long a single function.
    """

    name: str
    breaks: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def is_in(self, root: Path) -> bool:
        """Whether it can be put in there: its old text stands there, once."""
        path = root / self.file
        return path.is_file() and path.read_text(encoding="utf-8").count(self.old) == 1

    def broken(self, root: Path) -> str:
        """The file's text with the fault."""
        return (root / self.file).read_text(encoding="utf-8").replace(self.old, self.new)
