"""Every module of the benchmarks can be imported: no other test does so."""

from importlib import import_module

import pytest

from tests.architecture.sources import files, shown

BENCHMARKS = [
    shown(path).removesuffix(".py").replace("/", ".")
    for path in files("benchmarks")
    if path.stem != "__main__"
]


def test_there_are_benchmarks() -> None:
    assert len(BENCHMARKS) > 20


@pytest.mark.parametrize("module", BENCHMARKS)
def test_a_benchmark_can_be_imported(module: str) -> None:
    import_module(module)
