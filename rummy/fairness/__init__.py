"""Fair cards: who can know a deck before it is dealt, and how anyone checks it afterwards.

Scheme 1, in full. Whoever follows this page byte by byte gets our decks.

Notation. `text` is UTF-8, a number inside `pack` is its decimal digits as text. For byte strings
a, b, …

    pack(a, b, …) = len(a) as 4 bytes, a, len(b) as 4 bytes, b, …      (lengths big-endian)

1. Per round the server draws `server_seed`, 128 bytes (2 × 64) from the system's generator, and
   publishes, before it accepts any player's seed,

       commitment = SHA-256( pack("jeton/commitment", "1", table, round, server_seed) )

   as 64 lower-case hexadecimal digits. "1" is the scheme, `table` and `round` are the numbers
   players see.

2. Each seat may hand in a text of at most 64 printable characters. `client_seeds` lists them in
   seat order, from seat 0; a seat that gave none counts as the empty text.

3. Everything that is drawn for the round has a `purpose`: "deck" for the deal, "first-dealer"
   for the lot at the start of a match, "seats" for a draw of places, "reshuffle:1",
   "reshuffle:2", … for a stock that is shuffled again. Each purpose has a stream of bytes of its
   own: blocks 0, 1, 2, … of 64 bytes, one after the other,

       block(i) = HMAC-SHA512( key     = server_seed,
                               message = pack("jeton/stream", "1", purpose, table, round,
                                              number of seats, client_seed 0, client_seed 1, …)
                                         followed by i as 8 bytes, big-endian )

4. `below(bound)`, a fair number from 0 to bound − 1: take the fewest bytes w with
   256^w ≥ bound from the stream (one byte up to 256; none when bound is 1), read them big-endian
   as v. If v ≥ 256^w − (256^w mod bound), throw v away and take the next w bytes. Else the
   number is v mod bound.

5. `order(size)`, Fisher and Yates: positions = [0, 1, …, size − 1]; for bound = size, size − 1,
   …, 2: j = below(bound), exchange positions[bound − 1] and positions[j]. The card at place k of
   the shuffled deck is canonical_deck[positions[k]]. Place 0 is dealt first: one card at a time,
   the dealer's left neighbour first; then a card is turned up, and the rest is the stock, drawn
   in the same order. A reshuffle draws an order of the whole deck; the cards that are shuffled
   again lie as they follow each other in it. So does a draw of places: the seats draw its cards
   one after the other, from seat 0, and those whose ranks are equal draw again.

6. `lot(size)` is below(size), on a stream of its own. The first dealer of a match is the seat
   lot(number of seats) of the purpose "first-dealer" in round 1, unless places are drawn for: then
   it is seat 0, or the deal goes on from another table (`dealing` says from which round). Both
   fall when the match begins, before players hand in seeds: each client_seed in their streams is
   the empty text.

7. The canonical order of a deck is not the server's to choose: packs one after the other; in a
   pack the suits s h d c; in a suit the ranks A 2 3 4 5 6 7 8 9 T J Q K; jokers X1, X2, … last.

The server's seed is the HMAC key, with no shorter key derived from it: it is exactly one block of
SHA-512 long, so all its 1024 bits count. A key of 64 bytes could reach 2^512 decks at most, and
110 cards have 2^530 orders that differ.
"""

from .dealing import Before, Dealing
from .proof import TOURNAMENT, RoundProof, dealer_holds, first_dealer
from .seeds import (
    CLIENT_SEED_CHARS,
    SCHEME,
    SERVER_SEED_BYTES,
    RoundSeeds,
    UnfairInput,
    check_client_seed,
    commit,
)
from .shuffle import DECK, FIRST_DEALER, SEATS, deck_order, lot, reshuffle, reshuffled
