"""Lots that were committed to before the first entry (PLAY-41).

A tournament is drawn like a round with the number 0, which no table's round has: the published
scheme of `rummy.fairness`, each lot on a stream of its own by its purpose.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from django.views.decorators.debug import sensitive_variables

from games.moves.decks import seal, unseal
from rummy.fairness import SERVER_SEED_BYTES, RoundSeeds, commit, deck_order

ROUND_NUMBER = 0


@dataclass(frozen=True, slots=True)
class CommittedDice:
    """The director's dice for one tournament."""

    tournament_id: int
    seed: bytes = field(repr=False)

    @sensitive_variables()
    def order(self, count: int, purpose: str) -> tuple[int, ...]:
        seeds = RoundSeeds(
            table=self.tournament_id,
            round_number=ROUND_NUMBER,
            server_seed=self.seed,
            client_seeds=(),
        )
        return deck_order(seeds, count, purpose=f"tournament:{purpose}")


@sensitive_variables()
def draw_seed(tournament_id: int) -> tuple[bytes, str]:
    """A new sealed seed, and the commitment to it."""
    seed = secrets.token_bytes(SERVER_SEED_BYTES)
    promise = commit(seed, table=tournament_id, round_number=ROUND_NUMBER)
    return seal(seed), promise


@sensitive_variables()
def dice_of(tournament_id: int, sealed: bytes) -> CommittedDice:
    return CommittedDice(tournament_id, unseal(sealed))
