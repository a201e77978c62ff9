"""What is published after a round, so that anyone can deal it again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from .dealing import BY_THEMSELVES, DEALT_BEFORE, PAIRED, SEATS_DRAWN, Dealing
from .seeds import SCHEME, RoundSeeds
from .shuffle import FIRST_DEALER, SEATS, deck_order, lot

TOURNAMENT: Final = "tournament"
_CARD: Final = re.compile(r"(?P<rank>[A2-9TJQK])(?P<suit>[shdc])(?P<pack>[2-9]?)|X(?P<joker>[1-9])")
_NOWHERE: Final = (0, 0, 0)
_AFTER_ALL_PACKS: Final = 10


@dataclass(frozen=True, slots=True)
class RoundProof:
    """Seeds, promise and outcome of a finished round; nothing here is secret any more.

    `dealing` says who deals and why; for reasons beyond the seeds `players` are those who sat
    there, `way` is who deals next by the game's rules, `is_played_on` says that the table plays a
    finished round on, and `is_directed` that it is
    a tournament's. `seats_drawn` are the cards drawn for
    the places, by the seat from which they were drawn.
    """

    seeds: RoundSeeds
    commitment: str
    canonical_deck: tuple[str, ...]
    deck: tuple[str, ...]
    dealing: Dealing | None = None
    players: tuple[int, ...] = ()
    way: str = ""
    is_directed: bool = False
    is_played_on: bool = False
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
            ("dealer_differs", not self._dealer_holds()),
            ("seats_drawn_differ", self.seats_drawn is not None and not self._seats_hold()),
        )

    def _dealer_holds(self) -> bool:
        is_drawn = self.seats_drawn is not None
        return self.dealing is None or dealer_holds(
            self.dealing,
            self.seeds,
            players=self.players,
            way=self.way,
            is_directed=self.is_directed,
            is_played_on=self.is_played_on,
            places_drawn=is_drawn,
        )

    def _seats_hold(self) -> bool:
        """Whether the cards drawn for the places are the first of their order, lap by lap."""
        drawn = self.seats_drawn or ()
        laps = range(max(map(len, drawn), default=0))
        shown = [cards[lap] for lap in laps for cards in drawn if lap < len(cards)]
        seeds = _without_client_seeds(self.seeds)
        order = deck_order(seeds, len(self.canonical_deck), purpose=SEATS)
        return shown == [self.canonical_deck[position] for position in order[: len(shown)]]

    def to_json(self) -> dict[str, Any]:
        optional = {
            "shared_deal": self.seeds.shared_deal,
            "dealt_before": self.seeds.dealt_before and list(self.seeds.dealt_before),
            "seats_drawn": None if self.seats_drawn is None else list(map(list, self.seats_drawn)),
        }
        return {
            "scheme": SCHEME,
            "table": self.seeds.table,
            "round": self.seeds.round_number,
            "server_seed": self.seeds.server_seed.hex(),
            "commitment": self.commitment,
            "client_seeds": list(self.seeds.client_seeds),
            "canonical_deck": list(self.canonical_deck),
            "deck": list(self.deck),
            "dealer": None if self.dealing is None else self.dealing.dealer,
            "dealing": None if self.dealing is None else self.dealing.to_json(),
            **{name: value for name, value in optional.items() if value is not None},
        }


def dealer_holds(
    dealing: Dealing,
    seeds: RoundSeeds,
    *,
    players: tuple[int, ...],
    way: str,
    is_directed: bool,
    is_played_on: bool,
    places_drawn: bool,
) -> bool:
    """Whether this seat deals for the reason that is given; the rest as in `RoundProof`."""
    number = seeds.round_number
    if dealing.reason not in BY_THEMSELVES:
        return dealing.follows(
            table=seeds.table,
            round_number=number,
            players=players,
            way=way,
            is_directed=is_directed,
        )
    if number != 1 or dealing.before is not None or dealing.out:
        return False
    if (seeds.dealt_before is not None) != (dealing.reason == DEALT_BEFORE):
        return False
    if seeds.dealt_before is not None:  # else the house might have another seat deal anywhere
        is_earlier = seeds.dealt_before[0] < seeds.table
        return is_earlier and is_played_on and not is_directed and not places_drawn
    if dealing.reason == PAIRED:
        return is_directed and dealing.dealer == 0 and not places_drawn
    due = 0 if places_drawn else first_dealer(seeds)
    return dealing.dealer == due and places_drawn == (dealing.reason == SEATS_DRAWN)


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
