"""The finite choices of a seat, from what that seat can see.

`decide` takes more: melds of other copies, jokers and lengths than those listed, and any
rearranged table. What would lead nowhere in this turn (a first meld that cannot reach its minimum,
a card from the depth of the pile that fits nothing) is not listed either.
"""

from collections.abc import Iterator

from games.engine.cards import BIT, FIRST_JOKER, PACK, cards_of, is_joker, laid_as, mask_of
from games.engine.families.tabling.actions import (
    CLAIM_DISCARD,
    END_TURN,
    RESET_TURN,
    TAKE_DISCARD,
    UNDO,
    ExchangeJoker,
    LayMeld,
    LayOff,
    TakeDiscard,
)
from games.engine.families.tabling.decide import claim_refusal, must_draw_stock, turn_end_refusal
from games.engine.families.tabling.numbers import DiscardDraw, FreedJoker
from games.engine.families.tabling.outlook import first_melds, is_usable
from games.engine.families.tabling.reading import (
    discardable,
    figure_at,
    has_melded,
    keeps_a_card,
)
from games.engine.families.tabling.state import OpenRound, Phase, Sight, TablingState, sight_of
from games.engine.moves import DRAW_STOCK, Discard
from games.engine.records import Action
from games.engine.tabling import Figure, Kind, exchange, lay_off, place_face, set_face
from games.engine.tabling.listing import melds_in

_JOKERS = -1 << FIRST_JOKER


def legal_actions(sight: Sight) -> list[Action]:
    """Finite actions that `decide` accepts from this seat now."""
    now, seat = sight.open, sight.seat
    if seat is None or sight.hand is None:
        return []
    if now.turn != seat:
        claims = sight.laws.numbers.knock_for_discard and claim_refusal(now, seat) is None
        return [CLAIM_DISCARD] if claims else []
    if now.phase is Phase.DRAW:
        return [DRAW_STOCK, *_takes(sight)]
    actions: list[Action] = [LayMeld(meld.cards) for meld in _melds(sight)]
    if has_melded(sight.laws, now, seat):
        actions += _lay_offs(sight)
        actions += _exchanges(sight)
    actions += _turn_ends(sight)
    return actions + _taking_back(now)


def legal_actions_in(state: TablingState, seat: int) -> list[Action]:
    """The same from the whole state."""
    return legal_actions(sight_of(state, seat))


def _takes(sight: Sight) -> Iterator[Action]:
    """The top of the pile, and deeper cards that can be laid at once (R500-3, GER-V2)."""
    now, numbers = sight.open, sight.laws.numbers
    if numbers.robber or not now.pile:
        return
    if not must_draw_stock(sight.laws.takes_in_a_row(now.seats), now):
        free = numbers.discard_draw is DiscardDraw.FREE
        if free or is_usable(sight, now.pile[-1], BIT[now.pile[-1]]):
            yield TAKE_DISCARD
    taken = BIT[now.pile[-1]]
    for card in reversed(now.pile[:-1]) if numbers.deep_draw else ():
        taken |= BIT[card]
        if is_usable(sight, card, taken):
            yield TakeDiscard(card)


def _melds(sight: Sight) -> list[Figure]:
    if not has_melded(sight.laws, sight.open, sight.seat or 0):
        return first_melds(sight)
    held = sight.hand or 0
    jokers = cards_of((held | sight.open.freed) & _JOKERS)
    return [
        figure
        for figure in melds_in(held, jokers, sight.laws.melds)
        if _can_go_on(sight, mask_of(figure.cards))
    ]


def _lay_offs(sight: Sight) -> Iterator[Action]:
    """Natural cards by their first copy, and the lowest joker, wherever they fit."""
    hand, rules = sight.hand or 0, sight.laws.melds
    joker = next(iter(cards_of(hand & _JOKERS)), None)
    for number in range(len(sight.open.melds)):
        figure = figure_at(sight.open, number)
        for face in _fitting(figure):
            for card in _copies(hand, face):
                if lay_off(figure, card) and _can_go_on(sight, BIT[card]):
                    yield LayOff(card, number)
            if joker is not None:
                grown = lay_off(figure, laid_as(joker, face))
                if grown and rules.allow(grown) and _can_go_on(sight, BIT[joker]):
                    yield LayOff(laid_as(joker, face), number)


def _fitting(figure: Figure) -> list[int]:
    """The cards, without their pack, that the meld could take."""
    if figure.kind is Kind.SET:
        full = len(figure.cards) == 4
        return [] if full else [set_face(figure.first, suit) for suit in figure.missing_suits]
    ends = [figure.first - 1] if figure.first > 0 else []
    if figure.last < 13:
        ends.append(figure.last + 1)
    return list(dict.fromkeys(place_face(place, figure.suit) for place in ends))


def _copies(hand: int, face: int) -> list[int]:
    """The copy of a card to choose: the first pack's before the second's."""
    return [card for card in (face, face + PACK) if hand & BIT[card]][:1]


def _exchanges(sight: Sight) -> Iterator[Action]:
    """Natural cards for jokers; where the joker must be melded at once, only if it can be."""
    hand, numbers = sight.hand or 0, sight.laws.numbers
    for number, meld in enumerate(sight.open.melds):
        jokers = [laid for laid in meld.cards if is_joker(laid & 127)]
        figure = figure_at(sight.open, number) if jokers else None
        for laid in jokers if figure else ():
            joker = laid & 127
            wanted = _wanted_for(figure, laid) if figure else []
            for card in (card for face in wanted for card in _copies(hand, face)):
                if figure is None or not exchange(
                    figure, card, joker, strict=numbers.strict_joker_exchange
                ):
                    continue
                rest = hand & ~BIT[card]
                if numbers.freed_joker is FreedJoker.TO_HAND or _finds_a_meld(sight, rest, joker):
                    yield ExchangeJoker(card, number, joker)


def _wanted_for(figure: Figure, laid: int) -> list[int]:
    if figure.kind is Kind.SET:
        return [set_face(figure.first, suit) for suit in figure.missing_suits]
    return [(laid >> 7) - 1]


def _finds_a_meld(sight: Sight, rest: int, joker: int) -> bool:
    """Whether the joker can lie in a new meld with cards of the rest of the hand."""
    rest_sight = sight._replace(hand=rest)
    return any(
        figure.jokers and _can_go_on(rest_sight, mask_of(figure.cards))
        for figure in melds_in(rest, (joker,), sight.laws.melds)
    )


def _can_go_on(sight: Sight, leaving: int) -> bool:
    """Whether the turn can still be ended by a discard when these cards have left the hand."""
    if not keeps_a_card(sight, leaving):
        return False
    return sight.laws.numbers.robber or bool(discardable(sight) & ~leaving)


def _turn_ends(sight: Sight) -> list[Action]:
    if sight.laws.numbers.robber:
        return [] if turn_end_refusal(sight, goes_out=not sight.hand) else [END_TURN]
    cards = discardable(sight)
    if turn_end_refusal(sight, goes_out=cards == sight.hand and cards.bit_count() == 1):
        return []
    return [Discard(card) for card in cards_of(cards)]


def _taking_back(now: OpenRound) -> list[Action]:
    if len(now.steps) > 1:
        return [UNDO, RESET_TURN]
    return [UNDO] if now.steps else []
