"""A round that is over, played on from one of its moments by somebody who wants to know."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The cards that a table is dealt once more, and up to where they were played before.

    `table` and `round` are where; what happened there up to `step`, a place in the round's events
    from 0, the deal, has happened already. `drawn_for` is what the seed of the cards was drawn for
    (`rummy.fairness.RoundSeeds.bound_to`), `client_seeds` are those that its players gave.
    """

    table: int
    round: int
    step: int
    drawn_for: tuple[int, int]
    client_seeds: tuple[str, ...]
