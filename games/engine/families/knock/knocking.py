"""Knocking: which discards allow it, and the arrangement that is laid (GIN-5, GIN-6)."""

from collections.abc import Iterable

from games.engine.cards import BIT, cards_of, cards_text, laid_text, mask_of
from games.engine.errors import IllegalAction
from games.engine.families.knock.actions import Knock
from games.engine.families.knock.laws import KnockLaws
from games.engine.families.knock.state import OpenRound, Sight
from games.engine.melding import Arrangement, Meld, Melder


def knock_arrangement(sight: Sight, hand: int, knock: Knock) -> Arrangement:
    """What the knocker lays with these ten cards; IllegalAction above the knock limit."""
    melder = sight.laws.knocking
    must_meld, rule = _must_meld(sight)
    if knock.melds is None:
        known = BIT[knock.card] | (sight.partner_hand or 0)
        laid = best_arrangement(sight.laws, sight.open, hand, must_meld, known)
    else:
        laid = named_arrangement(melder, hand, knock.melds)
    limit = sight.open.knock_limit
    if laid is None or must_meld & laid.deadwood:
        raise IllegalAction("cards_not_melded", rule=rule, cards=cards_text(must_meld))
    if laid.points > limit:
        raise IllegalAction(
            "deadwood_above_knock_limit", rule="GIN-5", points=laid.points, limit=limit
        )
    return laid


def knockable(sight: Sight) -> list[tuple[int, int]]:
    """(discard, deadwood points) of every knock the seat on turn may make now (GIN-5)."""
    melder, limit, hand = sight.laws.knocking, sight.open.knock_limit, sight.hand or 0
    if not melder.can_reach(hand, limit):
        return []
    must_meld, _ = _must_meld(sight)
    taken = sight.open.taken
    found = []
    for card in cards_of(hand):
        if card == taken:
            continue
        points = _points(melder, hand ^ BIT[card], must_meld)
        if points is not None and points <= limit:
            found.append((card, points))
    return found


def best_arrangement(
    laws: KnockLaws, open_round: OpenRound, hand: int, must_meld: int = 0, known: int = 0
) -> Arrangement | None:
    """Least deadwood; among those, least for the opponent to lay off (GIN-6).

    What the opponent could lay off is judged by what the knocker can know: any card that is
    neither in the knocker's hand nor lying open, nor `known` to be elsewhere. None when
    `must_meld` cannot all be melded.
    """
    elsewhere = laws.deck & ~(hand | open_round.lying_open | known)
    choices = laws.knocking.arrangements(hand, must_meld, elsewhere)
    return least_exposed(laws, choices, elsewhere) if choices else None


def least_exposed(laws: KnockLaws, choices: list[Arrangement], elsewhere: int) -> Arrangement:
    """The arrangement on which the fewest cards `elsewhere` could be laid off (GIN-6)."""
    if len(choices) == 1:
        return choices[0]

    def exposure(choice: Arrangement) -> tuple[int, int, tuple[Meld, ...]]:
        reach = 0
        for meld in choice.melds:
            reach |= laws.answering.reach(meld, elsewhere)
        return reach.bit_count(), laws.answering.value(reach), choice.melds

    return min(choices, key=exposure)


def named_arrangement(melder: Melder, hand: int, named: Iterable[Meld]) -> Arrangement:
    """The hand with these melds laid; IllegalAction when they are not melds of this hand."""
    melds = []
    rest = hand
    for cards in named:
        meld = melder.meld(cards)
        texts = [laid_text(card) for card in cards]
        if meld is None:
            raise IllegalAction("not_a_meld", rule="GIN-3", cards=texts)
        mask = mask_of(meld)
        if mask & ~hand:
            raise IllegalAction("meld_card_not_in_hand", rule="GIN-3", cards=texts)
        if mask & ~rest:
            raise IllegalAction("card_in_two_melds", rule="GIN-3", cards=texts)
        rest ^= mask
        melds.append(meld)
    return Arrangement(tuple(melds), rest, melder.value(rest))


def _must_meld(sight: Sight) -> tuple[int, str]:
    """Cards that house rules want melded, and the rule that does."""
    must_meld, rule = 0, ""
    for hook in sight.laws.hooks:
        cards = hook.must_meld(sight)
        if cards:
            must_meld |= cards
            rule = hook.rule
    return must_meld, rule


def _points(melder: Melder, hand: int, must_meld: int) -> int | None:
    if not must_meld:
        return melder.points(hand)
    return melder.points_melding(hand, must_meld)
