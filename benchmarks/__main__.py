"""`python -m benchmarks [--only GROUP] [--small]`."""

import argparse
import os
from importlib import import_module

from benchmarks.report import Result, save, show
from benchmarks.sizes import SIZE, SMALL

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
    parser.add_argument(
        "--small", action="store_true", help="only see that it runs: keep no figure"
    )
    asked = parser.parse_args()
    if asked.small:
        os.environ[SIZE] = SMALL  # before a group reads its sizes
    results: list[Result] = []
    for group in [asked.only] if asked.only else GROUPS:
        results += import_module(f"benchmarks.{MODULES.get(group, group)}").measure()
    if not asked.small:
        save(results)
    show(results)


if __name__ == "__main__":
    main()
