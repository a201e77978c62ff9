"""The example bot as a module: it is no part of any package."""

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from tests.architecture.sources import ROOT

EXAMPLES = ROOT / "clients" / "examples"


def _example() -> Any:
    spec = spec_from_file_location("example_bot", EXAMPLES / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


choose = _example().choose
