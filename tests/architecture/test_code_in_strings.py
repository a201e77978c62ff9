"""Programs that tests and benchmarks hand to other processes as text name what there is."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.architecture.sources import PACKAGES, files, shown, tree

NAMED = rf"from ((?:{'|'.join(PACKAGES)})\b[\w.]*) import ([\w, ]+)"
OURS = re.compile(rf"^{NAMED}$", re.MULTILINE)
# A text in which such a line stands behind a quote, or between two triple ones: worth being parsed.
QUOTED = re.compile(rf"[\"']{NAMED}|\\n{NAMED}")
TRIPLE = re.compile(r"\"\"\".*?\"\"\"|'''.*?'''", re.DOTALL)


def imports() -> Iterator[tuple[str, str, str]]:
    """Where the text stands, the module it imports from, and a name it wants of that."""
    for path in filter(may_hold_one, files(*PACKAGES)):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for module, names in OURS.findall(node.value):
                    for name in names.split(","):
                        yield shown(path), module, name.split()[0]


def may_hold_one(path: Path) -> bool:
    text = path.read_text()
    return bool(QUOTED.search(text)) or any(OURS.search(one) for one in TRIPLE.findall(text))


def is_there(module: str, name: str) -> bool:
    try:
        found: Any = import_module(module)
        return hasattr(found, name) or bool(import_module(f"{module}.{name}"))
    except ModuleNotFoundError:
        return False


def test_every_name_that_code_in_a_string_imports_is_there() -> None:
    asked = list(imports())
    assert len(asked) > 10
    assert [one for one in asked if not is_there(one[1], one[2])] == []
