"""Numbers as pages and sentences write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format


def grouped(amount: int) -> str:
    """1234567 → 1,234,567 or 1.234.567; the minus is a real one."""
    return number_format(amount, use_l10n=True, force_grouping=True).replace("-", "−")


def with_figures(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a sentence with each whole number as it is written."""
    return {
        name: grouped(fact) if isinstance(fact, int) and not isinstance(fact, bool) else fact
        for name, fact in facts.items()
    }
