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
        build_data["artifacts"] += ["src/jeton_client/client.py", "src/jeton_client/shapes.py"]
