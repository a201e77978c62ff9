"""Answering a knock: own melds, and cards laid off on the knocker's melds (GIN-6, GIN-7)."""

from typing import NamedTuple

from games.engine.cards import BIT, card_text, cards_of
from games.engine.errors import IllegalAction
from games.engine.families.knock.actions import Answer, LaidOff
from games.engine.families.knock.events import Answered
from games.engine.families.knock.knocking import named_arrangement
from games.engine.families.knock.state import KnockState
from games.engine.melding import Meld, Melder


class _LayOffChoice(NamedTuple):
    cards: int
    layoffs: tuple[LaidOff, ...]


def answered(state: KnockState, seat: int, action: Answer, *, may_lay_off: bool) -> Answered:
    """The opponent's cards shown: as named, or with the least remaining deadwood."""
    melder, hand = state.laws.answering, state.hands[seat]
    knocker_melds = state.open.shown[0].melds if may_lay_off else ()
    if action.melds is None and action.layoffs is None:
        return _optimal_answer(melder, seat, hand, knocker_melds)
    layoffs = action.layoffs or ()
    laid_off = _check_layoffs(melder, hand, knocker_melds, layoffs)
    laid = named_arrangement(melder, hand, action.melds or ())
    for cards in laid.melds:
        for card in cards:
            if laid_off & BIT[card]:
                raise IllegalAction("card_in_two_melds", rule="GIN-3", cards=[card_text(card)])
    deadwood = laid.deadwood & ~laid_off
    return Answered(seat, laid.melds, layoffs, deadwood, melder.value(deadwood))


def _optimal_answer(
    melder: Melder, seat: int, hand: int, knocker_melds: tuple[Meld, ...]
) -> Answered:
    """The least remaining deadwood over all lay-offs; own melds may be broken for it."""
    best = min(
        _layoff_choices(melder, hand, knocker_melds),
        key=lambda choice: (melder.points(hand ^ choice.cards), choice.cards.bit_count(), choice),
    )
    laid = min(melder.arrangements(hand ^ best.cards))
    return Answered(seat, laid.melds, best.layoffs, laid.deadwood, laid.points)


def _layoff_choices(
    melder: Melder, hand: int, knocker_melds: tuple[Meld, ...]
) -> list[_LayOffChoice]:
    """Every set of hand cards that can leave by laying off, once each."""
    choices = {0: _LayOffChoice(0, ())}
    for number, meld in enumerate(knocker_melds):
        for choice in tuple(choices.values()):
            for cards in melder.layoffs(meld, hand & ~choice.cards):
                added = tuple(LaidOff(card, number) for card in cards_of(cards))
                both = choice.cards | cards
                choices.setdefault(both, _LayOffChoice(both, choice.layoffs + added))
    return list(choices.values())


def _check_layoffs(
    melder: Melder, hand: int, knocker_melds: tuple[Meld, ...], layoffs: tuple[LaidOff, ...]
) -> int:
    """The mask of the cards laid off; IllegalAction when one does not fit."""
    laid_off = 0
    by_meld: dict[int, list[int]] = {}
    for card, number in layoffs:
        text = card_text(card)
        if not 0 <= number < len(knocker_melds):
            raise IllegalAction("layoff_on_no_meld", rule="GIN-6", card=text, meld=number)
        if not hand & BIT[card]:
            raise IllegalAction("card_not_in_hand", rule="GIN-6", card=text)
        if laid_off & BIT[card]:
            raise IllegalAction("card_in_two_melds", rule="GIN-3", cards=[text])
        laid_off |= BIT[card]
        by_meld.setdefault(number, []).append(card)
    for number, cards in by_meld.items():
        if melder.extend(knocker_melds[number], cards) is None:
            raise IllegalAction(
                "layoff_does_not_fit",
                rule="GIN-6",
                cards=[card_text(card) for card in cards],
                meld=number,
            )
    return laid_off
