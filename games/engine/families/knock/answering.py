"""Answering a knock: own melds, and cards laid off on the knocker's melds (GIN-6, GIN-7)."""

from collections.abc import Iterator

from games.engine.cards import BIT, cards_of, cards_text, held_of, laid_text, mask_of
from games.engine.errors import IllegalAction
from games.engine.families.knock.actions import Answer, LaidOff
from games.engine.families.knock.events import Answered
from games.engine.families.knock.knocking import named_arrangement
from games.engine.families.knock.state import KnockState
from games.engine.melding import Meld, Melder


def answered(state: KnockState, seat: int, action: Answer, *, may_lay_off: bool) -> Answered:
    """The opponent's cards shown: as named, or with the least remaining deadwood."""
    melder, hand = state.laws.answering, state.hands[seat]
    knocker_melds = _open_to_lay_off(state) if may_lay_off else ()
    if action.melds is None and action.layoffs is None:
        return _optimal_answer(melder, seat, hand, knocker_melds)
    layoffs = _checked_layoffs(melder, hand, knocker_melds, action.layoffs or ())
    laid_off = mask_of(card for card, _ in layoffs)
    laid = named_arrangement(melder, hand, action.melds or ())
    twice = laid_off & ~laid.deadwood
    if twice:
        raise IllegalAction("card_in_two_melds", rule="GIN-3", cards=cards_text(twice))
    deadwood = laid.deadwood & ~laid_off
    return Answered(seat, laid.melds, layoffs, deadwood, melder.value(deadwood))


def _open_to_lay_off(state: KnockState) -> tuple[Meld, ...]:
    """The knocker's melds, then the partner's, with what was laid off on them before (GIN-T3)."""
    melder, shown = state.laws.answering, state.open.shown
    side = len(state.rules.side_of(0, state.seats))
    melds = [meld for hand in shown[:side] for meld in hand.melds]
    for answer in shown[side:]:
        for number in {laid.meld for laid in answer.layoffs}:
            cards = [laid.card for laid in answer.layoffs if laid.meld == number]
            melds[number] = melder.lengthened(melds[number], cards)
    return tuple(melds)


def _optimal_answer(
    melder: Melder, seat: int, hand: int, knocker_melds: tuple[Meld, ...]
) -> Answered:
    """The least remaining deadwood over all lay-offs; own melds may be broken for it."""
    choices = layoff_choices(melder, hand, knocker_melds)
    best = min(choices, key=lambda cards: (melder.points(hand ^ cards), cards.bit_count(), cards))
    layoffs = [
        LaidOff(card, number)
        for number, cards in choices[best]
        for card in melder.lay_off(knocker_melds[number], cards_of(cards)) or ()
    ]
    laid = min(melder.arrangements(hand ^ best))
    return Answered(seat, laid.melds, tuple(layoffs), laid.deadwood, laid.points)


def layoff_choices(
    melder: Melder, hand: int, knocker_melds: tuple[Meld, ...]
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Every set of hand cards (a mask) that can leave by laying off, and one way to do it.

    The way: (number of a meld, cards laid off on it), the melds counted from 0.
    """
    choices: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
    for number, meld in enumerate(knocker_melds):
        for gone, way in tuple(choices.items()):
            for cards in melder.layoffs(meld, hand & ~gone):
                choices.setdefault(gone | cards, (*way, (number, cards)))
    return choices


def _checked_layoffs(
    melder: Melder, hand: int, knocker_melds: tuple[Meld, ...], layoffs: tuple[LaidOff, ...]
) -> tuple[LaidOff, ...]:
    """The cards as they come to lie; IllegalAction when one does not fit."""
    laid_off = 0
    by_meld: dict[int, list[int]] = {}
    for card, number in layoffs:
        text, bit = laid_text(card), BIT[held_of(card)]
        if not 0 <= number < len(knocker_melds):
            raise IllegalAction(
                "layoff_on_no_meld", rule="GIN-6", card=text, meld=number,
                melds=len(knocker_melds),
            )  # fmt: skip
        if not hand & bit:
            raise IllegalAction("card_not_in_hand", rule="GIN-6", card=text)
        if laid_off & bit:
            raise IllegalAction("card_in_two_melds", rule="GIN-3", cards=[text])
        laid_off |= bit
        by_meld.setdefault(number, []).append(card)
    lying: dict[int, Iterator[int]] = {}
    for number, cards in by_meld.items():
        laid = melder.lay_off(knocker_melds[number], cards)
        if laid is None:
            texts = [laid_text(card) for card in cards]
            onto = [laid_text(card) for card in knocker_melds[number]]
            raise IllegalAction(
                "layoff_does_not_fit", rule="GIN-6", cards=texts, meld=number, onto=onto
            )
        lying[number] = iter(laid)
    return tuple(LaidOff(next(lying[number]), number) for _, number in layoffs)
