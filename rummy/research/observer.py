"""What a seat knows, as a vector: OpenSpiel's observer, for information states.

Seats are told from the one who looks, clockwise, itself first. Cards are places of the deck in
canonical order. Every number lies between 0 and about 1.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rummy import engine
from rummy.bots import NOTHING, Recollection
from rummy.engine.cards import FIRST_JOKER, PACK, cards_of, mask_of
from rummy.engine.families.knock.state import Phase as GinPhase
from rummy.engine.families.table_melding.reading import first_meld_points
from rummy.engine.families.table_melding.state import Phase as RommePhase
from rummy.engine.table_melding import suited

from .actions import MELDS_MAX

Part = tuple[str, list[float]]


class Position(NamedTuple):
    """A round as it stands, and what its events have shown to everybody."""

    cards: engine.RoundState
    recalled: Recollection = NOTHING


class Observer:
    """`set_from` fills `tensor`, all numbers in a row, and `dict`, the same by their names."""

    def __init__(self, rules: engine.RuleSet) -> None:
        self._deck = engine.deck_cards(rules)
        self._places = {card: place for place, card in enumerate(self._deck)}
        self.tensor: list[float] = []
        self.dict: dict[str, list[float]] = {}

    def set_from(self, position: Position, player: int) -> None:
        """Look at the position as this player does."""
        seen: Any = engine.view(position.cards, player)
        romme = seen.rules.family != "knock"
        own = self._romme(seen) if romme else self._gin(seen)
        parts = (*self._common(seen, position), *own, *self._recalled(seen, position.recalled))
        self.dict = dict(parts)
        self.tensor = [number for _, numbers in parts for number in numbers]

    def string_from(self, position: Position, player: int) -> str:
        """The same to read: the view as the API tells it, and what was shown before."""
        seen = {
            "view": engine.view(position.cards, player).to_json(),
            "recalled": position.recalled,
        }
        return json.dumps(seen, sort_keys=True)

    def _common(self, seen: Any, position: Position) -> Iterator[Part]:
        now, size = seen.open, len(self._deck)
        phases = RommePhase if seen.rules.family != "knock" else GinPhase
        yield "phase", [float(now.phase is phase) for phase in phases]
        yield "turn", self._seats(seen, (seat == now.turn for seat in range(now.seats)))
        yield "dealer", self._seats(seen, (seat == now.dealer for seat in range(now.seats)))
        yield "hand", self._cards(seen.hand)
        yield "drawn", self._one(seen.drawn)
        yield "taken", self._one(now.taken)
        yield "pile", self._in_order(now.pile)
        yield "stock", [now.stock_count / size]
        yield "streak", [now.streak / 20]

    def _gin(self, seen: Any) -> Iterator[Part]:
        now, shown = seen.open, {hand.seat: hand for hand in seen.open.shown}
        yield "knock_limit", [now.knock_limit / 100]
        yield "passes", [now.passes / 4]
        yield "lying_open", self._cards(now.lying_open)
        if seen.rules.teams:
            yield "partner", self._cards(seen.partner_hand)
        for away, seat in enumerate(self._clockwise(seen)):
            hand = shown.get(seat)
            melds = mask_of(card for meld in hand.melds for card in meld) if hand else 0
            laid = mask_of(off.card for off in hand.layoffs) if hand else 0
            yield f"melds_{away}", self._cards(melds)
            yield f"laid_off_{away}", self._cards(laid)
            yield f"deadwood_{away}", self._cards(hand.deadwood if hand else 0)

    def _romme(self, seen: Any) -> Iterator[Part]:
        now = seen.open
        yield "hand_counts", self._seats(seen, (count / 20 for count in now.hand_counts))
        yield "opened", self._seats(seen, now.opened)
        yield "laid", self._seats(seen, (points / 500 for points in now.laid))
        yield "first_meld", [first_meld_points(now) / 100]
        yield "must_use", [float(now.must_use)]
        yield "freed", self._cards(now.freed)
        yield "cut", self._one(now.cut)
        yield "rebuilt", [now.rebuilt / 4]
        for number in range(MELDS_MAX):
            cards = now.melds[number].cards if number < len(now.melds) else ()
            lying = [0.0] * (2 * PACK)
            for card in cards:
                lying[suited(card) + PACK * (card >= FIRST_JOKER)] = 1.0
            yield f"meld_{number}", lying
        for away, seat in enumerate(self._clockwise(seen)):
            yield f"shown_{away}", self._cards(now.shown[seat] if now.shown else 0)

    def _recalled(self, seen: Any, recalled: Recollection) -> Iterator[Part]:
        """Cards that seats took from the pile and hold, and cards they did not want."""
        for away, seat in enumerate(self._clockwise(seen)):
            yield f"held_{away}", self._cards(recalled.held_by(seat))
            yield f"refused_{away}", self._cards(recalled.refused_by(seat))

    def _clockwise(self, seen: Any) -> list[int]:
        seats = seen.open.seats
        return [(seen.seat + away) % seats for away in range(seats)]

    def _seats(self, seen: Any, values: Iterable[float]) -> list[float]:
        by_seat = [float(value) for value in values]
        return [by_seat[seat] for seat in self._clockwise(seen)]

    def _cards(self, mask: int | None) -> list[float]:
        return self._in_order(cards_of(mask or 0), ordered=False)

    def _one(self, card: int | None) -> list[float]:
        return self._in_order(() if card is None else (card,))

    def _in_order(self, cards: tuple[int, ...], *, ordered: bool = True) -> list[float]:
        """Each card's height in a pile, 1 for the top; 1 for each where they are not ordered."""
        heights = [0.0] * len(self._deck)
        for height, card in enumerate(cards, 1):
            heights[self._places[card]] = height / len(cards) if ordered else 1.0
        return heights
