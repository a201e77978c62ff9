"""Glas auffangen (GIN-S1): claim a meld that lies in the discard pile."""

from collections import Counter
from typing import Annotated, Any, ClassVar, NamedTuple

from rummy.engine.as_json.codec import CardMask, Json, letter_of, read_record, write_record
from rummy.engine.cards import BIT, RANKS, SUITS, is_joker, mask_of, rank_of, suit_of
from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.decide import need_turn_drawn
from rummy.engine.families.knock.events import Discarded, Knocked
from rummy.engine.families.knock.hooks import Effect, KnockHook, memory_of
from rummy.engine.families.knock.state import KnockState, OpenRound, Phase, Sight
from rummy.engine.melding.suit_tables import runs_of
from rummy.engine.records import Action, Event, action_type, event_type
from rummy.engine.scoring import ScoreLine
from rummy.words import Button, Naming, Sign, Tag, Telling, Verb
from rummy.words import gettext_noop as _

Rank = Annotated[int, letter_of(RANKS)]
Suit = Annotated[int, letter_of(SUITS)]


@action_type("catch_set")
class CatchSet(Action):
    """Claim that the discard pile holds a set of this rank, `"7"`."""

    rank: Rank


@action_type("catch_run")
class CatchRun(Action):
    """Claim that the discard pile holds a run in this suit, `"h"`."""

    suit: Suit


@event_type("glass_claimed")
class GlassClaimed(Event):
    """A claim of a rank or a suit; `cards` left the pile for good, none when it was wrong."""

    seat: int
    cards: CardMask
    credited: int
    rank: Rank | None = None
    suit: Suit | None = None

    def cause(self) -> Action:
        return CatchSet(self.rank) if self.rank is not None else CatchRun(self.suit or 0)


class Claim(NamedTuple):
    """Who claimed, who is credited for it, and the cards that left the pile."""

    seat: int
    credited: int
    cards: CardMask


class Claims(NamedTuple):
    """The claims of the round so far, and whether one was made in this turn."""

    made: tuple[Claim, ...] = ()
    this_turn: bool = False


CLAIMS: tuple[Action, ...] = (
    *(CatchSet(rank) for rank in range(len(RANKS))),
    *(CatchRun(suit) for suit in range(len(SUITS))),
)


class CatchTheGlass(KnockHook):
    """Once per turn; ordinary melds only, over all cards of the pile."""

    key = "catch_the_glass"
    rule = "GIN-S1"
    own_actions = (CatchSet, CatchRun)
    numbers: ClassVar = {"glass_points": 10}
    title = _("Catch the glass")
    summary = _(
        "Once per turn you may claim that the discard pile holds a set of a rank or a run of "
        "a suit. If so, the cards leave the pile and you get 10; if not, your opponent does."
    )
    refusals: ClassVar = {
        "glass_claimed_this_turn": _("You have already claimed a glass in this turn.")
    }
    scores: ClassVar = {
        "glass": _("glass caught"),
        "glass_missed": _("glass missed by the opponent"),
    }
    events: ClassVar = {
        "glass_claimed": Telling(
            _("Claims the glass"),
            (
                (
                    "cards",
                    _("%(name)s catches the glass: %(cards)s."),
                    _("You catch the glass: %(cards)s."),
                ),
                (
                    "",
                    _("%(name)s claims a glass that is not there."),
                    _("You claim a glass that is not there."),
                ),
            ),
        )
    }
    button = Button(
        "g",
        _("Catch the glass"),
        _(
            "Which meld lies in the discard pile? Right: %(glass_points)s for you. "
            "Wrong: %(glass_points)s for your opponent."
        ),
    )
    actions_called: ClassVar = {
        "catch_set": Naming(
            _("Catch the glass: a set, rank %(rank)s"),
            _("These cards lie in the discard pile."),
            _("A set, rank %(rank)s"),
            _("A set of"),
        ),
        "catch_run": Naming(
            _("Catch the glass: a run of %(suit)s"),
            _("These cards lie in the discard pile."),
            _("A run of %(suit)s"),
            _("A run of"),
        ),
    }
    tags: ClassVar = {
        "glass": Tag(_("Glass +%(points)s"), _("Points for glasses, paid at the end of the round"))
    }
    verbs = (
        Verb("catch set", "catch_set", _("Glass! A set, rank %(rank)s"), "rank"),
        Verb("catch run", "catch_run", _("Glass! A run of %(suit)s"), "suit"),
    )

    def start_memory(self) -> Claims:
        return Claims()

    def actions(self, sight: Sight) -> list[Action]:
        may = sight.open.phase is Phase.DISCARD and not self._memory(sight).this_turn
        return list(CLAIMS) if may else []

    def decide(self, state: KnockState, seat: int, action: Action) -> list[Event]:
        need_turn_drawn(state.open, self.rule)
        if self._memory(state).this_turn:
            raise IllegalAction("glass_claimed_this_turn", rule=self.rule)
        rank, suit = getattr(action, "rank", None), getattr(action, "suit", None)
        cards = claimed(state.open.pile, action)
        credited = seat if cards else (seat + 1) % state.seats
        return [GlassClaimed(seat, cards, credited, rank, suit)]

    def evolve(
        self, open_round: OpenRound, memory: Claims, event: Event
    ) -> tuple[OpenRound, Claims]:
        if isinstance(event, GlassClaimed):
            left = tuple(card for card in open_round.pile if not event.cards & BIT[card])
            open_round = open_round._replace(pile=left, removed=open_round.removed | event.cards)
            claim = Claim(event.seat, event.credited, event.cards)
            return open_round, Claims((*memory.made, claim), this_turn=True)
        if isinstance(event, Discarded | Knocked) and memory.this_turn:
            return open_round, memory._replace(this_turn=False)
        return open_round, memory

    def bonuses(self, state: KnockState, reason: str, winner: int) -> list[ScoreLine]:
        """The credit is paid to its owner, whoever wins the round."""
        points = state.laws.numbers.number("glass_points")
        return [
            ScoreLine(claim.credited, "glass" if claim.cards else "glass_missed", points)
            for claim in self._memory(state).made
        ]

    def signs(self, seen: Sight) -> list[Sign]:
        points = seen.laws.numbers.number("glass_points")
        credited = Counter(claim.credited for claim in self._memory(seen).made)
        return [
            Sign(seat, "glass", {"points": times * points})
            for seat, times in sorted(credited.items())
        ]

    def effect(self, seen: Sight, action: Action) -> Effect:
        """The pile lies open: whoever has read it knows whether a claim is right."""
        cards, points = claimed(seen.open.pile, action), seen.laws.numbers.number("glass_points")
        return Effect(points if cards else -points, cards)

    def memory_to_json(self, memory: Claims) -> Json:
        return write_record(memory)

    def memory_from_json(self, data: Any) -> Claims:
        return read_record(Claims, data)

    def _memory(self, of: KnockState | Sight) -> Claims:
        claims: Claims = memory_of(self, of)
        return claims


def claimed(pile: tuple[int, ...], action: Action) -> int:
    """The cards of the pile that a claim takes away; 0 for a wrong one."""
    match action:
        case CatchSet(rank):
            return set_in(pile, rank)
        case CatchRun(suit):
            return run_in(pile, suit)
    raise TypeError(f"not a claim: {action.type}")


def set_in(pile: tuple[int, ...], rank: int) -> int:
    """All cards of the rank in the pile, when they are a set; else nothing."""
    same = [card for card in pile if not is_joker(card) and rank_of(card) == rank]
    return mask_of(same) if len(same) >= 3 else 0


def run_in(pile: tuple[int, ...], suit: int) -> int:
    """The longest run of the suit in the pile, the higher one among equals; else nothing."""
    held = {rank_of(card): card for card in pile if not is_joker(card) and suit_of(card) == suit}
    runs = runs_of(mask_of(held), 3)
    if not runs:
        return 0
    low, length = max(runs, key=lambda run: (run[1], run[0]))
    return mask_of(held[rank] for rank in range(low, low + length))
