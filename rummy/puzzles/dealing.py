"""The cards that a seat cannot know, dealt anew: to everybody as many as they hold.

What somebody took from the pile and still holds, all have seen: it stays where it is. Apart from
that every deal is as likely as any other, but for one thing: at gin nobody holds a hand with which
the sound bot would have knocked when it was last on turn.
"""

from rummy import engine
from rummy.bots.knock.greedy import worthwhile_points
from rummy.bots.memory import Recollection
from rummy.bots.serving.dice import SeededDice
from rummy.engine.cards import cards_of, mask_of
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.table_melding.state import TableMeldingState

TRIES = 50  # for a hand that would not have knocked; after so many, any


def dealt_anew(
    state: engine.RoundState, seat: int, recalled: Recollection, dice: SeededDice
) -> engine.RoundState:
    """The same position for this seat with other hidden cards. Without house rules only."""
    if state.rules.house_rules:
        raise ValueError("house rules may remember hidden cards")
    if isinstance(state, KnockState):
        return _knock(state, seat, recalled, dice)
    if isinstance(state, TableMeldingState):
        return _table_melding(state, seat, recalled, dice)
    raise TypeError(f"no hidden cards are known of {state.rules.family!r}")


def _knock(state: KnockState, seat: int, recalled: Recollection, dice: SeededDice) -> KnockState:
    for _ in range(TRIES):
        hands, stock = _shuffled(state.hands, state.stock, seat, recalled, dice)
        anew = state._replace(hands=hands, stock=stock)
        if not any(_would_have_knocked(anew, other, recalled) for other in range(state.seats)):
            break
    return anew


def _would_have_knocked(state: KnockState, seat: int, recalled: Recollection) -> bool:
    """Whether a player who has had a turn could have ended the round instead."""
    if seat == state.turn or not recalled.thrown_by(seat):
        return False
    worthwhile = worthwhile_points(state.laws, state.open)
    return state.laws.knocking.points(state.hands[seat]) <= worthwhile


def _table_melding(
    state: TableMeldingState, seat: int, recalled: Recollection, dice: SeededDice
) -> TableMeldingState:
    hidden = state.hidden
    hands, stock = _shuffled(hidden.hands, hidden.stock, seat, recalled, dice)
    later = tuple(tuple(dice.shuffled(order)) for order in hidden.reshuffles)
    return state._replace(hidden=hidden._replace(hands=hands, stock=stock, reshuffles=later))


def _shuffled(
    hands: tuple[int, ...],
    stock: tuple[int, ...],
    seat: int,
    recalled: Recollection,
    dice: SeededDice,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    known = [
        hand if number == seat else hand & recalled.held_by(number)
        for number, hand in enumerate(hands)
    ]
    unknown = [
        card for number, hand in enumerate(hands) for card in cards_of(hand & ~known[number])
    ]
    cards = dice.shuffled([*unknown, *stock])
    anew = []
    for number, hand in enumerate(hands):
        missing = (hand & ~known[number]).bit_count()
        anew.append(known[number] | mask_of(cards[:missing]))
        cards = cards[missing:]
    return tuple(anew), tuple(cards)
