"""Writes what is generated before the client is packed: `clients/generator` says what that is."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Generated(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        repository = Path(self.root).parents[1]
        # An sdist holds what is generated and not what generates it.
        if (repository / "clients/generator").is_dir():
            sys.path.insert(0, str(repository))
            from clients.generator import write

            write()
        written = ("shapes", "async_operations", "operations", "sending", "client")
        build_data["artifacts"] += [f"src/jeton_client/{name}.py" for name in written]
