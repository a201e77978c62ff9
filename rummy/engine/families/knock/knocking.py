"""Knocking: which discards allow it, and the arrangement that is laid (GIN-5, GIN-6)."""

from collections.abc import Iterable

from rummy.engine.cards import BIT, card_text, cards_of, cards_text, laid_text, mask_of
from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.actions import Knock
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import OpenRound, Sight
from rummy.engine.melding import Arrangement, Meld, Melder
from rummy.engine.melding.explaining import why_no_meld
from rummy.engine.melding.joker_places import in_runs, kept_apart
from rummy.engine.melding.openness import open_to
from rummy.engine.rules import RuleSet, refuse_strangers


def knock_arrangement(sight: Sight, hand: int, knock: Knock) -> Arrangement:
    """What the knocker lays with these ten cards; IllegalAction above the knock limit."""
    melder = sight.laws.knocking
    cards_to_meld, rule = must_meld(sight)
    if knock.melds is None:
        known = BIT[knock.card] | (sight.partner_hand or 0)
        laid = best_arrangement(sight.laws, sight.open, hand, cards_to_meld, known)
    else:
        laid = named_arrangement(sight.laws.rules, melder, hand, knock.melds)
    limit = sight.open.knock_limit
    if laid is None or cards_to_meld & laid.deadwood:
        raise IllegalAction("cards_not_melded", rule=rule, cards=cards_text(cards_to_meld))
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
    cards_to_meld, _ = must_meld(sight)
    taken = sight.open.taken
    found = []
    for card in cards_of(hand):
        if card == taken:
            continue
        points = _points(melder, hand ^ BIT[card], cards_to_meld)
        if points is not None and points <= limit:
            found.append((card, points))
    return found


def best_arrangement(
    laws: KnockLaws,
    open_round: OpenRound,
    hand: int,
    must_meld: int = 0,
    known: int = 0,
    *,
    taken: int = 0,
) -> Arrangement | None:
    """Least deadwood; among those, least for the opponent to lay off (GIN-6).

    What the opponent could lay off is judged by what the knocker can know: any card that is
    neither in the knocker's hand nor lying open, nor `known` to be elsewhere. Jokers lie for the
    `taken` cards already (GIN-S5). None when `must_meld` cannot all be melded.
    """
    elsewhere = laws.deck & ~(hand | open_round.lying_open | known)
    choices = laws.knocking.arrangements(hand, must_meld, elsewhere, taken)
    return least_exposed(laws, choices, elsewhere) if choices else None


def least_exposed(laws: KnockLaws, choices: list[Arrangement], elsewhere: int) -> Arrangement:
    """The arrangement that is least open to cards `elsewhere` being laid off (GIN-6)."""
    if len(choices) == 1:
        return choices[0]
    answering = laws.answering

    def exposure(choice: Arrangement) -> tuple[tuple[int, ...], tuple[Meld, ...]]:
        return open_to(answering, choice.melds, elsewhere).weighed(answering.value), choice.melds

    return min(choices, key=exposure)


def named_arrangement(
    rules: RuleSet, melder: Melder, hand: int, named: Iterable[Meld]
) -> Arrangement:
    """The hand with these melds laid; IllegalAction when they are not melds of this hand."""
    melds = []
    rest = hand
    for cards in named:
        refuse_strangers(rules, "GIN-1", cards)
        meld = melder.meld(cards)
        texts = [laid_text(card) for card in cards]
        if meld is None:
            raise IllegalAction("not_a_meld", rule="GIN-3", cards=texts, why=why_no_meld(cards))
        mask = mask_of(meld)
        if mask & ~hand:
            raise IllegalAction("meld_card_not_in_hand", rule="GIN-3", cards=texts)
        if mask & ~rest:
            raise IllegalAction("card_in_two_melds", rule="GIN-3", cards=texts)
        rest ^= mask
        melds.append(meld)
    refuse_joker_twice(in_runs(melds))
    return Arrangement(kept_apart(melds), rest, melder.value(rest))


def refuse_joker_twice(stood_for: list[int]) -> None:
    """IllegalAction when two jokers stand for the same card: there is one of each (GIN-S5)."""
    twice = [card for card in stood_for if stood_for.count(card) > 1]
    if twice:
        raise IllegalAction("joker_stands_twice", rule="GIN-S5", card=card_text(twice[0]))


def must_meld(sight: Sight) -> tuple[int, str]:
    """Cards that house rules want melded, and the rule that does."""
    wanted, rule = 0, ""
    for hook in sight.laws.hooks:
        cards = hook.must_meld(sight)
        if cards:
            wanted |= cards
            rule = hook.rule
    return wanted, rule


def _points(melder: Melder, hand: int, must_meld: int) -> int | None:
    if not must_meld:
        return melder.points(hand)
    return melder.points_melding(hand, must_meld)
