"""What a wheel holds besides files as they lie here: locked dependencies, compiled catalogues."""

import re
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LOCK = "requirements.txt"
HOUSE = "jeton/house"


class Dependencies(MetadataHookInterface):
    """Exactly the versions that were tested: an installation today and in a year is the same."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["dependencies"] = locked((Path(self.root) / LOCK).read_text(encoding="utf-8"))


class Catalogues(BuildHookInterface[Any]):
    """Texts in every language, from their sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.compiled = tempfile.TemporaryDirectory()
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
