"""Lots that were committed to before the first entry (PLAY-41).

A tournament is drawn like a round with the number 0, which no table's round has: the published
scheme of `rummy.fairness`, each lot on a stream of its own by its purpose, with one seed for all
that its players gave before it began.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from django.views.decorators.debug import sensitive_variables

from games.moves.decks import seal
from rummy import fairness
from rummy.fairness.seeds import number, pack

ROUND_NUMBER = 0


@dataclass(frozen=True, slots=True)
class CommittedDice:
    """The director's dice for one tournament.

    A lot falls on numbers in ascending order, so that nothing depends on how they came. `drawn` is
    told of each before its outcome is used: what it was for, and on what it fell.
    """

    tournament_id: int
    seed: bytes = field(repr=False)
    entrants_seed: Callable[[], str]
    drawn: Callable[[str, list[int]], None]

    @sensitive_variables()
    def draw(self, among: Collection[int], purpose: str) -> tuple[int, ...]:
        numbers = sorted(among)
        seeds = self._seeds()
        self.drawn(purpose, numbers)
        places = fairness.deck_order(seeds, len(numbers), purpose=f"tournament:{purpose}")
        return tuple(numbers[place] for place in places)

    @sensitive_variables()
    def board_seed(self, stage: int, board: int) -> bytes:
        """The server seed of a stage's board, counted from 1; it follows from the tournament's."""
        return fairness.derived_seed(self._seeds(), purpose=f"tournament:board:{stage}:{board}")

    @sensitive_variables()
    def _seeds(self) -> fairness.RoundSeeds:
        return fairness.RoundSeeds(
            table=self.tournament_id,
            round_number=ROUND_NUMBER,
            server_seed=self.seed,
            client_seeds=(self.entrants_seed(),),
        )


@sensitive_variables()
def draw_seed(tournament_id: int) -> tuple[bytes, str]:
    """A new sealed seed, and the commitment to it."""
    seed = secrets.token_bytes(fairness.SERVER_SEED_BYTES)
    promise = fairness.commit(seed, table=tournament_id, round_number=ROUND_NUMBER)
    return seal(seed), promise


def entrants_seed(tournament_id: int, seeds: Iterable[tuple[int, str]]) -> str:
    """What everybody who plays from the start has given, as one seed; "" where nobody gave any.

    `seeds` are entries, ascending, with what each gave.
    """
    given = list(seeds)
    if not any(seed for _, seed in given):
        return ""
    parts = [str(part).encode() for pair in given for part in pair]
    head = (b"jeton/entrants", number(fairness.SCHEME), number(tournament_id))
    return hashlib.sha256(pack(*head, *parts)).hexdigest()
