"""One promise of the house: its sentence, and the tests that hold the house to it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Promise:
    """`tests` are what pytest is asked to run; they tell under `name` what they tried."""

    name: str
    says: str
    tests: tuple[str, ...]
