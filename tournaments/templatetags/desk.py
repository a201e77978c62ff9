"""What the desk's templates say: orders, matters, states and spans of time in words."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.desk import words as desk_words
from tournaments.models import DeskAct
from tournaments.words.usual_reasons import reason_in_words

register = template.Library()


@register.filter
def order_words(act: DeskAct) -> Any:
    return desk_words.title_of(act)


@register.filter
def reason_words(remark: str) -> str:
    return reason_in_words(remark)


@register.filter
def matter_words(matter: str) -> Any:
    return desk_words.MATTERS.get(matter, matter)


@register.filter
def state_words(state: str) -> Any:
    return desk_words.STATES.get(state, state)


@register.filter
def phase_words(phase: str) -> Any:
    return desk_words.PHASES.get(phase, phase)


@register.filter
def duration(seconds: int) -> str:
    """Seconds as 4:05 or 1:02:03."""
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
