"""What the desk's templates say: orders, matters, states and spans of time in words."""

from django import template

from tournaments.desk import words as desk_words
from tournaments.words.usual_reasons import reason_in_words

register = template.Library()


register.filter("order_words", desk_words.title_of)
register.filter("reason_words", reason_in_words)
register.filter("matter_words", lambda matter: desk_words.MATTERS.get(matter, matter))
register.filter("state_words", lambda state: desk_words.STATES.get(state, state))
register.filter("sheet_words", lambda state: desk_words.SHEETS.get(state, state))
register.filter("phase_words", lambda phase: desk_words.PHASES.get(phase, phase))


@register.filter
def duration(seconds: int) -> str:
    """Seconds as 4:05 or 1:02:03."""
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
