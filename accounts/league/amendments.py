"""What of a counted match is taken back when somebody cheated in it, or it was no match at all."""

from typing import NamedTuple


class Change(NamedTuple):
    """What a player's match counts more, or, negative, less: rating as shown, points, wins."""

    match: str
    rating: int
    league_points: int
    wins: int


def undone(brought: Change) -> Change:
    """Nothing of the match counts any more."""
    return Change(brought.match, -brought.rating, -brought.league_points, -brought.wins)


def cheated(brought: Change) -> Change:
    """Whoever cheated keeps nothing of what it brought; what it cost them stays lost."""
    return undone(brought)._replace(rating=min(0, -brought.rating))


def was_cheated(brought: Change) -> Change:
    """Whoever met a cheat gets the rating back that it cost; what they won stays theirs."""
    return Change(brought.match, max(0, -brought.rating), 0, 0)
