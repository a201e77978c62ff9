"""Hot modules as machine code where that is asked for; else, and in all others, the sources.

`RUMMY_COMPILED=yes` asks for what `make compiled` built (`packaging/compiling.py`), any other word
but `no` for what lies in the folder of that name. A build lies under the fingerprint of what it was
made from: one of other sources is never found.
"""

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

SOURCES = Path(__file__).parent
BUILDS = SOURCES.parent / ".compiled"
NAME = "RUMMY_COMPILED"


def fingerprint() -> str:
    """Of every source of the library and of the interpreter that a build is made for."""
    digest = sha256(EXTENSION_SUFFIXES[0].encode())
    for source in sorted(SOURCES.rglob("*.py")):
        text = source.read_bytes()
        digest.update(f"\n{source.relative_to(SOURCES)} {len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()[:20]


class Compiled(MetaPathFinder):
    """Finds the modules of one build, before those that read sources are asked."""

    def __init__(self, build: Path) -> None:
        files = build.rglob(f"*{EXTENSION_SUFFIXES[0]}")
        self._files = {".".join(_parts(file.relative_to(build))): file for file in files}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self._files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)


def _parts(file: Path) -> tuple[str, ...]:
    return (*file.parts[:-1], file.name.partition(".")[0])


def prefer_compiled() -> None:
    """Import compiled modules from now on, if asked to; ImportError when none fit the sources."""
    asked = os.environ.get(NAME, "").strip() or "no"
    if asked == "no":
        return
    build = (BUILDS if asked == "yes" else Path(asked)) / fingerprint()
    if not build.is_dir():
        raise ImportError(f"{NAME}={asked}, but nothing was built of these sources: make compiled")
    sys.meta_path.insert(0, Compiled(build))
