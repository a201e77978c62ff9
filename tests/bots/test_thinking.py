"""The expert that thinks on: what it believes, what it plays out, and that it does not peek."""

from collections.abc import Iterator
from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS, NOTHING, Bot
from rummy.bots.knock.hands import unseen
from rummy.bots.knock.pondering import weighing
from rummy.bots.knock.pondering.believing import Belief
from rummy.bots.knock.pondering.looking import Chance, looking_by
from rummy.bots.knock.pondering.manners import MANNERS, PLAIN, SIMPLE, SOUND, Manners
from rummy.bots.knock.pondering.playing import (
    DRAWS,
    KNOCKS,
    PASSES,
    PASSES_LAST,
    TAKES,
    THROWS,
    Option,
    Playout,
    Stakes,
)
from rummy.bots.knock.pondering.story import Story, story_of
from rummy.bots.knock.pondering.thinker import Thinker
from rummy.bots.memory import PASSED, THREW, TOOK, Act, Recollection
from rummy.bots.thinking import NOBODY_KNOWN, learned, thinking
from rummy.engine.cards import BIT, cards_of, mask_of, parse_card, parse_cards
from rummy.engine.families.knock.actions import Discard, DrawStock, TakeUpcard
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.knock.views import KnockView
from rummy.engine.records import Action
from rummy.engine.simulation.showing import knock_score

from .simple_player import SimplePlayer
from .table import SPECIAL, Seating

pytestmark = pytest.mark.thorough

RULES = engine.build_rules("gin_classic", undercut_bonus=25)
LAWS = laws_of(RULES)
LOOK = looking_by(LAWS.numbers.rank_values)
PLAYS = Manners(LOOK, 10)
STAKES = Stakes(10, LAWS.numbers.gin_bonus, LAWS.numbers.undercut_bonus, 0, LAWS.stock_floor)


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def card(text: str) -> int:
    return BIT[parse_card(text)]


def hands(size: int, number: int) -> Iterator[int]:
    """Random hands, half of them of few ranks and so rich in melds."""
    dice = Random(31)
    for place in range(number):
        packed = [one for one in range(52) if place % 2 or one % 13 < 5]
        yield mask_of(dice.sample(packed, size))


def positions(opponent: Bot, rounds: int, seed: int) -> Iterator[tuple[KnockState, Recollection]]:
    """Where the expert at seat 0 has to do something, against this opponent."""
    seating = Seating(RULES, [BOTS["expert"], opponent], Random(seed))
    for number in range(rounds):
        for state, seat, _ in seating.positions(number % 2):
            assert isinstance(state, KnockState)
            if seat == 0:
                yield state, seating.recalled


def belief_of(state: KnockState, recalled: Recollection) -> Belief:
    seen = engine.view(state, 0)
    assert isinstance(seen, KnockView)
    return Belief(PLAYS, story_of(recalled, 1, unseen(seen)), Chance(3), list(NOBODY_KNOWN))


def test_hands_looked_up_are_what_the_melder_finds() -> None:
    melder = LAWS.knocking
    for hand in hands(10, 2_000):
        assert LOOK.points(hand) == melder.points(hand)
        loose = LOOK.loose(hand)
        assert not loose & ~hand
        assert sum(LOOK.values[one] for one in cards_of(loose)) == melder.points(hand)
    for hand in hands(11, 2_000):
        assert LOOK.after(hand) == melder.points_after_discard(hand)
        assert [LOOK.first(hand), LOOK.size(hand)] == [cards_of(hand)[0], 11]


def test_a_knock_played_out_pays_what_the_score_sheet_says() -> None:
    """All but a few: it lays any of several best melds, where the sheet lays those that expose
    least. Half of these hands have few ranks and so more such choices than any at a table."""
    playout, dice, same, told = Playout(LOOK, PLAYS, STAKES), Random(8), 0, 0
    for knocking in hands(10, 6_000):
        points = LOOK.points(knocking)
        if points > 10:
            continue
        elsewhere = LAWS.deck & ~knocking
        other = mask_of(dice.sample(cards_of(elsewhere), 10))
        won, lost = knock_score(LAWS, 0, knocking, other, elsewhere).points
        told += 1
        same += playout.knock(knocking, other, points, lays_off=True) == won - lost
    assert told > 500
    assert same > 0.93 * told


def test_the_story_of_an_opponent_is_told_turn_by_turn() -> None:
    """Both pass, 0 throws 9c, 1 takes it and throws Kd, 0 throws 2s, 1 lets it lie."""
    course = [(0, PASSED, "Qh"), (1, PASSED, "Qh"), (0, THREW, "9c"), (1, TOOK, "9c")]
    course += [(1, THREW, "Kd"), (0, THREW, "2s"), (1, THREW, "Kh")]
    acts = tuple(Act(seat, act, parse_card(text)) for seat, act, text in course)
    story = story_of(NOTHING._replace(course=acts), 1, cards("As Ks"))
    assert story.upcards == [card("Qh"), card("9c"), card("2s")]
    assert story.takes == [False, True, False]
    assert story.throws == [0, card("Kd"), card("Kh")]


def test_a_belief_stays_a_hand_that_there_can_be() -> None:
    """Ten cards before each turn, eleven in it with what was thrown; what is held is kept."""
    seen = 0
    for state, recalled in positions(BOTS["solid"], 4, 2):
        belief = belief_of(state, recalled)
        pool = LAWS.deck & ~state.hands[0] & ~state.open.lying_open
        for _ in range(3):
            belief.heat(50)
            belief.run(50)
            assert belief.hand.bit_count() == 10
            assert not belief.hand & ~pool
            assert not recalled.held_by(1) & ~belief.hand
            for turn, thrown in enumerate(belief.throws):
                assert belief.before[turn].bit_count() == 10
                if thrown:
                    assert belief.during[turn].bit_count() == 11
                    assert belief.during[turn] & thrown
                    after = [*belief.before, belief.hand][turn + 1]
                    assert after == belief.during[turn] ^ thrown
                    seen += 1
    assert seen > 150


def test_a_belief_knows_more_than_nothing() -> None:
    """The share of an opponent's true hand among believed ones, against that of any ten cards."""
    found, any_ten, told = 0.0, 0.0, 0
    for state, recalled in positions(SimplePlayer(), 6, 5):
        if len(recalled.thrown_by(1)) < 4 or state.hands[0].bit_count() < 11:
            continue
        belief, hit = belief_of(state, recalled), 0
        for _ in range(10):
            belief.heat(40)
            belief.run(60)
            hit += (belief.hand & state.hands[1]).bit_count()
        pool = LAWS.deck & ~state.hands[0] & ~state.open.lying_open
        held = (recalled.held_by(1) & pool).bit_count()
        found += hit / 10
        any_ten += held + (10 - held) ** 2 / (pool.bit_count() - held)
        told += 1
    assert told > 8
    assert found / told > any_ten / told + 0.5


def test_manners_are_told_apart_by_what_they_do() -> None:
    """Low cards thrown at once, dear ones hardly all melded: some manner is unlikely by then."""
    thrown = [card("5s"), card("4h"), card("3d"), card("2c")]
    pool = LAWS.deck & ~mask_of(parse_cards("5s 4h 3d 2c"))

    def stands(*expected: float) -> dict[int, int]:
        story = Story([0] * 4, [False] * 4, thrown, pool, knocked=False)
        belief, found = Belief(PLAYS, story, Chance(1), list(expected)), dict.fromkeys(MANNERS, 0)
        for _ in range(400):
            belief.run(20)
            found[belief.manner] += 1
        return found

    unknown = stands(*NOBODY_KNOWN)
    assert min(unknown.values()) < 40
    likeliest = max(unknown, key=unknown.__getitem__)
    doubted = [0.002 if manner == likeliest else 0.499 for manner in MANNERS]
    assert stands(*doubted)[likeliest] < unknown[likeliest] / 2
    assert stands(0.0, 0.0, 1.0)[SOUND] == 400


def rounds_over(
    rules: engine.RuleSet, opponent: Bot, rounds: int
) -> Iterator[tuple[KnockView, Recollection]]:
    """Rounds as the expert at seat 0 has seen them in the end."""
    seating = Seating(rules, [BOTS["expert"], opponent], Random(11))
    for number in range(rounds):
        seating.play_round(number % 2)
        assert seating.last is not None
        seen = engine.view(seating.last, 0)
        assert isinstance(seen, KnockView)
        yield seen, seating.recalled


@pytest.mark.parametrize(
    ("opponent", "manner"), [(SimplePlayer(), SIMPLE), (BOTS["expert"], SOUND)]
)
def test_rounds_that_are_over_teach_the_opponents_manner(opponent: Bot, manner: int) -> None:
    """It is all but sure after a few, and never quite."""
    expected = NOBODY_KNOWN
    for seen, recalled in rounds_over(RULES, opponent, 8):
        expected = learned(expected, seen, recalled)
        assert sum(expected) == pytest.approx(1)
        assert min(expected) > 0.01
    assert expected[manner] > 0.7


def test_it_learns_only_where_a_hand_was_shown_and_under_rules_it_thinks_about() -> None:
    for rules in (RULES, SPECIAL[-1]):
        taught = 0
        for seen, recalled in rounds_over(rules, BOTS["greedy"], 6):
            shown = rules == RULES and any(one.seat == 1 for one in seen.open.shown)
            assert (learned(NOBODY_KNOWN, seen, recalled) != NOBODY_KNOWN) == shown
            assert learned(NOBODY_KNOWN, seen, NOTHING) == NOBODY_KNOWN
            taught += shown
        assert (taught > 0) == (rules == RULES)


def test_each_manner_plays_its_own_way() -> None:
    eleven = cards("Ks Kh Qd Js 9s 7h 7c 5d 3c 2h As")
    assert PLAYS.throws(PLAIN, eleven, 0) == card("Ks")
    assert PLAYS.throws(SIMPLE, eleven, 0) in (card("Ks"), card("Kh"), card("Qd"), card("Js"))
    assert PLAYS.throws(SOUND, eleven, 0) in (card("Qd"), card("Js"))
    ten = eleven ^ card("Qd")
    assert PLAYS.takes(SIMPLE, ten, card("Kd"))
    assert PLAYS.takes(PLAIN, ten, card("Kd"))
    assert not any(PLAYS.takes(manner, ten, card("8h")) for manner in MANNERS)


def options_of(state: KnockState) -> list[Option]:
    hand = state.hands[0]
    if hand.bit_count() == 11:
        return [Option(THROWS, hand ^ BIT[one], BIT[one]) for one in cards_of(hand)[:3]]
    upcard = BIT[state.open.pile[-1]]
    return [Option(TAKES, hand, upcard), Option(DRAWS, hand, upcard)]


def test_the_steps_of_a_decision_are_kept() -> None:
    """One look more at most: 40 hands or what is left, and the four heats before them."""
    most = 0
    for state, recalled in positions(BOTS["greedy"], 2, 9):
        if state.open.phase.value not in ("draw", "discard"):
            continue
        belief, playout = belief_of(state, recalled), Playout(LOOK, PLAYS, STAKES)
        pool = LAWS.deck & ~state.hands[0] & ~state.open.lying_open
        options = options_of(state)
        weighing.weigh(belief, playout, Chance(2), options, [0.0] * len(options), pool, steps=3_000)
        most = max(most, belief.taken + playout.turns)
    assert 1_500 < most < 3_000 + 4 * weighing.HEATED + 200


def test_a_knock_is_weighed_by_what_the_believed_hands_would_answer() -> None:
    playout = Playout(LOOK, PLAYS, STAKES)
    knocking, other = cards("As 2s 3s 4h 5h 6h Kd Ks Kc 9d"), cards("7h 8h 9c Qs Qd Jh Td 8c 6c 4d")
    option = Option(KNOCKS, knocking, card("Jc"))
    laid_off = playout.points(option, other, SOUND, [])
    assert playout.points(option, other, PLAIN, []) == laid_off + 15


def test_the_first_upcard_is_passed_as_the_rules_have_it() -> None:
    """The first to pass may see it taken, for gin here; where nobody wants it the passer draws.
    After the second pass the opponent has to draw from the stock (GIN-11)."""
    playout, stock = Playout(LOOK, PLAYS, STAKES), [card(one) for one in ("Kh", "3c", "4c", "Kd")]
    mine, theirs = cards("9h Th Jh Qh 9d Td Jd Ks Kc 7s"), cards("2s 3s 4s 5h 5d 6c 7c 8c Ah As")
    said = [
        playout.points(Option(how, mine, card(upcard)), theirs, PLAIN, stock)
        for how, upcard in ((PASSES, "5s"), (PASSES, "Qc"), (PASSES_LAST, "5s"))
    ]
    assert said == [-(27 + 25), 11 + 25, 11 + 25]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_it_cannot_see_moves_no_choice(seed: int) -> None:
    """The opponent's hand and the stock dealt anew: the same view, dice and choice."""
    bot, dice, decided = Thinker(steps=1_500), Random(seed), 0
    for state, recalled in positions(BOTS["solid"], 1, seed):
        legal = engine.legal_actions(state, 0)
        hidden = [*cards_of(state.hands[1]), *state.stock]
        dice.shuffle(hidden)
        hands = (state.hands[0], mask_of(hidden[:10]))
        twin = state._replace(hands=hands, stock=tuple(hidden[10:]))
        choices = [bot(engine.view(one, 0), legal, Random(4), recalled) for one in (state, twin)]
        assert choices[0] == choices[1]
        decided += 1
    assert decided > 3


def test_without_steps_and_under_other_rules_it_is_the_expert() -> None:
    expert = BOTS["expert"]
    for rules, steps in ((RULES, 0), (SPECIAL[-1], 2_000)):
        seating, bot = Seating(rules, [expert, BOTS["greedy"]], Random(6)), thinking(steps)
        for state, seat, action in seating.positions(0):
            if seat == 0:
                seen, legal = engine.view(state, 0), engine.legal_actions(state, 0)
                assert bot.choose(seen, legal, Random(1), seating.recalled) == action


def test_it_thinks_of_throws_and_draws() -> None:
    """Somewhere in a few rounds it chooses otherwise than the expert: a throw, and a draw."""
    bot, changed = thinking(1_200), set[type[Action]]()
    for state, recalled in positions(BOTS["greedy"], 4, 1):
        seen, legal = engine.view(state, 0), engine.legal_actions(state, 0)
        usual = BOTS["expert"].choose(seen, legal, Random(1), recalled)
        other = bot.choose(seen, legal, Random(1), recalled)
        if other != usual:
            changed.add(type(other))
    assert Discard in changed
    assert changed & {DrawStock, TakeUpcard}
