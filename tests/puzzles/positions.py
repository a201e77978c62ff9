"""Positions and puzzles to test with, small and known card by card."""

from rummy import engine
from rummy.engine.cards import mask_of, parse_cards
from rummy.engine.families.knock.actions import TAKE_UPCARD
from rummy.engine.families.knock.events import RoundDealt
from rummy.engine.moves import DRAW_STOCK
from rummy.puzzles import Choice, Position, Puzzle


def gin_position(hand: str, other: str, *, upcard: str) -> Position:
    """Seat 0 is about to draw at gin; what is not named is the stock."""
    rules = engine.build_rules("gin_palast")
    hands, turned = (parse_cards(hand), parse_cards(other)), parse_cards(upcard)[0]
    named = {*hands[0], *hands[1], turned}
    stock = tuple(card for card in engine.deck_cards(rules) if card not in named)
    deal = RoundDealt(
        dealer=1,
        hands=tuple(mask_of(cards) for cards in hands),
        upcard=turned,
        stock_count=len(stock),
        stock=stock,
    )
    return Position(rules, 2, (deal,), 0)


def take_it() -> Puzzle:
    """The open card makes gin: taking it is worth everything."""
    position = gin_position(
        "7s 7h 7d 4c 5c 6c 9h Th Jh Kd", "2s 3h 4d 8s 8c 9s 9d Qs Qc Ah", upcard="Qh"
    )
    choices = (Choice(TAKE_UPCARD, 0.0, 0.0, 10_000), Choice(DRAW_STOCK, 20.0, 0.5, 10_000))
    return Puzzle("draw", position, choices, reason="take_to_knock", facts={"points_after": 0})
