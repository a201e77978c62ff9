"""`python -m benchmarks [--only GROUP]`."""

import argparse
from importlib import import_module

from benchmarks.report import Result, save, show

GROUPS = (
    "engine",
    "ledger",
    "audit",
    "server",
    "stubborn",
    "strength",
    "skill",
    "judging",
    "romme",
    "director",
    "pairing",
    "boards",
    "office",
    "streams",
    "browser",
    "growth",
    "notify",
    "idle",
    "integrity",
)
MODULES = {"romme": "table_melding"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks")
    parser.add_argument("--only", choices=GROUPS)
    only = parser.parse_args().only
    results: list[Result] = []
    for group in [only] if only else GROUPS:
        results += import_module(f"benchmarks.{MODULES.get(group, group)}").measure()
    save(results)
    show(results)


if __name__ == "__main__":
    main()
