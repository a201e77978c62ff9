"""What is published after a round, so that anyone can deal it again."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Self

from .seeds import SCHEME, RoundSeeds, UnfairInput
from .shuffle import deck_order, lot

_CARD: Final = re.compile(r"(?P<rank>[A2-9TJQK])(?P<suit>[shdc])(?P<pack>[2-9]?)|X(?P<joker>[1-9])")
_NOWHERE: Final = (0, 0, 0)
_AFTER_ALL_PACKS: Final = 10


@dataclass(frozen=True, slots=True)
class Lot:
    """One number drawn from the round's seeds: the lot `purpose` among `size` fell on `drawn`."""

    purpose: str
    size: int
    drawn: int


@dataclass(frozen=True, slots=True)
class RoundProof:
    """Seeds, promise and outcome of a finished round; nothing here is secret any more."""

    seeds: RoundSeeds
    commitment: str
    canonical_deck: tuple[str, ...]
    deck: tuple[str, ...]
    lots: tuple[Lot, ...] = ()

    def problems(self) -> tuple[str, ...]:
        """Codes of all that does not follow from the seeds; empty when the round is proved."""
        return tuple(code for code, wrong in self._checks() if wrong)

    def _checks(self) -> tuple[tuple[str, bool], ...]:
        canonical = self.canonical_deck
        order = deck_order(self.seeds, len(canonical))
        drawn = tuple(lot(self.seeds, one.size, purpose=one.purpose) for one in self.lots)
        return (
            ("commitment_differs", self.commitment != self.seeds.commitment),
            ("deck_not_canonical", not is_canonical(canonical)),
            ("deck_differs", self.deck != tuple(canonical[position] for position in order)),
            ("lot_differs", drawn != tuple(one.drawn for one in self.lots)),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "scheme": SCHEME,
            "table": self.seeds.table,
            "round": self.seeds.round_number,
            "server_seed": self.seeds.server_seed.hex(),
            "commitment": self.commitment,
            "client_seeds": list(self.seeds.client_seeds),
            "canonical_deck": list(self.canonical_deck),
            "deck": list(self.deck),
            "lots": [
                {"purpose": one.purpose, "size": one.size, "drawn": one.drawn} for one in self.lots
            ],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        if data["scheme"] != SCHEME:
            raise UnfairInput("unknown_scheme", scheme=data["scheme"])
        seeds = RoundSeeds(
            table=data["table"],
            round_number=data["round"],
            server_seed=bytes.fromhex(data["server_seed"]),
            client_seeds=tuple(data["client_seeds"]),
        )
        return cls(
            seeds=seeds,
            commitment=data["commitment"],
            canonical_deck=tuple(data["canonical_deck"]),
            deck=tuple(data["deck"]),
            lots=tuple(Lot(one["purpose"], one["size"], one["drawn"]) for one in data["lots"]),
        )


def prove_round(
    seeds: RoundSeeds,
    *,
    commitment: str,
    canonical_deck: Sequence[str],
    lots: Sequence[tuple[str, int]] = (),
) -> RoundProof:
    """The proof of a round dealt from these cards.

    `commitment` is the one that was published before the deal; `lots` are (purpose, size) of what
    was drawn beside the deck.
    """
    order = deck_order(seeds, len(canonical_deck))
    return RoundProof(
        seeds=seeds,
        commitment=commitment,
        canonical_deck=tuple(canonical_deck),
        deck=tuple(canonical_deck[position] for position in order),
        lots=tuple(Lot(purpose, size, lot(seeds, size, purpose=purpose)) for purpose, size in lots),
    )


def is_canonical(cards: Sequence[str]) -> bool:
    """Whether the cards lie in the one order a shuffle may start from, each of them once."""
    places = [_place(card) for card in cards]
    return _NOWHERE not in places and all(before < after for before, after in pairwise(places))


def _place(card: str) -> tuple[int, int, int]:
    match = _CARD.fullmatch(card)
    if match is None:
        return _NOWHERE
    if match["joker"]:
        return (_AFTER_ALL_PACKS, 0, int(match["joker"]))
    pack, suit, rank = match["pack"] or 1, match["suit"], match["rank"]
    return (int(pack), "shdc".index(suit), "A23456789TJQK".index(rank))
