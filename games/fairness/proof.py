"""What is published after a round, so that anyone can deal it again."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, Self

from .seeds import SCHEME, RoundSeeds, UnfairInput
from .shuffle import FIRST_DEALER, SEATS, deck_order, lot

_CARD: Final = re.compile(r"(?P<rank>[A2-9TJQK])(?P<suit>[shdc])(?P<pack>[2-9]?)|X(?P<joker>[1-9])")
_NOWHERE: Final = (0, 0, 0)
_AFTER_ALL_PACKS: Final = 10


@dataclass(frozen=True, slots=True)
class RoundProof:
    """Seeds, promise and outcome of a finished round; nothing here is secret any more.

    `first_dealer` is the seat the lot fell on, None in a round whose dealer was not drawn by lot.
    `seats_drawn` are the cards drawn for the places, by the seat from which they were drawn.
    """

    seeds: RoundSeeds
    commitment: str
    canonical_deck: tuple[str, ...]
    deck: tuple[str, ...]
    first_dealer: int | None = None
    seats_drawn: tuple[tuple[str, ...], ...] | None = None

    def problems(self) -> tuple[str, ...]:
        """Codes of all that does not follow from the seeds; empty when the round is proved."""
        return tuple(code for code, wrong in self._checks() if wrong)

    def _checks(self) -> tuple[tuple[str, bool], ...]:
        canonical = self.canonical_deck
        order = deck_order(self.seeds, len(canonical))
        return (
            ("commitment_differs", self.commitment != self.seeds.commitment),
            ("deck_not_canonical", not is_canonical(canonical)),
            ("deck_differs", self.deck != tuple(canonical[position] for position in order)),
            ("first_dealer_differs", self.first_dealer not in (None, first_dealer(self.seeds))),
            ("seats_drawn_differ", self.seats_drawn is not None and not self._seats_hold()),
        )

    def _seats_hold(self) -> bool:
        """Whether the cards drawn for the places are the first of their order, lap by lap."""
        drawn = self.seats_drawn or ()
        laps = range(max(map(len, drawn), default=0))
        told = [cards[lap] for lap in laps for cards in drawn if lap < len(cards)]
        seeds = _without_client_seeds(self.seeds)
        order = deck_order(seeds, len(self.canonical_deck), purpose=SEATS)
        return told == [self.canonical_deck[position] for position in order[: len(told)]]

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
            "first_dealer": self.first_dealer,
        } | ({} if self.seats_drawn is None else {"seats_drawn": list(map(list, self.seats_drawn))})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        if data["scheme"] != SCHEME:
            raise UnfairInput("unknown_scheme", scheme=data["scheme"])
        server_seed = bytes.fromhex(data["server_seed"])
        if server_seed.hex() != data["server_seed"]:
            raise UnfairInput("server_seed_not_hex")
        seeds = RoundSeeds(
            table=data["table"],
            round_number=data["round"],
            server_seed=server_seed,
            client_seeds=tuple(data["client_seeds"]),
        )
        return cls(
            seeds=seeds,
            commitment=data["commitment"],
            canonical_deck=tuple(data["canonical_deck"]),
            deck=tuple(data["deck"]),
            first_dealer=data["first_dealer"],
            seats_drawn=tuple(map(tuple, data["seats_drawn"])) if "seats_drawn" in data else None,
        )


def prove_round(
    seeds: RoundSeeds,
    *,
    commitment: str,
    canonical_deck: Sequence[str],
    dealer_drawn: bool = False,
) -> RoundProof:
    """The proof of a round dealt from these cards.

    `commitment` is the one that was published before the deal; `dealer_drawn` says that the
    round's dealer came from `first_dealer`, as in the first round of a match.
    """
    order = deck_order(seeds, len(canonical_deck))
    return RoundProof(
        seeds=seeds,
        commitment=commitment,
        canonical_deck=tuple(canonical_deck),
        deck=tuple(canonical_deck[position] for position in order),
        first_dealer=first_dealer(seeds) if dealer_drawn else None,
    )


def first_dealer(seeds: RoundSeeds) -> int:
    """The seat that deals first: a lot among all seats (GIN-12), drawn before players' seeds."""
    return lot(_without_client_seeds(seeds), len(seeds.client_seeds), purpose=FIRST_DEALER)


def _without_client_seeds(seeds: RoundSeeds) -> RoundSeeds:
    """The seeds as they were when the match began, before players handed in theirs."""
    return replace(seeds, client_seeds=("",) * len(seeds.client_seeds))


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
