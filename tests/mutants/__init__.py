"""Deliberate faults, each put into a copy of the platform to see that a quick test finds it.

A test that nothing can make fail proves nothing. `python -m tests.mutants [name ...]` puts one
fault after another into a copy, runs the tests that should find it, and tells which one did.
"""

from tests.mutants.cards import CARDS
from tests.mutants.chips import CHIPS
from tests.mutants.doors import DOORS
from tests.mutants.fault import Fault
from tests.mutants.matches import MATCHES
from tests.mutants.tables import TABLES

FAULTS: tuple[Fault, ...] = (*CARDS, *MATCHES, *CHIPS, *TABLES, *DOORS)

__all__ = ["FAULTS", "Fault"]
