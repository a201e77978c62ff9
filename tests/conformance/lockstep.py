"""One round played by both engines at once, compared at every step."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from rummy import engine
from rummy.engine.cards import BIT, card_text, cards_of, cards_text, mask_of
from rummy.engine.families.knock.actions import (
    Answer,
    Discard,
    DrawStock,
    Knock,
    PassUpcard,
    TakeUpcard,
)
from rummy.engine.families.knock.events import Answered, Knocked
from rummy.engine.families.knock.state import KnockState, Phase
from rummy.engine.records import Action, Event
from tests.conformance import referee
from tests.conformance.known_defects import (
    KNOCK_REFUSED,
    STALL_GUARD,
    TAKEN_CARD_BACK,
    THIRD_LAYOFF,
    TIE_NOT_SCORED,
    WALL_KNOCK,
    Difference,
)
from tests.conformance.referee import KNOCK, OURS, PASS, STOCK, THEIRS, UPCARD


@dataclass
class Lockstep:
    """Both engines at the same deal. AssertionError at the first difference that is not known.

    `left_off`: the referee cannot follow any further, for a reason counted in `differences`.
    """

    rules: engine.RuleSet
    deck: Sequence[int]
    dealer: int
    differences: Counter[Difference] = field(default_factory=Counter)
    left_off: bool = False

    def __post_init__(self) -> None:
        state, _ = engine.start_round(self.rules, 2, self.deck, self.dealer)
        assert isinstance(state, KnockState)
        self.state = state
        self.first = (self.dealer + 1) % 2
        numbers = state.laws.numbers
        self.theirs: Any = referee.new_round(
            knock_limit=state.open.knock_limit,
            gin_bonus=numbers.gin_bonus,
            undercut_bonus=numbers.undercut_bonus,
        )
        hands = state.hands[self.first], state.hands[1 - self.first]
        referee.deal(self.theirs, hands, state.open.pile[-1])
        self.compare()

    def does(self, action: Action) -> None:
        """The seat on turn acts, in both engines."""
        seat = self.state.turn
        assert seat is not None
        if isinstance(action, Knock) and self.is_refused(action):
            self._leave_off(KNOCK_REFUSED)
        events = engine.decide(self.state, seat, action)
        if not self.left_off:
            self._tell(seat, action, events)
        self._evolve(events)

    def follow(self, action: Action) -> None:
        """The seat on turn did this over there already; here it is done now."""
        seat = self.state.turn
        assert seat is not None
        knocked, *rest = events = engine.decide(self.state, seat, action)
        if rest and isinstance(knocked, Knocked):
            self._tell_answer(1 - seat, rest)
        self._evolve(events)

    def _evolve(self, events: list[Event]) -> None:
        for event in events:
            after = engine.evolve(self.state, event)
            assert isinstance(after, KnockState)
            self.state = after
            self.note(event)
        if not self.left_off:
            self.compare()

    def note(self, event: Event) -> None:
        """For those who remember."""

    def is_refused(self, action: Knock) -> bool:
        """Whether the referee does not offer this knock although its own function allows it."""
        if self.left_off or KNOCK in self.theirs.legal_actions():
            return False
        hand = self.state.hands[self.state.turn or 0]
        allowed = referee.judging().legal_discards(
            referee.their_hand(hand), self.state.open.knock_limit
        )
        assert THEIRS[action.card] in allowed, cards_text(hand)
        return True

    def _leave_off(self, difference: Difference) -> None:
        self.differences[difference] += 1
        self.left_off = True

    def _player(self, seat: int) -> int:
        return int(seat != self.first)

    def _apply(self, action: int) -> None:
        legal = self.theirs.legal_actions()
        assert action in legal, f"{action} is not among {legal} in {self.theirs}"
        self.theirs.apply_action(action)

    # Telling the referee what was done

    def _tell(self, seat: int, action: Action, events: list[Event]) -> None:
        match action:
            case PassUpcard():
                self._apply(PASS)
            case TakeUpcard():
                self._apply(UPCARD)
            case DrawStock():
                self._tell_draw()
            case Discard():
                self._apply(THEIRS[action.card])
            case Knock():
                self._tell_knock(seat, action, events)
            case Answer():
                self._tell_answer(seat, events)

    def _tell_draw(self) -> None:
        """Where the upcard is not offered first, both players pass it in this telling."""
        if STOCK not in self.theirs.legal_actions():
            self._apply(PASS)
            self._apply(PASS)
        self._apply(STOCK)
        self._apply(THEIRS[self.state.stock[-1]])

    def _tell_knock(self, seat: int, action: Knock, events: list[Event]) -> None:
        knocked, *rest = events
        assert isinstance(knocked, Knocked)
        hand, limit = self.state.hands[seat], self.state.open.knock_limit
        self._apply(KNOCK)
        offered = {OURS[card] for card in self.theirs.legal_actions()}
        assert offered - {self.state.open.taken} == {
            one.card for one in engine.legal_actions(self.state, seat) if isinstance(one, Knock)
        }
        self._apply(THEIRS[action.card])
        self.laid = self._lay(hand ^ BIT[action.card], knocked.melds, limit)
        self._apply(PASS)
        if rest:
            if knocked.points:
                self._apply(PASS)  # nobody lays off under these rules (GIN-7)
            self._tell_answer(1 - seat, rest)

    def _tell_answer(self, seat: int, events: list[Event]) -> None:
        shown = events[0]
        assert isinstance(shown, Answered)
        hand = self.state.hands[seat]
        if referee.phase_of(self.theirs) == "LAYOFF" and not self.theirs.finished_layoffs():
            hand = self._lay_off(hand, shown)
            if self.left_off:
                return
            self._apply(PASS)
        self._lay(hand, shown.melds, None)
        self._apply(PASS)

    def _lay(self, hand: int, melds: Sequence[Sequence[int]], limit: int | None) -> list[int]:
        """Lay the melds one by one; before each, the melds on offer are compared.

        A knocker (with a limit) is offered those that still lead to a knock.
        """
        melder = self.state.laws.answering
        laid = [action for meld in melds for action in referee.laying(tuple(meld))]
        for action in (*laid, None):
            allowed = {
                one
                for one, mask in referee.meld_masks().items()
                if not mask & ~hand and (limit is None or melder.points(hand ^ mask) <= limit)
            }
            if limit is None or melder.value(hand) <= limit:
                allowed.add(PASS)
            assert set(self.theirs.legal_actions()) == allowed, cards_text(hand)
            if action is not None:
                self._apply(action)
                hand ^= referee.meld_masks()[action]
        return laid

    def _lay_off(self, hand: int, shown: Answered) -> int:
        """Lay the cards off one by one; before each, the cards on offer are compared."""
        off: list[int] = []
        left = [one.card for one in shown.layoffs]
        while True:
            fitting = self._compare_layoffs(hand, off)
            offered = self.theirs.legal_actions()
            now = next((card for card in left if THEIRS[card] in offered), None)
            if now is None:
                if left:
                    assert any(card in fitting for card in left)
                    self._leave_off(THIRD_LAYOFF)
                return hand
            self._apply(THEIRS[now])
            off.append(now)
            left.remove(now)
            hand ^= BIT[now]

    def _compare_layoffs(self, hand: int, off: list[int]) -> set[int]:
        """The cards that fit after those already laid off, however these are shared out."""
        melds = self.state.open.shown[0].melds
        ours = {card for card in cards_of(hand) if self._fit(melds, [*off, card])}
        offered = {OURS[action] for action in self.theirs.legal_actions() if action != PASS}
        assert offered <= ours, (offered, ours)
        for card in ours - offered:
            runs = [meld for meld in melds if meld[1] == meld[0] + 1]
            assert any(max(meld[0] - card, card - meld[-1]) >= 3 for meld in runs), card_text(card)
            self.differences[THIRD_LAYOFF] += 1
        return ours

    def _fit(self, melds: Sequence[Sequence[int]], cards: list[int]) -> bool:
        """Whether these cards can be laid off together."""
        melder = self.state.laws.answering
        for places in product(range(len(melds)), repeat=len(cards)):
            grown = [list(meld) for meld in melds]
            for card, place in zip(cards, places, strict=True):
                grown[place].append(card)
            if all(melder.meld(meld) is not None for meld in grown):
                return True
        return False

    # Comparing

    def compare(self) -> None:
        """Cards, deadwood, legal actions; at the end the scores."""
        if self.state.is_over:
            self._compare_scores()
            return
        if self.theirs.is_terminal():
            assert len(self.state.open.pile) < 60
            assert sum(taken == UPCARD for taken in self.theirs.history()) >= 50
            self._leave_off(STALL_GUARD)
            return
        now, theirs = self.state.open, self.theirs
        assert self._player(now.turn or 0) == theirs.current_player()
        assert theirs.stock_size() == now.stock_count
        if now.phase is not Phase.ANSWER:  # the knocker's cards have left the hand over there
            self._compare_hands()
        _COMPARE[now.phase](self)

    def _compare_hands(self) -> None:
        now, theirs = self.state.open, self.theirs
        for seat, hand in enumerate(self.state.hands):
            player = self._player(seat)
            assert referee.our_mask(theirs.hands()[player]) == hand
            if now.phase is not Phase.DISCARD or seat != now.turn:
                points = self.state.laws.knocking.points(hand)
                assert referee.judging().min_deadwood(referee.their_hand(hand)) == points
                assert theirs.deadwood()[player] == points, cards_text(hand)

    def compare_draw(self) -> None:
        """A pass by both and then a draw is how the referee says what `gin_palast` does at once."""
        ours = {action.type for action in engine.legal_actions(self.state, self.state.turn or 0)}
        names = {UPCARD: "take_upcard", STOCK: "draw_stock", PASS: "pass_upcard"}
        if not self.state.laws.numbers.upcard_offer and len(self.theirs.history()) == 21:
            names[PASS] = "draw_stock"
        theirs = {names[action] for action in self.theirs.legal_actions()}
        if self.state.open.streak >= self.state.laws.numbers.upcard_streak_limit:
            assert theirs - ours == {"take_upcard"}
            self.differences[STALL_GUARD] += 1
        else:
            assert ours == theirs

    def compare_discard(self) -> None:
        seat, now = self.state.turn or 0, self.state.open
        hand, legal = self.state.hands[seat], engine.legal_actions(self.state, seat)
        offered = {OURS[card] for card in self.theirs.legal_actions() if card < UPCARD}
        assert offered == set(cards_of(hand))
        discards = {one.card for one in legal if isinstance(one, Discard)}
        self.differences[TAKEN_CARD_BACK] += now.taken is not None
        assert offered - {now.taken} == discards
        knocks = {one.card for one in legal if isinstance(one, Knock)}
        allowed = referee.our_mask(
            referee.judging().legal_discards(referee.their_hand(hand), now.knock_limit)
        )
        if now.taken is not None:
            allowed &= ~BIT[now.taken]
        assert allowed == mask_of(knocks)
        if KNOCK not in self.theirs.legal_actions():
            self.differences[KNOCK_REFUSED] += bool(knocks)
        points = self.state.laws.knocking.points_after_discard(hand)
        assert self.theirs.deadwood()[self._player(seat)] >= points

    def compare_answer(self) -> None:
        """The optimum the engine answers with is the least the referee can find."""
        seat, state = self.state.turn or 0, self.state
        shown = engine.decide(state, seat, Answer())[0]
        assert isinstance(shown, Answered)
        assert shown.points == referee.least_after_layoffs(state.hands[seat], self.laid)

    def _compare_scores(self) -> None:
        score = engine.score(self.state)
        assert score is not None
        if score.reason == "stock_exhausted":
            assert referee.phase_of(self.theirs) == "WALL"
            self.differences[WALL_KNOCK] += KNOCK in self.theirs.legal_actions()
            self.at_the_wall()
            return
        assert self.theirs.is_terminal()
        ours = [0, 0]
        for line in score.lines:
            if line.reason != "box_bonus":
                ours[self._player(line.seat)] += line.points
                ours[1 - self._player(line.seat)] -= line.points
        returns = [round(points) for points in self.theirs.returns()]
        if score.reason == "undercut" and score.lines[0].points == 0:
            assert returns == [0, 0]
            self.differences[TIE_NOT_SCORED] += 1
        else:
            assert returns == ours

    def at_the_wall(self) -> None:
        """A pass ends the round over there too, without points."""
        self._apply(PASS)
        assert self.theirs.is_terminal()
        assert list(self.theirs.returns()) == [0, 0]


_COMPARE = {
    Phase.UPCARD_OFFER: Lockstep.compare_draw,
    Phase.DRAW: Lockstep.compare_draw,
    Phase.DISCARD: Lockstep.compare_discard,
    Phase.ANSWER: Lockstep.compare_answer,
}
