"""Advice and judgement for Deutsches Rommé and Rommé 500."""

from .advice import advise
from .review import judge

__all__ = ["advise", "judge"]
