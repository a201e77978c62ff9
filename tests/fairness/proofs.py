"""Proofs as the house would publish them, and read back from what it has published."""

from collections.abc import Mapping, Sequence
from typing import Any

from rummy.fairness import (
    SCHEME,
    TOURNAMENT,
    Before,
    Dealing,
    RoundProof,
    RoundSeeds,
    UnfairInput,
    deck_order,
    first_dealer,
)
from rummy.fairness.dealing import LOT


def drawn_by_lot(seeds: RoundSeeds) -> Dealing:
    """Who deals the first round of a match."""
    return Dealing(first_dealer(seeds), LOT)


def prove_round(
    seeds: RoundSeeds, *, canonical_deck: Sequence[str], dealing: Dealing | None = None
) -> RoundProof:
    """The proof of a round dealt from these cards."""
    order = deck_order(seeds, len(canonical_deck))
    return RoundProof(
        seeds=seeds,
        commitment=seeds.commitment,
        canonical_deck=tuple(canonical_deck),
        deck=tuple(canonical_deck[position] for position in order),
        dealing=dealing,
    )


def read_proof(data: Mapping[str, Any]) -> RoundProof:
    """A published record as the library would prove it."""
    if data["scheme"] != SCHEME:
        raise UnfairInput("unknown_scheme", scheme=data["scheme"])
    server_seed = bytes.fromhex(data["server_seed"])
    if server_seed.hex() != data["server_seed"]:
        raise UnfairInput("server_seed_not_hex")
    seeds = RoundSeeds(
        data["table"],
        data["round"],
        server_seed,
        tuple(data["client_seeds"]),
        shared_deal=data.get("shared_deal"),
        dealt_before=tuple(data["dealt_before"]) if "dealt_before" in data else None,
    )
    return RoundProof(
        seeds=seeds,
        commitment=data["commitment"],
        canonical_deck=tuple(data["canonical_deck"]),
        deck=tuple(data["deck"]),
        dealing=_dealing(data["dealer"], data["dealing"]) if data["dealing"] else None,
        players=tuple(seat["player"]["id"] for seat in data.get("seats", ())),
        way=data["terms"]["rules"]["next_dealer"] if "terms" in data else "",
        is_directed="terms" in data and data["terms"]["settlement"] == TOURNAMENT,
        is_played_on="terms" in data and data["terms"].get("played_on") is not None,
        seats_drawn=tuple(map(tuple, data["seats_drawn"])) if "seats_drawn" in data else None,
    )


def _dealing(dealer: int, data: Mapping[str, Any]) -> Dealing:
    before = None if data["before"] is None else _before(data["before"])
    return Dealing(dealer, data["reason"], before, tuple(data["out"]))


def _before(data: Mapping[str, Any]) -> Before:
    players = tuple(data["players"])
    return Before(data["table"], data["round"], players, data["dealer"], data["winner"])
