"""Fair cards: who can know a deck before it is dealt, and how anyone checks it afterwards.

This is scheme 1; docs/fairness.md defines it byte by byte, and whoever follows it gets our decks.
"""

from .dealing import Before, Dealing
from .proof import TOURNAMENT, RoundProof, dealer_holds, first_dealer
from .seeds import (
    CLIENT_SEED_CHARS,
    OF_SHARED_DEALS,
    SCHEME,
    SERVER_SEED_BYTES,
    RoundSeeds,
    UnfairInput,
    check_client_seed,
    commit,
)
from .shuffle import DECK, FIRST_DEALER, SEATS, deck_order, derived_seed, lot, reshuffle, reshuffled
