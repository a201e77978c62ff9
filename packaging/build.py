"""What a wheel holds besides files as they lie here: locked dependencies, compiled catalogues.

`JETON_COMPILED=yes` adds the hot modules of `rummy` as machine code: such a wheel is for one kind
of machine and one Python.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LOCK, LOCK_OF_DEVELOPERS = "requirements.txt", "requirements-dev.txt"
HOUSE = "jeton/house"
BUILDS = ".compiled"  # as in `rummy/compiled.py`
COMPILERS = ("mypy", "setuptools")


class Dependencies(MetadataHookInterface):
    """Exactly the versions that were tested: an installation today and in a year is the same."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = locked((Path(self.root) / LOCK).read_text(encoding="utf-8"))


class Made(BuildHookInterface[Any]):
    """Texts in every language, from their sources; machine code where it is asked for."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        if not is_compiled():
            return []
        tested = locked((Path(self.root) / LOCK_OF_DEVELOPERS).read_text(encoding="utf-8"))
        return [one for one in tested if one.partition("==")[0] in COMPILERS]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.compiled = tempfile.TemporaryDirectory()
        if is_compiled():
            command = [sys.executable, "packaging/compiling.py"]
            subprocess.run(command, cwd=self.root, check=True, stdout=sys.stderr)
            build_data["force_include"][f"{self.root}/{BUILDS}"] = f"{HOUSE}/{BUILDS}"
            build_data["pure_python"], build_data["infer_tag"] = False, True
        for source in sorted(Path(self.root).glob("locale/**/*.po")):
            target = Path(self.compiled.name) / f"{source.parts[-3]}-{source.stem}.mo"
            with source.open("rb") as texts, target.open("wb") as compiled:
                write_mo(compiled, read_po(texts, locale=source.parts[-3]))
            inside = source.relative_to(self.root).with_suffix(".mo")
            build_data["force_include"][str(target)] = f"{HOUSE}/{inside}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.compiled.cleanup()


def locked(lock: str) -> list[str]:
    """The requirements of a lock file, without its hashes and remarks."""
    whole = lock.replace("\\\n", " ")
    lines = (line.partition("#")[0].strip() for line in whole.splitlines())
    return [re.split(r"\s+--hash", line)[0].strip() for line in lines if line]


def is_compiled() -> bool:
    """Whether whoever builds asks for machine code."""
    return os.environ.get("JETON_COMPILED") == "yes"
