"""Who deals next at a table whose players change: the deal passes to the left."""

from collections.abc import Sequence


def next_circle(
    before: Sequence[int], dealer: int, sitting: Sequence[int], position: int
) -> tuple[int, ...]:
    """Who is `sitting` here, from seat to seat, turned so that the next to deal is at `position`.

    That is who of those dealt to `before` is the first behind their dealer's place and still here.
    """
    behind = (*before[dealer + 1 :], *before[: dealer + 1])
    turn = next((sitting.index(entry) - position for entry in behind if entry in sitting), 0)
    return (*sitting[turn:], *sitting[:turn])
