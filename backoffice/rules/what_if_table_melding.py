"""What would this round be worth under other rules? For games in which melds lie on the table.

Three turns are played by the rules: who will go out lays what lay there before, the opponent lays
theirs, and who goes out lays the rest and discards the last card. The cards that are drawn or
discarded on the way count for nothing: nobody holds them in the end.

Räuber-Rommé knows no discard (GER-V6): each draws a card of their own, and a last card that stands
alone has to fit a meld on the table.
"""

from dataclasses import dataclass

from backoffice.rules.what_if import Outcome, UnreadableHands, require_cards
from rummy import engine
from rummy.engine.as_json import stored
from rummy.engine.records import Action

OUT, OTHER = 0, 1
MELDS_MAX, CARDS_MAX = 8, 40


@dataclass(frozen=True, slots=True)
class Ending:
    """How a round ends: melds by seat, as `7h 8h X1=9h`, and what is held or discarded last."""

    before: tuple[str, ...]
    now: tuple[str, ...]
    last: str
    others: tuple[str, ...]
    held: tuple[str, ...]

    @property
    def cards(self) -> list[str]:
        """Every card of it, a joker by its own name."""
        melds = " ".join((*self.before, *self.now, *self.others)).split()
        last = (self.last,) if self.last else ()
        return [*(card.partition("=")[0] for card in melds), *last, *self.held]


def read_ending(*, before: str, now: str, others: str, held: str) -> Ending:
    """Melds are parted by `/`; a last card of `now` stands alone and is discarded.

    Raises UnreadableHands.
    """
    laid, last = _melds(now), ""
    if laid and len(laid[-1].split()) == 1:
        laid, last = laid[:-1], laid[-1]
    if not laid:
        raise UnreadableHands("no_last_card")
    found = Ending(
        _melds(before), laid, last, _melds(others), tuple(held.replace(",", " ").split())
    )
    if not found.held:
        raise UnreadableHands("no_cards_held")
    if len(found.cards) > CARDS_MAX or len(laid) > MELDS_MAX:
        raise UnreadableHands("wrong_number_of_cards", found=len(found.cards), wanted=CARDS_MAX)
    require_cards(found.cards)
    return found


def round_under(rules: engine.RuleSet, ending: Ending, *, name: str = "") -> Outcome:
    """The round with this ending under these rules, two at the table.

    Raises UnreadableHands where the rules' deck has not all of the cards, or where nothing is
    discarded last though the rules ask for it.
    """
    robber = without_discards(rules)
    if not robber and not ending.last:
        raise UnreadableHands("no_last_card")
    state, spare = (_staged_for_robbers if robber else _staged)(rules, ending)
    turns: tuple[tuple[int, list[str], tuple[str, ...], str], ...] = (
        (OUT, [], ending.before, spare[0]),
        (OTHER, ["draw_stock"], ending.others, spare[1]),
        (OUT, ["draw_stock"], ending.now, ending.last),
    )
    try:
        for seat, draws, melds, last in turns:
            for action in _turn(draws, melds):
                state = _done(state, seat, action)
            end = _end_without_discard if robber else _end_by_discard
            state = end(state, seat, last)
    except engine.IllegalAction as refusal:
        return Outcome(name, refusal=refusal)
    return Outcome.of(state, name)


def _melds(text: str) -> tuple[str, ...]:
    parts = (" ".join(part.replace(",", " ").split()) for part in text.split("/"))
    return tuple(part for part in parts if part)


def without_discards(rules: engine.RuleSet) -> bool:
    """Whether turns end without a discard (GER-V6)."""
    return bool(rules.to_json()["play"].get("robber"))


def _turn(draws: list[str], melds: tuple[str, ...]) -> list[Action]:
    json: list[dict[str, object]] = [{"type": kind} for kind in draws]
    json += [{"type": "lay_meld", "cards": meld.split()} for meld in melds]
    return [stored.action_from_json(one) for one in json]


def _done(state: engine.RoundState, seat: int, action: Action) -> engine.RoundState:
    for event in engine.decide(state, seat, action):
        state = engine.evolve(state, event)
    return state


def _end_by_discard(state: engine.RoundState, seat: int, last: str) -> engine.RoundState:
    return _done(state, seat, stored.action_from_json({"type": "discard", "card": last}))


def _end_without_discard(state: engine.RoundState, seat: int, last: str) -> engine.RoundState:
    """A last card is laid off where it fits; where it fits nowhere, the rules say what is amiss."""
    if last:
        fitting = (
            action
            for action in engine.legal_actions(state, seat)
            if (json := stored.action_to_json(action))["type"] == "lay_off" and json["card"] == last
        )
        laid = next(fitting, None) or stored.action_from_json({"type": "discard", "card": last})
        state = _done(state, seat, laid)
    return _done(state, seat, stored.action_from_json({"type": "end_turn"}))


def _staged(rules: engine.RuleSet, ending: Ending) -> tuple[engine.RoundState, tuple[str, str]]:
    """A round in which these cards are where they have to be, and the two that pass through."""
    rest = _rest(rules, ending)
    first, second = rest.pop(), rest.pop()
    hands = [
        [*_own(ending.before), *_own(ending.now), first],
        [*_own(ending.others), *ending.held],
    ]
    return _dealt(rules, hands, [*rest, ending.last, second]), (first, second)


def _staged_for_robbers(
    rules: engine.RuleSet, ending: Ending
) -> tuple[engine.RoundState, tuple[str, str]]:
    """The same without a card that passes through: each draws one of those they end with."""
    own, others = [*_own(ending.before), *_own(ending.now)], _own(ending.others)
    own += [ending.last] if ending.last else []
    hands = [own[:-1], [*others, *ending.held[:-1]]]
    return _dealt(rules, hands, [*_rest(rules, ending), own[-1], ending.held[-1]]), ("", "")


def _rest(rules: engine.RuleSet, ending: Ending) -> list[str]:
    """The cards that nobody has, but for jokers. Raises UnreadableHands."""
    cards = [stored.card_text(card) for card in engine.deck_cards(rules)]
    missing = next((card for card in ending.cards if card not in cards), None)
    if missing is not None:
        raise UnreadableHands("card_not_in_deck", card=missing)
    named = set(ending.cards)
    return [card for card in cards if card not in named and card[0] != "X"]


def _dealt(rules: engine.RuleSet, hands: list[list[str]], stock: list[str]) -> engine.RoundState:
    """A round in play with these hands and this stock, whose last card is drawn first."""
    state, _events = engine.start_round(rules, 2, engine.deck_cards(rules), OUT)
    json = stored.state_to_json(state)
    json["open"] |= {
        "phase": "play",
        "turn": OUT,
        "hand_counts": [len(hand) for hand in hands],
        "pile": [],
        "stock_count": len(stock),
    }
    json["hidden"] |= {"hands": hands, "stock": " ".join(stock)}
    return stored.state_from_json(rules, json)


def _own(melds: tuple[str, ...]) -> list[str]:
    return [card.partition("=")[0] for meld in melds for card in meld.split()]
