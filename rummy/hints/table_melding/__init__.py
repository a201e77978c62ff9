"""Advice and review for Deutsches Rommé and Rommé 500."""

from .advice import advise
from .review import costliest_decisions

__all__ = ["advise", "costliest_decisions"]
