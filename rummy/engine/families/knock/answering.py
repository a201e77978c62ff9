"""Answering a knock: own melds, and cards laid off on the knocker's melds (GIN-6, GIN-7)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from operator import itemgetter
from typing import Final

from rummy.engine.cards import BIT, FIRST_JOKER, cards_of, cards_text, held_of, laid_text, mask_of
from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.actions import ANSWER, Answer, LaidOff
from rummy.engine.families.knock.events import Answered
from rummy.engine.families.knock.evolve import evolve
from rummy.engine.families.knock.knocking import named_arrangement, refuse_joker_twice
from rummy.engine.families.knock.state import KnockState, OpenRound, partner_of
from rummy.engine.melding import Arrangement, Meld, Melder
from rummy.engine.melding.explaining import why_not_onto
from rummy.engine.melding.faces import subsets
from rummy.engine.melding.joker_places import in_runs, jokers_of, kept_apart
from rummy.engine.rules import refuse_strangers

LaidOffs = tuple[LaidOff, ...]
ANSWERS_COMPARED_MAX: Final = 200  # steps: what is looked at while a table is locked has an end


def answered(state: KnockState, seat: int, action: Answer, *, may_lay_off: bool) -> Answered:
    """The opponent's cards shown: what is named as named, the rest with least deadwood left.

    Melds or lay-offs that are named are all there are, an empty list means none; left out (None)
    they are the best there are beside what is named (GIN-6), for a team the best for both (GIN-T3).
    """
    melder, hand = state.laws.answering, state.hands[seat]
    onto = _open_to_lay_off(state) if may_lay_off else ()
    named = (
        None if action.melds is None else named_arrangement(state.rules, melder, hand, action.melds)
    )
    if action.layoffs is None:
        if onto and state.rules.teams and _answers_before_partner(state, seat):
            return _least_for_both(state, seat, onto, named)
        ways = _layoffs_best_first(melder, hand, onto, named)
        choices: Iterator[LaidOffs] = map(itemgetter(1), ways)
    else:
        refuse_strangers(state.rules, "GIN-1", (card for card, _ in action.layoffs))
        choices = _ways_of_named(melder, hand, onto, action.layoffs)
    refused: IllegalAction | None = None
    for layoffs in choices:
        try:
            return _shown(state, seat, named, layoffs)
        except IllegalAction as refusal:  # a joker that may lie elsewhere as well does so
            refused = refused or refusal
    raise refused or AssertionError("nothing need be laid off")


def _answers_before_partner(state: KnockState, seat: int) -> bool:
    return partner_of(seat, state.open) not in (shown.seat for shown in state.open.shown)


def _least_for_both(
    state: KnockState, seat: int, onto: tuple[Meld, ...], named: Arrangement | None
) -> Answered:
    """The answer beside which the partner's best leaves the team least; then least of one's own.

    Of very many ways to lie those are compared that leave this seat least.
    """
    partner, melder = partner_of(seat, state.open), state.laws.answering
    theirs, both_hands = state.hands[partner], state.hands[partner] | state.hands[seat]
    fits = 0
    for meld in onto:
        fits |= melder.reach(meld, both_hands) & theirs
    # If all could be laid off that what this seat lays before may allow.
    partner_least = min(melder.points(theirs ^ gone) for gone in subsets(fits, 0))
    best: tuple[int, Answered] | None = None
    refused: IllegalAction | None = None
    ways = _layoffs_best_first(melder, state.hands[seat], onto, named, every_way=True)
    for own_least, layoffs in islice(ways, ANSWERS_COMPARED_MAX):
        if best is not None and own_least + partner_least >= best[0]:
            break
        try:
            answer = _shown(state, seat, named, layoffs)
        except IllegalAction as refusal:  # a joker that may lie elsewhere as well does so
            refused = refused or refusal
            continue
        after = evolve(state, replace(answer, next_answer=partner))
        both = answer.points + answered(after, partner, ANSWER, may_lay_off=True).points
        if best is None or both < best[0]:
            best = both, answer
    if best is None:
        raise refused or AssertionError("nothing need be laid off")
    return best[1]


def _shown(state: KnockState, seat: int, named: Arrangement | None, layoffs: LaidOffs) -> Answered:
    """The hand with these lay-offs and the named melds, else the best beside them."""
    melder, hand = state.laws.answering, state.hands[seat]
    cards = [card for card, _ in layoffs]
    laid_off, lying = mask_of(cards), _jokers_lying(state.open)
    refuse_joker_twice([*lying, *jokers_of(cards)])
    taken = mask_of([*lying, *jokers_of(cards)])
    if named is None:
        laid = min(melder.arrangements(hand & ~laid_off, taken=taken))
    elif laid_off & ~named.deadwood:
        twice = cards_text(laid_off & ~named.deadwood)
        raise IllegalAction("card_in_two_melds", rule="GIN-3", cards=twice)
    else:
        laid = named._replace(melds=kept_apart(named.melds, taken))
    refuse_joker_twice([*jokers_of(cards), *set(in_runs(laid.melds))])
    deadwood = laid.deadwood & ~laid_off
    return Answered(seat, laid.melds, layoffs, deadwood, melder.value(deadwood))


def _jokers_lying(now: OpenRound) -> set[int]:
    """The cards for which jokers lie on the table: in runs, and laid off."""
    laid_off = {face for shown in now.shown for face in jokers_of(c for c, _ in shown.layoffs)}
    return laid_off.union(*(in_runs(shown.melds) for shown in now.shown))


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


def _layoffs_best_first(
    melder: Melder,
    hand: int,
    onto: tuple[Meld, ...],
    named: Arrangement | None,
    *,
    every_way: bool = False,
) -> Iterator[tuple[int, LaidOffs]]:
    """(the least that can remain, lay-offs), the best first; own melds may be broken for it.

    With the own melds named it is what they leave that is laid off. The same cards come once, or in
    `every_way` they can lie.
    """
    held = hand if named is None else named.deadwood
    remaining = melder.points if named is None else melder.value
    choices = layoff_choices(melder, held, onto)
    left = {cards: remaining(held ^ cards) for cards in choices}
    for best in sorted(choices, key=lambda cards: (left[cards], cards.bit_count(), cards)):
        plainly = tuple(
            LaidOff(card, number)
            for number, cards in choices[best]
            for card in melder.lay_off(onto[number], cards_of(cards)) or ()
        )
        yield left[best], plainly
        if every_way or best >= BIT[FIRST_JOKER]:  # its jokers may have to lie elsewhere
            ways = _ways_to_lie(melder, onto, best)
            yield from ((left[best], laid) for laid in ways if laid != plainly)


def _ways_to_lie(
    melder: Melder, onto: tuple[Meld, ...], cards: int, first: int = 0
) -> Iterator[LaidOffs]:
    """Every way to lay exactly these cards off on the melds from the `first` on."""
    if first == len(onto):
        if not cards:
            yield ()
        return
    for here in melder.layoffs(onto[first], cards):
        for lying in melder.lyings(onto[first], cards_of(here)):
            laid = tuple(LaidOff(card, first) for card in lying)
            for others in _ways_to_lie(melder, onto, cards & ~here, first + 1):
                yield (*laid, *others)


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


def _ways_of_named(
    melder: Melder, hand: int, onto: tuple[Meld, ...], layoffs: LaidOffs
) -> Iterator[LaidOffs]:
    """The named cards as they can come to lie; IllegalAction when one does not fit."""
    by_meld = _named_by_meld(hand, len(onto), layoffs)
    refuse_joker_twice(jokers_of(card for card, _ in layoffs))
    ways: list[list[Meld]] = []
    for number, cards in by_meld.items():
        ways.append(list(melder.lyings(onto[number], cards)))
        if not ways[-1]:
            texts = [laid_text(card) for card in cards]
            lying = [laid_text(card) for card in onto[number]]
            raise IllegalAction(
                "layoff_does_not_fit", rule="GIN-6", cards=texts, meld=number, onto=lying,
                why=why_not_onto(onto[number], cards),
            )  # fmt: skip
    for way in product(*ways):
        lies = dict(zip(by_meld, map(iter, way), strict=True))
        yield tuple(LaidOff(next(lies[number]), number) for _, number in layoffs)


def _named_by_meld(hand: int, melds: int, layoffs: LaidOffs) -> dict[int, list[int]]:
    """The cards named for each meld; IllegalAction when there is no such meld or card."""
    laid_off = 0
    by_meld: dict[int, list[int]] = {}
    for card, number in layoffs:
        text, bit = laid_text(card), BIT[held_of(card)]
        if not 0 <= number < melds:
            raise IllegalAction(
                "layoff_on_no_meld", rule="GIN-6", card=text, meld=number, melds=melds
            )
        if not hand & bit:
            raise IllegalAction("card_not_in_hand", rule="GIN-6", card=text)
        if laid_off & bit:
            raise IllegalAction("card_in_two_melds", rule="GIN-3", cards=[text])
        laid_off |= bit
        by_meld.setdefault(number, []).append(card)
    return by_meld
