"""Small files, short functions, no floats near chips, no rooms for things without a name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, PRODUCT, ROOT, files, is_generated, shown, tree

FILE_LINES_MAX = 400
FILE_LINES_MEDIAN_MAX = 150
FUNCTION_LINES_MAX = 60
EXACT = (
    *("accounts/ledger", "accounts/books", "rummy/settlement", "rummy/match"),
    *("tournaments/director", "tournaments/forecast", "tournaments/simulation"),
)


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_no_file_outgrows_its_room() -> None:
    written = [path for path in files(*PACKAGES) if not is_generated(path)]
    long = {shown(path): len(path.read_text().splitlines()) for path in written}
    assert {name: lines for name, lines in long.items() if lines > FILE_LINES_MAX} == {}
    assert sorted(long.values())[len(long) // 2] <= FILE_LINES_MEDIAN_MAX


def test_no_function_outgrows_a_screen() -> None:
    long = {
        f"{shown(path)}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in files(*PACKAGES)
        for node in functions(path)
    }
    assert {name: lines for name, lines in long.items() if lines > FUNCTION_LINES_MAX} == {}


@pytest.mark.parametrize("room", EXACT)
def test_no_float_comes_near_chips(room: str) -> None:
    """Neither a literal, nor the type, nor a division that makes one."""
    found = [
        f"{shown(path)}:{node.lineno}"
        for path in files(room)
        for node in ast.walk(tree(path))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id == "float")
        or (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div))
    ]
    paths = [name for name in found if not is_path_division(name)]
    assert paths == []


def is_path_division(place: str) -> bool:
    """`Path / "name"` is the one division that makes no number."""
    name, _, line = place.partition(":")
    text = (ROOT / name).read_text().splitlines()[int(line) - 1]
    return "Path(" in text or '/ "' in text


@pytest.mark.parametrize("name", ["utils", "helpers", "common", "misc"])
def test_no_module_is_called_anything(name: str) -> None:
    assert [shown(path) for path in files(*PACKAGES) if path.stem == name] == []


def test_every_module_says_what_it_answers_for() -> None:
    silent = [
        shown(path)
        for path in files(*PRODUCT)
        if path.read_text().strip() and ast.get_docstring(tree(path)) is None
    ]
    assert silent == []
