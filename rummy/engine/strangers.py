"""Cards that a game is played without: a second pack's in a game of one, jokers where none are."""

from collections.abc import Iterable

from rummy.engine.cards import FIRST_JOKER, PACK, card_text, face_of, held_of
from rummy.engine.errors import IllegalAction
from rummy.engine.rules import RuleSet


def refuse_strangers(rules: RuleSet, rule: str, cards: Iterable[int]) -> None:
    """IllegalAction for the first of these laid cards that is not in the deck of these rules."""
    for laid in cards:
        for card in (held_of(laid), face_of(laid)):
            if card >= FIRST_JOKER + rules.jokers:
                code = "joker_not_in_deck" if rules.jokers else "no_jokers_in_deck"
                raise IllegalAction(code, rule=rule, card=card_text(card), jokers=rules.jokers)
            if rules.packs * PACK <= card < FIRST_JOKER:
                raise IllegalAction(
                    "no_second_pack", rule=rule, card=card_text(card), packs=rules.packs
                )
