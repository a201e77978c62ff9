"""A bot of ours against OpenSpiel's own, with OpenSpiel as the referee that keeps the score.

Both engines go through every round together, so each duel is a lockstep as well. The rules are
those OpenSpiel plays by itself: knock limit 10, gin and undercut 25, the first upcard offered.
"""

from collections.abc import Callable, Sequence
from random import Random

from rummy import engine
from rummy.bots import Bot, recall, remember
from rummy.bots.thinking import NOBODY_KNOWN, learned
from rummy.engine.cards import BIT, cards_of
from rummy.engine.families.knock.actions import (
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Answer,
    Discard,
    Knock,
)
from rummy.engine.families.knock.state import Phase
from rummy.engine.melding import Meld
from rummy.engine.records import Action, Event
from tests.conformance import referee
from tests.conformance.lockstep import Lockstep
from tests.conformance.referee import KNOCK, OURS, PASS, STOCK, UPCARD

RULES = engine.build_rules("gin_classic", undercut_bonus=25)


class Duel(Lockstep):
    """One round; our bot sits at seat 0."""

    def __init__(self, bot: Bot, deck: Sequence[int], dealer: int, dice: Random) -> None:
        super().__init__(RULES, deck, dealer)
        self.bot, self.dice = bot, dice
        self.player = self._player(1)
        self.their_bot = referee.simple_bot(self.player)
        self.recalled = recall(engine.start_round(RULES, 2, deck, dealer)[1])

    def play(self) -> int:
        """Our points minus theirs, by the referee."""
        while not self.state.is_over and not self.left_off:
            if self.state.turn == 0:
                self.does(self.our_choice())
            else:
                self.follow(self.their_choice())
        assert not self.left_off
        points: float = self.theirs.returns()[1 - self.player]
        return round(points)

    def at_the_wall(self) -> None:
        """With two cards left their bot may still knock over there, and is paid for it."""
        while not self.theirs.is_terminal():
            mine = self.theirs.current_player() != self.player
            self._apply(PASS if mine else self.their_bot.step(self.theirs))

    def our_choice(self) -> Action:
        seen, legal = engine.view(self.state, 0), engine.legal_actions(self.state, 0)
        open_to_us = [
            action
            for action in legal
            if not isinstance(action, Knock) or not self.is_refused(action)
        ]
        return self.bot.choose(seen, open_to_us, self.dice, self.recalled)

    def their_choice(self) -> Action:
        """Let their bot make its move over there, and say what it was in our words."""
        if self.state.phase is Phase.ANSWER:
            return self._their_answer()
        step = self._step()
        if step == KNOCK:
            return self._their_knock()
        if step == PASS:
            return PASS_UPCARD
        if step == STOCK:
            self.theirs.apply_action(referee.THEIRS[self.state.stock[-1]])
        return {UPCARD: TAKE_UPCARD, STOCK: DRAW_STOCK}.get(step) or Discard(OURS[step])

    def _step(self) -> int:
        step: int = self.their_bot.step(self.theirs)
        self._apply(step)
        return step

    def _their_knock(self) -> Action:
        card = OURS[self._step()]
        limit = self.state.open.knock_limit
        assert self.state.laws.knocking.points(self.state.hands[1] ^ BIT[card]) <= limit
        self.laid = self._melds_laid()
        return Knock(card, tuple(_meld_of(action) for action in self.laid))

    def _their_answer(self) -> Answer:
        """Their bot never lays off."""
        if not self.theirs.finished_layoffs():
            assert self._step() == PASS
        return Answer(tuple(_meld_of(action) for action in self._melds_laid()), ())

    def _melds_laid(self) -> list[int]:
        laid = []
        while (step := self._step()) != PASS:
            laid.append(step)
        return laid

    def follow(self, action: Action) -> None:
        """Their bot may throw the card it has just taken (`TAKEN_CARD_BACK`): so be it here too."""
        now = self.state.open
        if isinstance(action, Discard | Knock) and action.card == now.taken:
            self.state = self.state._replace(open=now._replace(taken=None))
        super().follow(action)

    def note(self, event: Event) -> None:
        self.recalled = remember(self.recalled, event)


def _meld_of(action: int) -> Meld:
    return cards_of(referee.meld_masks()[action])


def points_per_round(bot: Bot, rounds: int, seed: int) -> list[int]:
    """Our points minus theirs in each of so many rounds, dealt in turn."""
    dice = Random(seed)
    return [_dealt(bot, number, dice).play() for number in range(rounds)]


def points_of_a_match(
    bot_for: Callable[[tuple[float, ...]], Bot], rounds: int, seed: int
) -> list[int]:
    """The same of a bot that learns its opponent: each round's expects what those before taught."""
    dice, expected, points = Random(seed), NOBODY_KNOWN, []
    for number in range(rounds):
        duel = _dealt(bot_for(expected), number, dice)
        points.append(duel.play())
        expected = learned(expected, engine.view(duel.state, 0), duel.recalled)
    return points


def _dealt(bot: Bot, number: int, dice: Random) -> Duel:
    deck = list(engine.deck_cards(RULES))
    dice.shuffle(deck)
    return Duel(bot, deck, number % 2, dice)
