"""Laying cards: melds, lay-offs, exchanged jokers, a table rearranged; or why not.

Each function gives the event of an action that the rules allow, and raises IllegalAction with the
rule and the numbers otherwise. Whose turn it is has been settled before.
"""

from rummy.engine.cards import (
    BIT,
    card_text,
    cards_text,
    face_of,
    held_of,
    is_joker,
    laid_text,
    mask_of,
)
from rummy.engine.errors import IllegalAction
from rummy.engine.families.table_melding.actions import ExchangeJoker, LayMeld, LayOff, Rearrange
from rummy.engine.families.table_melding.events import (
    CardLaidOff,
    JokerExchanged,
    MeldLaid,
    TableRearranged,
)
from rummy.engine.families.table_melding.reading import (
    figure_at,
    first_meld_points,
    has_melded,
    keeps_a_card,
)
from rummy.engine.families.table_melding.rules.laws import TableMeldingLaws
from rummy.engine.families.table_melding.rules.numbers import FreedJoker
from rummy.engine.families.table_melding.state import Act, OpenRound, Sight
from rummy.engine.melding.explaining import why_no_meld, why_not_onto
from rummy.engine.rules import refuse_strangers
from rummy.engine.table_melding import Figure, Kind, exchange, figure_of, lay_off, suited

REARRANGED_ALONE_MAX = 20  # in one turn, without a card of the hand


def meld_laid(sight: Sight, seat: int, action: LayMeld) -> MeldLaid:
    """A new meld of cards from the hand and of jokers just freed (GER-4, GER-5, R500-5, R500-6)."""
    figure = _figure(sight.laws, action.cards)
    leaving = _from_hand(sight, figure.cards) & ~sight.open.freed
    _keep_a_card(sight, leaving)
    return MeldLaid(seat, figure.cards, sight.laws.melds.points(figure))


def card_laid_off(sight: Sight, seat: int, action: LayOff) -> CardLaidOff:
    """A card from the hand added to a meld (GER-5, GER-8, R500-2)."""
    ids, melds = sight.laws.ids, sight.laws.melds
    _need_first_meld(sight, seat)
    card, text = held_of(action.card), laid_text(action.card)
    if sight.open.freed & BIT[card]:
        raise IllegalAction("joker_needs_new_meld", rule=ids.exchange, joker=card_text(card))
    _from_hand(sight, (action.card,))
    _named(sight.laws, (action.card,))
    figure = _meld_numbered(sight, action.meld, rule=ids.lay_off, card=text)
    grown = lay_off(figure, action.card)
    if grown is None:
        raise IllegalAction(
            "layoff_does_not_fit", rule=ids.meld, cards=[text], meld=action.meld,
            onto=_texts(figure.cards), why=why_not_onto(figure.cards, (action.card,)),
        )  # fmt: skip
    _few_jokers(sight.laws, grown)
    _keep_a_card(sight, BIT[card])
    laid = next(lying for lying in grown.cards if held_of(lying) == card)
    points = melds.value_of(grown, laid)
    return CardLaidOff(seat, laid, action.meld, grown.cards, points)


def joker_exchanged(sight: Sight, seat: int, action: ExchangeJoker) -> JokerExchanged:
    """A natural card in a joker's place (GER-9, GER-V3, R500-6).

    It scores as a card laid; the joker's points stay with whoever laid it (R500-7).
    """
    laws, ids = sight.laws, sight.laws.ids
    _need_first_meld(sight, seat)
    _from_hand(sight, (action.card,))
    joker, card = card_text(action.joker), card_text(action.card)
    figure = _meld_numbered(sight, action.meld, rule=ids.exchange, card=card)
    lying = next((laid for laid in figure.cards if held_of(laid) == action.joker), None)
    if lying is None or not is_joker(action.joker):
        raise IllegalAction(
            "joker_not_there", rule=ids.exchange, joker=joker, meld=action.meld,
            onto=_texts(figure.cards),
        )  # fmt: skip
    found = exchange(figure, action.card, action.joker)
    if found is None:
        raise IllegalAction(
            "exchange_does_not_fit", rule=ids.exchange, card=card, joker=joker,
            needed=_wanted(figure, lying),
        )  # fmt: skip
    strict = laws.numbers.strict_joker_exchange
    if strict and exchange(figure, action.card, action.joker, strict=True) is None:
        naturals = len(figure.cards) - figure.jokers + 1
        raise IllegalAction("exchange_completes_no_set", rule="GER-V3", cards=naturals, needed=4)
    to_hand = laws.numbers.freed_joker is FreedJoker.TO_HAND
    if not to_hand:
        _keep_a_card(sight, BIT[action.card])
    points = laws.melds.worth(figure.kind, figure.place_of(lying))
    return JokerExchanged(
        seat, action.card, action.meld, action.joker, found.cards, points, to_hand
    )


def table_rearranged(sight: Sight, seat: int, action: Rearrange) -> TableRearranged:
    """The whole table anew: all of it in valid melds, with cards from the hand or none (GER-V6).

    That a card of the hand has been laid is asked for when the turn ends.
    """
    laws, now = sight.laws, sight.open
    _need_first_meld(sight, seat)
    figures = [_figure(laws, cards) for cards in action.melds]
    named = [card for figure in figures for card in figure.cards]
    lying, after = mask_of(card for meld in now.melds for card in meld.cards), mask_of(named)
    if after.bit_count() < len(named):
        held = [held_of(card) for card in named]
        twice = [card for card in named if held.count(held_of(card)) > 1]
        raise IllegalAction("card_in_two_melds", rule="GER-V6", cards=_texts(twice[:1]))
    if lying & ~after:
        raise IllegalAction("table_card_missing", rule="GER-V6", cards=cards_text(lying & ~after))
    added = after & ~lying
    if not added:
        _need_another_table(now, {figure.cards for figure in figures})
    cards = tuple(card for card in named if added & BIT[held_of(card)])
    _from_hand(sight, cards)
    points = sum(
        laws.melds.value_of(figure, card)
        for figure in figures
        for card in figure.cards
        if added & BIT[held_of(card)]
    )
    melds = tuple(figure.cards for figure in figures)
    return TableRearranged(seat, melds, cards, points)


def _need_another_table(now: OpenRound, wanted: set[tuple[int, ...]]) -> None:
    """Without a card of the hand the table has to change, and not for ever: each step is kept."""
    if {meld.cards for meld in now.melds} == wanted:
        raise IllegalAction("nothing_rearranged", rule="GER-V6")
    alone = sum(step.act is Act.REARRANGE and not step.cards for step in now.steps)
    if alone >= REARRANGED_ALONE_MAX:
        raise IllegalAction("rearranged_too_often", rule="GER-V6", most=REARRANGED_ALONE_MAX)


def _figure(laws: TableMeldingLaws, cards: tuple[int, ...]) -> Figure:
    _named(laws, cards)
    figure = figure_of(cards)
    if figure is None:
        raise IllegalAction(
            "not_a_meld", rule=laws.ids.meld, cards=_texts(cards), why=why_no_meld(cards)
        )
    _few_jokers(laws, figure)
    return figure


def _named(laws: TableMeldingLaws, cards: tuple[int, ...]) -> None:
    for card in cards:
        if is_joker(face_of(card)):
            raise IllegalAction("joker_not_named", rule=laws.ids.jokers, joker=laid_text(card))


def _few_jokers(laws: TableMeldingLaws, figure: Figure) -> None:
    if not laws.melds.allow(figure):
        raise IllegalAction(
            "too_many_jokers", rule=laws.ids.jokers, cards=_texts(figure.cards),
            jokers=figure.jokers, allowed=laws.melds.jokers_allowed(len(figure.cards)),
        )  # fmt: skip


def _from_hand(sight: Sight, cards: tuple[int, ...]) -> int:
    """The cards as a mask, all of them at hand: held, or jokers that were freed in this turn."""
    mask = mask_of(cards)
    elsewhere = mask & ~((sight.hand or 0) | sight.open.freed)
    if elsewhere:
        refuse_strangers(sight.laws.rules, sight.laws.ids.turn, cards)
        first = cards_text(elsewhere)[0]
        raise IllegalAction("card_not_in_hand", rule=sight.laws.ids.turn, card=first)
    return mask


def _keep_a_card(sight: Sight, leaving: int) -> None:
    if not keeps_a_card(sight, leaving):
        raise IllegalAction("no_card_to_discard", rule=sight.laws.ids.last_card)


def _need_first_meld(sight: Sight, seat: int) -> None:
    if not has_melded(sight.laws, sight.open, seat):
        raise IllegalAction(
            "first_meld_first",
            rule=sight.laws.ids.first_meld,
            points=first_meld_points(sight.open),
            needed=sight.laws.numbers.first_meld_minimum,
        )


def _meld_numbered(sight: Sight, meld: int, *, rule: str, card: str) -> Figure:
    melds = len(sight.open.melds)
    if not 0 <= meld < melds:
        raise IllegalAction("layoff_on_no_meld", rule=rule, card=card, meld=meld, melds=melds)
    return figure_at(sight.open, meld)


def _wanted(figure: Figure, lying: int) -> list[str]:
    """The cards for which the joker would be given."""
    if figure.kind is Kind.RUN:
        return [card_text(suited(lying))]
    return [card_text(suit * 13 + figure.first) for suit in figure.missing_suits]


def _texts(cards: tuple[int, ...] | list[int]) -> list[str]:
    return [laid_text(card) for card in cards]
