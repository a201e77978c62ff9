"""What lies open in a round, as it is written to JSON and read from it."""

from typing import NamedTuple

from rummy.engine.as_json.codec import Card, CardMask, LaidCard
from rummy.engine.families.knock.actions import LaidOff
from rummy.engine.families.knock.phases import Phase
from rummy.engine.scoring import RoundScore


class Shown(NamedTuple):
    """A hand laid open after a knock; `layoffs` lie on the knocker's melds."""

    seat: int
    melds: tuple[tuple[LaidCard, ...], ...]
    deadwood: CardMask
    layoffs: tuple[LaidOff, ...]
    points: int


class OpenFacts(NamedTuple):
    """What everyone at the table knows.

    `pile` runs bottom to top. `taken` is the card taken from the pile in this turn, `streak` the
    number of turns in a row that took from it (GIN-14), `passes` how often the first upcard was
    left (GIN-11). `shown_card` is a card of the stock lying open (GIN-S6), `removed` are cards that
    left the pile for good and stay visible (GIN-S1).
    """

    phase: Phase
    turn: int | None
    dealer: int
    seats: int
    knock_limit: int
    pile: tuple[Card, ...] = ()
    stock_count: int = 0
    taken: Card | None = None
    streak: int = 0
    passes: int = 0
    shown_card: Card | None = None
    removed: CardMask = 0
    shown: tuple[Shown, ...] = ()
    outcome: RoundScore | None = None
