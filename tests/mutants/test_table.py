"""The table of faults fits the code: each can be put in, and whoever should find it is there."""

import ast
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT
from tests.mutants import FAULTS, Fault


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_fault_can_be_put_in_and_has_its_tests(fault: Fault) -> None:
    assert fault.is_in(ROOT), f"its old text is not once in {fault.file}"
    assert fault.old != fault.new
    assert fault.tests
    for test in fault.tests:
        file, _, name = test.partition("::")
        assert (ROOT / file).is_file(), file
        assert not name or name in functions(ROOT / file), test
