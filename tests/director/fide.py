"""A checker of pairings by FIDE's Dutch system, from the handbook's words alone (C.04.3, 2026).

It shares nothing with the product: it keeps its own history of who played whom, enumerates every
pairing of the stage and sieves them, criterion by criterion, bracket after bracket from the top.
What is left is as good as can be; a pairing that is not among it is a discrepancy.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

WHITE, BLACK = "w", "b"
WIN = 2
Pairs = tuple[tuple[int, int | None], ...]


@dataclass(slots=True)
class Player:
    """One player's rounds: (opponent, colour, points, own score before, the other's before)."""

    number: int
    rounds: list[tuple[int | None, str | None, int, int, int]] = field(default_factory=list)
    is_top: bool = False

    @property
    def score(self) -> int:
        return sum(points for _, _, points, _, _ in self.rounds)

    @property
    def opponents(self) -> set[int]:
        return {other for other, *_ in self.rounds if other is not None}

    @property
    def colours(self) -> str:
        return "".join(colour for _, colour, *_ in self.rounds if colour)

    @property
    def had_a_bye(self) -> bool:
        """C2: a round without an opponent that was worth a win."""
        return any(other is None and points >= WIN for other, _, points, _, _ in self.rounds)

    @property
    def unplayed(self) -> int:
        return sum(other is None for other, *_ in self.rounds)

    @property
    def difference(self) -> int:
        return self.colours.count(WHITE) - self.colours.count(BLACK)

    @property
    def preference(self) -> tuple[str, str] | None:
        """(how strong, which colour): 1.7 of the rules."""
        if not self.colours:
            return None
        last_two = self.colours[-2:]
        if self.difference > 1 or last_two == WHITE * 2:
            return "absolute", BLACK
        if self.difference < -1 or last_two == BLACK * 2:
            return "absolute", WHITE
        if self.difference:
            return "strong", BLACK if self.difference > 0 else WHITE
        return "mild", WHITE if self.colours[-1] == BLACK else BLACK

    def floated(self, ago: int) -> str | None:
        if len(self.rounds) < ago:
            return None
        other, _, points, own, theirs = self.rounds[-ago]
        if other is None:
            return "down" if points else None
        if own == theirs:
            return None
        return "down" if own > theirs else "up"


def every_pairing(players: Sequence[Player]) -> Iterator[Pairs]:
    """Everybody once; with an odd number one has nobody."""
    numbers = [player.number for player in players]
    yield from _pairings([*numbers, None] if len(numbers) % 2 else [*numbers])


def _pairings(left: list[int | None]) -> Iterator[Pairs]:
    if not left:
        yield ()
        return
    first, *others = left
    for place, other in enumerate(others):
        for rest in _pairings(others[:place] + others[place + 1 :]):
            assert first is not None
            yield ((first, other), *rest)


def as_pairs(tables: Iterable[Sequence[int]], bye: int | None) -> Pairs:
    """A pairing that was made, the one without an opponent beside nobody."""
    pairs = tuple((table[0], table[1]) for table in tables)
    return pairs if bye is None else (*pairs, (bye, None))


class Sieve:
    """All pairings of one stage, and those that are left of them."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.known = {player.number: player for player in players}
        self.left = list(every_pairing(players))
        self.scores = sorted({player.score for player in players}, reverse=True)

    def legal(self) -> list[Pairs]:
        """C1, C2, C3."""
        return [pairs for pairs in self.left if not self.illegal(pairs)]

    def illegal(self, pairs: Pairs) -> list[str]:
        found = []
        for one, other in pairs:
            first = self.known[one]
            if other is None:
                found += ["C2"] * first.had_a_bye
                continue
            second = self.known[other]
            found += ["C1"] * (other in first.opponents)
            same = first.preference == second.preference and first.preference is not None
            absolute = same and first.preference is not None and first.preference[0] == "absolute"
            found += ["C3"] * (absolute and not first.is_top and not second.is_top)
        return found

    def discrepancy(self, pairs: Pairs) -> str | None:
        """The first criterion that another pairing fulfils better; None when none does."""
        own = frozenset(frozenset(pair) for pair in pairs)
        left = self.legal()
        if not left:
            return None  # 1.9.3: the arbiter decides
        mine = [one for one in left if frozenset(map(frozenset, one)) == own]
        if not mine:
            return "/".join(self.illegal(pairs))
        for name, measure in self._criteria():
            measured = [(measure(one), one) for one in left]
            least = min(value for value, _ in measured)
            if measure(mine[0]) != least:
                return name
            left = [one for value, one in measured if value == least]
        return None

    # --- the criteria ------------------------------------------------------------------------

    def _criteria(self) -> Iterator[tuple[str, Callable[[Pairs], Any]]]:
        yield "C5", self._bye_score
        for score, below in zip(self.scores, (*self.scores[1:], None), strict=True):
            yield f"C6 at {score}", partial(self._many_floaters, score)
            yield f"C7 at {score}", partial(self._floaters_scores, score)
            if below is not None:
                yield f"C8 at {score}", partial(self._many_floaters, below)
                yield f"C8 at {score}", partial(self._floaters_scores, below)
            yield f"C9 at {score}", partial(self._bye_unplayed, score)
            yield f"C10 at {score}", partial(self._summed, self._too_many, score)
            yield f"C11 at {score}", partial(self._summed, self._three_in_a_row, score)
            yield f"C12 at {score}", partial(self._summed, self._denied, score)
            yield f"C13 at {score}", partial(self._summed, self._strongly_denied, score)
            for ago in (1, 2):
                yield f"C{12 + 2 * ago} at {score}", partial(self._down_again, ago, score)
                yield f"C{13 + 2 * ago} at {score}", partial(self._many_up_again, ago, score)
            for ago in (1, 2):
                yield f"C{16 + 2 * ago} at {score}", partial(self._moved_down_again, ago, score)
                yield f"C{17 + 2 * ago} at {score}", partial(self._up_again, ago, score)

    def _many_floaters(self, score: int, pairs: Pairs) -> int:
        return len(self._floaters(pairs, score))

    def _floaters_scores(self, score: int, pairs: Pairs) -> list[int]:
        return sorted((one.score for one in self._floaters(pairs, score)), reverse=True)

    def _summed(self, count: Callable[[Player, Player], int], score: int, pairs: Pairs) -> int:
        return sum(count(one, other) for one, other in self._pairs_of(pairs, score))

    def _down_again(self, ago: int, score: int, pairs: Pairs) -> int:
        residents = (one for one in self._floaters(pairs, score) if one.score == score)
        return sum(one.floated(ago) == "down" for one in residents)

    def _up_again(self, ago: int, score: int, pairs: Pairs) -> list[int]:
        return sorted(
            (
                high.score - low.score
                for high, low in self._pairs_of(pairs, score)
                if high.score > score and low.floated(ago) == "up"
            ),
            reverse=True,
        )

    def _many_up_again(self, ago: int, score: int, pairs: Pairs) -> int:
        return len(self._up_again(ago, score, pairs))

    def _bye_score(self, pairs: Pairs) -> int:
        return sum(self.known[one].score for one, other in pairs if other is None)

    def _pairs_of(self, pairs: Pairs, score: int) -> list[tuple[Player, Player]]:
        """Those made in this bracket, the higher player first."""
        found = []
        for one, other in pairs:
            if other is not None:
                high, low = sorted(
                    (self.known[one], self.known[other]), key=lambda player: -player.score
                )
                if low.score == score:
                    found.append((high, low))
        return found

    def _floaters(self, pairs: Pairs, score: int) -> list[Player]:
        """Who is in this bracket and paired below it, or not at all."""
        found = []
        for one, other in pairs:
            both = [self.known[number] for number in (one, other) if number is not None]
            high = max(both, key=lambda player: player.score)
            lowest = min(player.score for player in both) if len(both) == 2 else -1
            if high.score >= score > lowest:
                found.append(high)
        return found

    def _bye_unplayed(self, score: int, pairs: Pairs) -> int:
        floaters = self._floaters(pairs, score)
        bye = next((one for one, other in pairs if other is None), None)
        alone = len(floaters) == 1 and floaters[0].number == bye
        return floaters[0].unplayed if alone else 0

    def _moved_down_again(self, ago: int, score: int, pairs: Pairs) -> list[float]:
        differences: list[float] = [
            high.score - low.score
            for high, low in self._pairs_of(pairs, score)
            if high.score > score and high.floated(ago) == "down"
        ]
        differences += [
            float("inf")
            for one in self._floaters(pairs, score)
            if one.score > score and one.floated(ago) == "down"
        ]
        return sorted(differences, reverse=True)

    def _denied(self, one: Player, other: Player) -> int:
        first, second = one.preference, other.preference
        return int(first is not None and second is not None and first[1] == second[1])

    def _strongly_denied(self, one: Player, other: Player) -> int:
        kinds = [player.preference[0] for player in (one, other) if player.preference]
        return int(self._denied(one, other) and "mild" not in kinds)

    def _if_denied(self, one: Player, other: Player) -> list[tuple[int, int]]:
        """For either of two who want the same colour: too many of the other one, three of it."""
        found = []
        for player in (one, other):
            assert player.preference is not None
            step = -1 if player.preference[1] == WHITE else 1
            colour = BLACK if step < 0 else WHITE
            found.append((abs(player.difference + step) > 2, player.colours[-2:] == colour * 2))
        return [(int(many), int(row)) for many, row in found]

    def _too_many(self, one: Player, other: Player) -> int:
        if not (one.is_top or other.is_top) or not self._denied(one, other):
            return 0
        return min(many for many, _ in self._if_denied(one, other))

    def _three_in_a_row(self, one: Player, other: Player) -> int:
        if not (one.is_top or other.is_top) or not self._denied(one, other):
            return 0
        return min(self._if_denied(one, other))[1]
