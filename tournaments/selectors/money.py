"""How far the money is: places that are paid, players still to go, what the next one out takes."""

from dataclasses import dataclass

from tournaments.director import FORMATS, Clock, Field, Phase, Plan, ladder


@dataclass(frozen=True, slots=True)
class Bubble:
    """How far the money is, as the pool stands; `until_paid` more have to be out before it.

    Whoever goes out next among the paid takes `next_prize_chips`, the prize of `next_place`.
    `may_grow` while entries are open: then places and prizes are not the last word.
    """

    places: int
    until_paid: int
    next_place: int
    next_prize_chips: int
    is_ticket: bool
    may_grow: bool


def bubble_of(plan: Plan, clock: Clock, field: Field) -> Bubble | None:
    """None before the start and after the end, without prizes, and where nobody is out by chips.

    In pairings everybody plays to the end, so that nobody comes closer to the money by waiting.
    """
    if clock.phase not in (Phase.RUNNING, Phase.BREAK) or not FORMATS[plan.format].plays_for_chips:
        return None
    prizes = ladder(plan.prizes, field.contenders, field.pool_chips(plan))
    if not prizes.places:
        return None
    place = max(1, min(field.alive, prizes.places))
    return Bubble(
        places=prizes.places,
        until_paid=max(0, field.alive - prizes.places),
        next_place=place,
        next_prize_chips=prizes.prizes_chips[place - 1],
        is_ticket=place <= prizes.tickets,
        may_grow=clock.entries_open,
    )
