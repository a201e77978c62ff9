"""All that may differ between the referee (OpenSpiel 2.0) and us, in one place.

`DEFECTS` are errors of the referee; `test_known_defects` shows for each that we are right.
`OTHER_RULES` are points where its book of rules is another one than ours. Lockstep allows these
differences, where they are proved to be the one named, and no other.
"""

from typing import NamedTuple


class Difference(NamedTuple):
    key: str
    what: str


KNOCK_REFUSED = Difference(
    "knock_refused",
    "The least deadwood of eleven cards is not always found: of arrangements with the same melded"
    " value the first is taken and then its dearest card is dropped. A legal knock, even gin, is"
    " then not offered, though its own `legal_discards` knows of it.",
)
TIE_NOT_SCORED = Difference(
    "tie_not_scored",
    "A knock that is equalled scores 0 : 0; equal is an undercut and pays its bonus (GIN-8).",
)
THIRD_LAYOFF = Difference(
    "third_layoff",
    "A third card on the same end of a run is never offered for laying off (GIN-6).",
)
HAND_SHOWN = Difference(
    "hand_shown",
    "The observation struct of the knocker holds the opponent's hand while that one lays off.",
)
DEFECTS = (KNOCK_REFUSED, TIE_NOT_SCORED, THIRD_LAYOFF, HAND_SHOWN)

TAKEN_CARD_BACK = Difference(
    "taken_card_back", "It lets a card taken from the pile be discarded at once; GIN-2 does not."
)
WALL_KNOCK = Difference(
    "wall_knock",
    "With two cards left in the stock the next player may still knock with the upcard; by GIN-10"
    " the round is over.",
)
STALL_GUARD = Difference(
    "stall_guard",
    "It ends a round at the fiftieth upcard taken; by GIN-14 ten in a row are followed by a draw.",
)
OTHER_RULES = (TAKEN_CARD_BACK, WALL_KNOCK, STALL_GUARD)
