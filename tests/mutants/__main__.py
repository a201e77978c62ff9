"""`python -m tests.mutants [-n COPIES] [--list] [name ...]`: try each fault."""

import argparse
import sys

from tests.architecture.sources import ROOT
from tests.mutants import FAULTS, Fault
from tests.mutants.trying import CAUGHT, Copy, Verdict, clean_failures, copies_of, verdicts

WIDTH = max(len(fault.name) for fault in FAULTS)


def main() -> int:
    asked = _arguments()
    faults = [fault for fault in FAULTS if not asked.names or fault.name in asked.names]
    if asked.list:
        _tell(*(f"{fault.name:{WIDTH}}  {fault.breaks}" for fault in faults))
        return 0
    lost = [fault for fault in faults if not fault.is_in(ROOT)]
    if lost:
        _tell(*(f"{fault.name}: its old text is not once in {fault.file}" for fault in lost))
        return 1
    with copies_of(ROOT, asked.n) as copies:
        failed = clean_failures(copies, faults)
        if failed:
            _tell("Without any fault this fails already:", *failed)
            return 1
        return _tried(copies, faults)


def _tried(copies: list[Copy], faults: list[Fault]) -> int:
    """Each verdict is told as it comes; at the end what the tests said of faults not caught."""
    found: list[Verdict] = []
    for verdict in verdicts(copies, faults):
        _tell(f"{verdict.fault.name:{WIDTH}}  {verdict.seconds:4.0f} s  {verdict.how} {verdict.by}")
        found.append(verdict)
    wrong = [verdict for verdict in found if verdict.how != CAUGHT]
    for verdict in wrong:
        _tell(f"\n{verdict.fault.name}: {verdict.fault.breaks}", verdict.told)
    seconds = sum(verdict.seconds for verdict in found)
    _tell(f"{len(found)} faults, {len(wrong)} not caught, {seconds:.0f} seconds of tests")
    return 1 if wrong else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("-n", type=int, default=1, metavar="COPIES", help="so many at once")
    parser.add_argument("--list", action="store_true", help="tell the faults and try none")
    known = [fault.name for fault in FAULTS]
    parser.add_argument("names", nargs="*", metavar="name", help="only these faults")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.names) - set(known)):
        parser.error(f"no such fault: {', '.join(unknown)}")
    return asked


def _tell(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
