"""Rule-sets: a variant of rummy as data, every number a parameter.

A `RuleSet` holds what every family and the match around it need, and in `play` the numbers of its
family. It is pinned to a table: stored as JSON, it reads back the same whatever later becomes of
the preset it came from, and `digest` names it. House rules have already left their mark on the
numbers; their names stay in `house_rules` because some also act during play.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Protocol

from rummy.engine.as_json.codec import Json, read_record, write_record
from rummy.engine.cards import FIRST_JOKER, PACK, card_text, face_of, held_of
from rummy.engine.errors import IllegalAction, UnreadableRecord

RULES_VERSION = 1


class PlayNumbers(Protocol):
    """A frozen dataclass with the numbers of one family; `family` names it."""

    @property
    def family(self) -> str: ...


_PLAY_NUMBERS: dict[str, type[Any]] = {}


def play_numbers(family: str, cls: type[Any]) -> None:
    """Declare the class that holds a family's numbers, so that rule-sets can be read back."""
    _PLAY_NUMBERS[family] = cls


@dataclass(frozen=True, slots=True)
class MeldLaws:
    """What a meld is (GIN-3): sizes of sets and runs; ace low.

    House rules widen these laws, a field each: runs round the corner (GIN-S2), rainbow runs
    (GIN-S7), jokers in place of any card (GIN-S5). `rummy.engine.melding` picks the search that
    masters them.
    """

    set_minimum: int = 3
    run_minimum: int = 3
    cyclic_runs: bool = False
    rainbow_runs: bool = False
    wild_jokers: bool = False


@dataclass(frozen=True)
class RuleSet:
    """One variant, complete. `seats` lists the allowed numbers of seats.

    The match around the rounds reads `next_dealer` (winner | loser | alternate, GIN-12; clockwise,
    GER-2), `point_limit` and `penalty_limit` (both None: a match by rounds), `min_rounds_won`,
    `rated`, and `teams`: partners sit opposite each other and share their points (GIN-T1). Where
    points are penalties they are negative, and the match ends when somebody has `penalty_limit` of
    them, or after `deals_per_player` deals of each (GER-13).

    A round is dealt with so many `reshuffles`, orders of the deck for later stocks (GER-12). With
    `seating_draw` the first dealer is the one who draws the highest card (GER-2); with
    `jeton_per_round` the winner of most rounds gets the trophy (GER-V5). `variations` are the
    preset's special rules that the table chose, by the names of their options.
    """

    key: str
    play: PlayNumbers
    house_rules: tuple[str, ...] = ()
    seats: tuple[int, ...] = (2,)
    packs: int = 1
    jokers: int = 0
    melds: MeldLaws = MeldLaws()
    next_dealer: str = "winner"
    point_limit: int | None = None
    min_rounds_won: int = 0
    rated: bool = True
    teams: bool = False
    penalty_limit: int | None = None
    reshuffles: int = 0
    seating_draw: bool = False
    jeton_per_round: bool = False
    deals_per_player: int = 0
    variations: tuple[str, ...] = ()
    version: int = RULES_VERSION

    @property
    def family(self) -> str:
        """The family of turn structure: `knock`, …"""
        return self.play.family

    def side_of(self, seat: int, seats: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one, itself first."""
        return (seat, (seat + seats // 2) % seats) if self.teams else (seat,)

    @cached_property
    def digest(self) -> str:
        """A short name of exactly these rules, the same on every machine.

        Only what differs from the defaults counts, so a parameter that a later engine adds leaves
        the digest as it was.
        """
        data = {name: self.to_json()[name] for name in _changed(self)}
        data |= {"play": _json(self.play), "melds": _json(self.melds), "family": self.family}
        text = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def _hash(self) -> int:
        return hash((self.key, self.house_rules, self.play, self.point_limit))

    def __hash__(self) -> int:
        return self._hash

    def to_json(self) -> Json:
        """The rule-set as a JSON object with the version `v`."""
        return {
            "v": self.version,
            "key": self.key,
            "family": self.family,
            "house_rules": list(self.house_rules),
            "seats": list(self.seats),
            "packs": self.packs,
            "jokers": self.jokers,
            "melds": write_record(self.melds),
            "next_dealer": self.next_dealer,
            "point_limit": self.point_limit,
            "min_rounds_won": self.min_rounds_won,
            "rated": self.rated,
            "teams": self.teams,
            "penalty_limit": self.penalty_limit,
            "reshuffles": self.reshuffles,
            "seating_draw": self.seating_draw,
            "jeton_per_round": self.jeton_per_round,
            "deals_per_player": self.deals_per_player,
            "variations": list(self.variations),
            "play": write_record(self.play),
        }

    @staticmethod
    def from_json(data: Json) -> "RuleSet":
        """The rule-set stored by `to_json`; UnreadableRecord for another version or family."""
        if data.get("v") != RULES_VERSION or data.get("family") not in _PLAY_NUMBERS:
            raise UnreadableRecord(
                "another_version", field="rules", found=(data.get("v"), data.get("family"))
            )
        facts = {field.name: data[field.name] for field in fields(RuleSet) if field.name in data}
        facts |= {
            "play": read_record(_PLAY_NUMBERS[data["family"]], data["play"]),
            "melds": read_record(MeldLaws, data["melds"]),
            "house_rules": tuple(data["house_rules"]),
            "variations": tuple(data.get("variations", ())),
            "seats": tuple(data["seats"]),
        }
        return RuleSet(**facts)


def _changed(record: Any) -> list[str]:
    """The names of the fields that differ from their defaults."""
    return [field.name for field in fields(record) if getattr(record, field.name) != field.default]


def _json(record: Any) -> Json:
    written = write_record(record)
    return {name: written.get(name) for name in _changed(record)}


def refuse_strangers(rules: RuleSet, rule: str, cards: Iterable[int]) -> None:
    """IllegalAction for the first of these laid cards that is not in the deck of these rules: one
    of a second pack in a game of one, a joker where there are none.
    """
    for laid in cards:
        for card in (held_of(laid), face_of(laid)):
            if card >= FIRST_JOKER + rules.jokers:
                code = "joker_not_in_deck" if rules.jokers else "no_jokers_in_deck"
                raise IllegalAction(code, rule=rule, card=card_text(card), jokers=rules.jokers)
            if rules.packs * PACK <= card < FIRST_JOKER:
                raise IllegalAction(
                    "no_second_pack", rule=rule, card=card_text(card), packs=rules.packs
                )
