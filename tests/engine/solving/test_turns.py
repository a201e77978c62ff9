"""The best turn: new melds, first melds, lay-offs and exchanged jokers (GER-4 … GER-9, R500)."""

from random import Random

import pytest

from rummy.engine.cards import FIRST_JOKER, cards_of, cards_text, held_of, mask_of, parse_cards
from rummy.engine.cards import parse_laid as laid
from rummy.engine.table_melding import Figure, exchange, figure_of, lay_off
from rummy.engine.table_melding.solving import (
    ANY,
    Aim,
    Exchanged,
    Exchanges,
    LaidOff,
    NewMeld,
    Task,
    Turn,
    plan_turn,
)
from tests.engine.solving.deals import RULES, a_hand, a_table
from tests.engine.solving.referee import best_score

HELD = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
LEAST_LEFT = Aim(0, HELD, 20)
MOST_POINTS = Aim(1, (0,) * 13, 0)
FEWEST_LEFT = Aim(0, (1,) * 13, 1)
FEWEST_LAID = Aim(0, (-1,) * 13, -1)  # what stays is a gain
FIVE_HUNDRED = Aim(1, (15, *HELD[1:]), 15)
AIMS = [LEAST_LEFT, MOST_POINTS, FEWEST_LEFT, FEWEST_LAID, FIVE_HUNDRED]


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def melds(*texts: str) -> tuple[Figure, ...]:
    found = [figure_of(tuple(map(laid, text.split()))) for text in texts]
    return tuple(figure for figure in found if figure is not None)


def turn(task: Task, aim: Aim) -> Turn:
    found = plan_turn(task, aim)
    assert found is not None
    assert_can_be_played(task, found)
    return found


def assert_can_be_played(task: Task, found: Turn) -> None:
    """Move by move, with the laws of growing melds alone."""
    hand, freed, figures = task.hand, task.freed, dict(enumerate(task.table))
    for move in found.moves:
        match move:
            case Exchanged(card, meld, joker):
                done = exchange(figures[meld], card, joker, strict=task.exchanges.strict)
                assert task.exchanges.allowed
                assert done is not None
                figures[meld] = _meld(done.cards)
                hand ^= 1 << card
                freed |= 1 << joker
            case NewMeld(laid_cards):
                assert RULES.allow(_meld(laid_cards))
                mask = mask_of(laid_cards)
                assert mask & ~(hand | freed) == 0
                hand, freed = hand & ~mask, freed & ~mask
            case LaidOff(card, meld):
                grown = lay_off(figures[meld], card)
                assert grown is not None
                assert RULES.allow(grown)
                if not task.freed_must_meld:
                    hand, freed = hand | freed, 0
                assert hand >> held_of(card) & 1
                hand ^= 1 << held_of(card)
                figures[meld] = grown
    assert not freed or not task.freed_must_meld
    assert hand | freed == found.left
    assert hand | freed or not task.keeps_card


def _meld(laid_cards: tuple[int, ...]) -> Figure:
    figure = figure_of(laid_cards)
    assert figure is not None
    return figure


def test_cases_3_and_4_of_german_romme_count_a_first_meld() -> None:
    """♥10 J Q + ♣A 2 3 are 36 points, ♠A ♥A ♦A + ♣5 6 7 are 51 (GER-8)."""
    short = Task(cards("Th Jh Qh Ac 2c 3c 9s"), RULES, minimum=40)
    assert plan_turn(short, LEAST_LEFT) is None
    assert turn(short._replace(minimum=36), MOST_POINTS).score == 36
    enough = Task(cards("As Ah Ad 5c 6c 7c 9s"), RULES, minimum=40)
    assert turn(enough, MOST_POINTS).score == 51
    assert cards_text(turn(enough, LEAST_LEFT).left) == ["9s"]


def test_case_5_values_two_jokers_between_five_and_eight() -> None:
    task = Task(cards("5d X1 X2 8d Kc"), RULES)
    found = turn(task, LEAST_LEFT)
    assert found.left == cards("Kc")
    assert sum(RULES.points(_meld(meld)) for meld in found.melds) == 26


def test_a_first_meld_of_the_fewest_cards_keeps_what_is_not_needed() -> None:
    """Four aces would be 44; three kings and queens need six cards (GER-8)."""
    hand = cards("As Ah Ad Ac Ks Kh Kd Qs Qh Qd 2c 7h")
    found = turn(Task(hand, RULES, minimum=40), FEWEST_LAID)
    assert len(cards_of(found.left)) == 8
    assert found.melds == (parse_cards("As Ah Ad Ac"),)


def test_case_8_an_exchanged_joker_is_melded_at_once_or_not_at_all() -> None:
    """♠10 for the joker in ♠9 J ♠J, and the joker with two kings (GER-9)."""
    table = melds("9s X1=Ts Js")
    without = turn(Task(cards("Ts 2h 5c"), RULES, table), LEAST_LEFT)
    assert without.moves == ()
    kings = turn(Task(cards("Ts Kh Kc 5c"), RULES, table), LEAST_LEFT)
    assert isinstance(kings.moves[0], Exchanged)
    assert kings.left == cards("5c")
    to_hand = turn(Task(cards("Ts 2h 5c"), RULES, table, freed_must_meld=False), MOST_POINTS)
    assert [type(move) for move in to_hand.moves] == [Exchanged, LaidOff]
    assert to_hand.score == 20  # the ten, and the joker as a queen


def test_strict_exchange_takes_a_joker_only_from_a_set_then_complete() -> None:
    """GER-V3."""
    kings = melds("Kh Kd X1=Ks"), cards("Ks Qh Qc 5c")
    plain = Task(kings[1], RULES, kings[0])
    assert any(isinstance(move, Exchanged) for move in turn(plain, LEAST_LEFT).moves)
    strict = plain._replace(exchanges=Exchanges(strict=True))
    assert not any(isinstance(move, Exchanged) for move in turn(strict, LEAST_LEFT).moves)


def test_strict_exchange_after_the_set_was_completed_by_a_lay_off_ger_v3() -> None:
    """♠J onto J ♦J ♣J, then ♥J for the joker, and the joker between ♠2 and ♠4."""
    task = Task(cards("Js Jh 2s 4s 9c"), RULES, melds("X1=Jh Jd Jc"))
    found = turn(task._replace(exchanges=Exchanges(strict=True)), LEAST_LEFT)
    assert [type(move) for move in found.moves] == [LaidOff, Exchanged, NewMeld]
    assert found.left == cards("9c")
    alone = task._replace(hand=cards("Jh 2s 4s 9c"), exchanges=Exchanges(strict=True))
    assert not any(isinstance(move, Exchanged) for move in turn(alone, LEAST_LEFT).moves)


def test_the_card_for_the_discard_is_not_the_one_taken() -> None:
    """GER-14: ♥6 completes the set, but then only the taken ♣9 would be left."""
    task = Task(cards("6h 6s 6d 9c"), RULES, taken=parse_cards("9c")[0])
    assert turn(task, LEAST_LEFT).moves == ()
    other_copy = task._replace(hand=cards("6h 6s 6d 9c 9c2"))
    assert len(turn(other_copy, LEAST_LEFT).melds) == 1


def test_a_card_that_must_be_laid_is_laid_even_where_that_is_dear() -> None:
    """R500-3: the nine goes onto the sevens' run, so the set of nines is not laid."""
    table = melds("6d 7d 8d")
    task = Task(cards("9d 9h 9s 2c"), RULES, table, must=parse_cards("9d")[0])
    assert parse_cards("9d")[0] not in cards_of(turn(task, LEAST_LEFT).left)
    assert plan_turn(task._replace(hand=cards("9d 3h 2c"), table=()), LEAST_LEFT) is None


def test_runs_that_follow_one_another_are_laid_as_one() -> None:
    found = turn(Task(cards("As 2s 3s 4s 5s 6s 7s 8s Kd"), RULES), LEAST_LEFT)
    assert found.melds == (parse_cards("As 2s 3s 4s 5s 6s 7s 8s"),)


def a_task(dice: Random, cards_on_table: int) -> Task:
    """A hand of seven to fourteen cards before a table, under one set of rules or another."""
    five_hundred = dice.random() < 0.3
    packs = 1 if five_hundred else 2
    before, rest = a_table(dice, min(cards_on_table, 22 * packs), dice.randrange(4), packs=packs)
    hand = a_hand(dice, rest, dice.randrange(7, 15), dice.randrange(4))
    figures = tuple(figure for meld in before if (figure := figure_of(meld)))
    natural = [card for card in cards_of(hand) if card < FIRST_JOKER]
    return Task(
        hand,
        RULES,
        figures,
        minimum=0 if figures else dice.choice([0, 30, 40, 50]),
        exchanges=Exchanges(dice.random() < 0.8, dice.random() < 0.2),
        freed_must_meld=not five_hundred,
        must=dice.choice(natural) if dice.random() < 0.2 else None,
        keeps_card=dice.random() < 0.9,
    )


def against_the_referee(seed: int, cards_on_table: int) -> None:
    task = a_task(Random(seed), cards_on_table)
    for aim in (Random(-seed).choice(AIMS), ANY):
        found = plan_turn(task, aim)
        if found is not None:
            assert_can_be_played(task, found)
        score = None if found is None else found.score
        assert score == best_score(task, aim), (seed, cards_on_table, aim)


@pytest.mark.parametrize("seed", range(24))
def test_some_turns_by_the_referee(seed: int) -> None:
    against_the_referee(seed, [0, 0, 6, 12][seed % 4])


@pytest.mark.soak
@pytest.mark.parametrize(("cards_on_table", "turns"), [(0, 400), (8, 300), (16, 200), (40, 60)])
def test_many_turns_by_the_referee(cards_on_table: int, turns: int) -> None:
    for seed in range(1000, 1000 + turns):
        against_the_referee(seed, cards_on_table)
