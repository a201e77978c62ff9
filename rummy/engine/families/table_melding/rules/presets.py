"""The presets of the table-melding family: Deutsches Rommé and Rommé 500.

The variations of Deutsches Rommé are options, each with the id of its rule (GER-V1 … GER-V7).
"""

from collections.abc import Mapping
from typing import Any

from rummy.engine.errors import InvalidRules
from rummy.engine.families.table_melding.rules.numbers import (
    Book,
    DiscardDraw,
    FreedJoker,
    Scoring,
    TableMeldingNumbers,
)
from rummy.engine.options import Option
from rummy.engine.presets import Preset
from rummy.engine.rules import RuleSet
from rummy.words import gettext_noop as _

_SWITCH = (False, True)


def _switch(name: str, rule: str, title: str, words: str) -> Option:
    return Option(name, False, choices=_SWITCH, rule=rule, variation=True, title=title, words=words)


def _german_romme(values: Mapping[str, Any]) -> RuleSet:
    # Räuber-Rommé has no discard pile to take from or to knock for (GER-V6).
    other = {
        "discard_draw": values["discard_draw"] != DiscardDraw.FREE.value,
        "knock_for_discard": values["knock_for_discard"],
    }
    excluded = [name for name, chosen in other.items() if chosen]
    if values["robber"] and excluded:
        raise InvalidRules("options_contradict", rule="GER-V6", option="robber", excludes=excluded)
    return RuleSet(
        key="german_romme",
        play=TableMeldingNumbers(
            first_meld_minimum=values["first_meld_minimum"],
            discard_draw=DiscardDraw(values["discard_draw"]),
            strict_joker_exchange=values["strict_joker_exchange"],
            knock_for_discard=values["knock_for_discard"],
            robber=values["robber"],
            joker_cut=values["joker_cut"],
        ),
        seats=(2, 3, 4, 5, 6),
        packs=2,
        jokers=6,
        reshuffles=0 if values["robber"] else values["reshuffle_limit"],
        next_dealer="clockwise",
        seating_draw=True,
        penalty_limit=values["penalty_limit"],
        jeton_per_round=values["jeton_per_round"],
        deals_per_player=1,
    )


def _romme_500(values: Mapping[str, Any]) -> RuleSet:
    return RuleSet(
        key="romme_500",
        play=TableMeldingNumbers(
            book=Book.FIVE_HUNDRED,
            hand_size=7,
            dealer_extra=0,
            upcard=True,
            first_meld_minimum=0,
            own_meld_first=False,
            held_values=(15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10),
            joker_held=15,
            hand_romme_factor=1,
            deep_draw=True,
            freed_joker=FreedJoker(values["freed_joker"]),
            scoring=Scoring.LAID,
        ),
        seats=(2, 3, 4),
        jokers=2,
        next_dealer="clockwise",
        point_limit=values["point_limit"],
    )


GERMAN_ROMME = Preset(
    "german_romme",
    _("Deutsches Rommé"),
    _(
        "Two packs and six jokers; the first meld must be worth 40, and what is left "
        "in your hand counts against you."
    ),
    TableMeldingNumbers.family,
    (
        Option("penalty_limit", None, choices=(None, 100, 150, 200, 250, 300, 500), rule="GER-13",
               title=_("The match ends at"), called=((None, _("one deal per player")),)),
        Option("first_meld_minimum", 40, choices=(0, 30, 35, 40, 42, 45, 50), rule="GER-V1",
               variation=True, title=_("First meld at least"),
               words=_("Points of the melds you begin with.")),
        Option("discard_draw", DiscardDraw.FREE.value,
               choices=tuple(choice.value for choice in DiscardDraw), rule="GER-V2",
               variation=True, title=_("Taking the discard"),
               called=(("free", _("at will")), ("must_meld", _("only if it is laid at once")))),
        _switch("strict_joker_exchange", "GER-V3", _("Strict joker exchange"),
                _("From a set a joker may be taken only when four natural cards then lie there.")),
        _switch("knock_for_discard", "GER-V4", _("Knock for the discard"),
                _(
                    "Players who are not on turn may knock for the fresh discard, "
                    "and get it if it is left."
                )),
        _switch("jeton_per_round", "GER-V5", _("A Jeton per round"),
                _("The winner of each round gets a Jeton; whoever holds the most at "
                  "the end gets the trophy.")),
        _switch("robber", "GER-V6", _("Räuber-Rommé"),
                _("All melds on the table may be rearranged; there is no discard pile.")),
        _switch("joker_cut", "GER-V7", _("Joker at the cut"),
                _("The dealer's right neighbour keeps a joker found at the cut.")),
        Option("reshuffle_limit", 3, lowest=0, highest=5, rule="GER-12",
               title=_("New stocks from the pile, at most")),
    ),
    _german_romme,
)  # fmt: skip

ROMME_500 = Preset(
    "romme_500",
    _("Rommé 500"),
    _("Every card laid scores, and you may dig deep into the discard pile."),
    TableMeldingNumbers.family,
    (
        Option("point_limit", 500, choices=(100, 150, 200, 250, 300, 500, 1000, None),
               rule="R500-11", title=_("Points to win"), badge=_("to %(value)s points")),
        Option("freed_joker", FreedJoker.TO_HAND.value,
               choices=tuple(choice.value for choice in FreedJoker), rule="R500-6",
               title=_("An exchanged joker"),
               called=(("to_hand", _("goes to the hand")),
                       ("must_meld", _("must be melded at once")))),
    ),
    _romme_500,
)  # fmt: skip
