"""Dividing chips: the one place where a division may leave a remainder, and says where it goes."""

from collections.abc import Sequence

from rummy.engine.errors import Refusal


class Indivisible(Refusal):
    """Nothing can be divided like this: among nobody, or a debt."""


def split_evenly(total: int, parts: int) -> tuple[int, ...]:
    """`total` chips in `parts` shares that differ by one at most and sum to `total`.

    Chips that are left over go one each to the first in the order of the claimants; for a tied
    prize that is seat order from the left of the last dealer (PLAY-10). Raises `Indivisible` with
    code nothing_to_divide_among or negative_division.
    """
    if parts < 1:
        raise Indivisible("nothing_to_divide_among", total=total, parts=parts)
    if total < 0:
        raise Indivisible("negative_division", total=total, parts=parts)
    share, odd = divmod(total, parts)
    return tuple(share + (place < odd) for place in range(parts))


def split_by_weight(total: int, weights: Sequence[int]) -> tuple[int, ...]:
    """`total` chips in proportion to `weights`, by largest remainder; they sum to `total`.

    Chips left over go one each to the largest remainders; of equal ones to the first in the order
    given: the better rank, the larger stack (PLAY-44, PLAY-46). Raises `Indivisible` with code
    nothing_to_divide_among or negative_division.
    """
    whole = sum(weights)
    if whole < 1:
        raise Indivisible("nothing_to_divide_among", total=total, parts=len(weights))
    if total < 0 or min(weights) < 0:
        raise Indivisible("negative_division", total=total, parts=len(weights))
    shares = [total * weight // whole for weight in weights]
    remainders = [total * weight % whole for weight in weights]
    odd = total - sum(shares)
    for place in sorted(range(len(weights)), key=lambda place: -remainders[place])[:odd]:
        shares[place] += 1
    return tuple(shares)
