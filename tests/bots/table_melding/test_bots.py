"""Bots at Deutsches Rommé and Rommé 500: legal to the end, blind to hidden cards, ever stronger."""

from collections import Counter
from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS, Bot
from rummy.bots.table_melding.laying import going_out
from rummy.bots.table_melding.seeing import FEWEST_LEFT, task_of
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.cards import cards_of, mask_of, parse_card
from rummy.engine.families.table_melding.actions import CLAIM_DISCARD, Rearrange, TakeDiscard
from rummy.engine.families.table_melding.state import Hidden, Phase, TableMeldingState
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.moves import DRAW_STOCK
from rummy.engine.records import Action
from rummy.engine.table_melding.solving import best_turn
from tests.bots.matches import average
from tests.bots.table_melding.contests import Table, points_ahead
from tests.bots.table_melding.greedy import GreedyReference
from tests.engine.table_melding.dealing import Round, discard, meld, position, take
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER, VARIANTS, german
from tests.engine.table_melding.test_invariants import check_end, check_steps, share_of

pytestmark = pytest.mark.thorough

LEVELS = ("casual", "solid", "expert")


def bots(*keys: str) -> list[Bot]:
    return [BOTS[key] for key in keys]


def choice(state: TableMeldingState, key: str = "expert", seat: int = 0) -> Action:
    seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
    return BOTS[key].choose(seen, legal, Random(1))


@pytest.mark.parametrize("name", VARIANTS)
def test_bots_finish_every_round_by_actions_the_rules_allow(name: str) -> None:
    """`Table` carries out what they choose; the engine refuses what is not allowed."""
    rules = VARIANTS[name]
    for number in range(2):
        seats = rules.seats[number * 2]
        keys = [LEVELS[(seat + number) % 3] for seat in range(seats)]
        score = Table(rules, bots(*keys), Random(f"{name} {number}")).play_round(number % seats)
        assert score.reason in {"out", "hand_romme", "stock_exhausted"}


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", VARIANTS)
def test_five_thousand_rounds_of_each_game_between_bots_end_and_fold(name: str) -> None:
    """Over variations and numbers of seats, levels mixed; every 25th is looked at step by step."""
    rules = VARIANTS[name]
    reasons: Counter[str] = Counter()
    for number in range(share_of(name)):
        seats = rules.seats[number % len(rules.seats)]
        keys = [("random", *LEVELS)[(seat + number) % 4] for seat in range(seats)]
        table = Table(rules, bots(*keys), Random(f"{name} {number}"))
        table.play_round(number % seats)
        assert isinstance(table.last, TableMeldingState)
        round_ = Round(table.last, table.events)
        reasons[check_end(rules, round_, number)] += 1
        if number % 25 == 0:
            check_steps(rules, round_, number)
    print(f"{name}: {reasons.total()} rounds of bots: {dict(reasons)}")  # noqa: T201 - told with -s
    assert reasons["out"] + reasons["hand_romme"] > share_of(name) // 4


@pytest.mark.parametrize("key", LEVELS)
@pytest.mark.parametrize("rules", [GERMAN, ROBBER, FIVE_HUNDRED], ids=lambda rules: rules.key)
def test_a_choice_stays_the_same_when_hidden_cards_change(rules: engine.RuleSet, key: str) -> None:
    """Twin worlds: what a seat cannot see must not move its bot."""
    table, dice, changed = Table(rules, bots(key, "solid", "casual"), Random(3)), Random(4), 0
    for state, seat, _, _ in table.positions(dealer=0):
        if seat == 0:
            assert isinstance(state, TableMeldingState)
            twin = other_world(state, seat, dice)
            changed += twin != state
            assert engine.view(twin, seat) == engine.view(state, seat)
            assert choice(twin, key, seat) == choice(state, key, seat)
    assert changed > 5


def other_world(state: TableMeldingState, seat: int, dice: Random) -> TableMeldingState:
    """The same to this seat: the others' hands and the stock dealt anew."""
    hands, stock = state.hidden.hands, state.hidden.stock
    hidden = [card for owner, hand in enumerate(hands) if owner != seat for card in cards_of(hand)]
    hidden += stock
    dice.shuffle(hidden)
    dealt = []
    for owner, hand in enumerate(hands):
        size = 0 if owner == seat else hand.bit_count()
        dealt.append(hand if owner == seat else mask_of(hidden[:size]))
        hidden = hidden[size:]
    return state._replace(
        hidden=Hidden(tuple(dealt), tuple(hidden), state.hidden.drawn, state.hidden.reshuffles)
    )


@pytest.mark.parametrize(
    "name", ["german_romme", "german_romme+strict_joker_exchange", "romme_500"]
)
def test_the_expert_never_misses_a_going_out_that_the_solver_sees(name: str) -> None:
    rules, seen = VARIANTS[name], 0
    for number in range(12):
        table = Table(rules, bots("expert", "solid", "casual"), Random(number))
        going: int | None = None
        for state, seat, _, _ in table.positions(dealer=number % 3):
            assert going is None or seat == going, "the turn went on to another seat"
            view = engine.view(state, seat)
            assert isinstance(view, TableMeldingView)
            if seat == 0 and going is None and state.phase is Phase.PLAY:
                found = best_turn(task_of(view), FEWEST_LEFT)
                if found is not None and found.score == -1:
                    going, seen = seat, seen + 1
        score = engine.score(table.last)
        assert score is not None
        assert going is None or score.reason in {"out", "hand_romme"}
    assert seen > 2


def test_a_hand_rommé_is_seen_below_the_minimum() -> None:
    """GER-11: 6 + 9 points in melds are far below forty, but all cards go."""
    hand = "Ac 2c 3c 2s 2h 2d 3s 3h 3d 4c 4h 4s 5d 9s"
    state = position(GERMAN, hand, opened=False).state
    assert going_out(_view(state), Budget(DECIDING_STEPS)) is None  # ♦5 is left beside the discard
    out = position(GERMAN, hand.replace("5d", "4d"), opened=False).state
    found = going_out(_view(out), Budget(DECIDING_STEPS))
    assert found is not None
    assert found.goes_out
    assert choice(out).type == "lay_meld"


def _view(state: TableMeldingState) -> TableMeldingView:
    view = engine.view(state, 0)
    assert isinstance(view, TableMeldingView)
    return view


def test_the_expert_exchanges_a_joker_to_go_out() -> None:
    """♠10 for the joker in ♠9 J ♠J; with it ♥K ♣K, and ♣5 is discarded (GER-9)."""
    round_ = position(GERMAN, "Ts Kh Kc 5c", melds=["9s X1=Ts Js"], others=["2h 3d"])
    while not round_.state.is_over:
        round_.does(0, choice(round_.state))
    assert [action.type for _, action in round_.actions] == [
        "exchange_joker",
        "lay_meld",
        "discard",
    ]
    assert round_.score.winner == 0


def test_the_expert_rearranges_a_table_to_go_out() -> None:
    """Case 12 of the book, GER-V6."""
    round_ = position(ROBBER, "8h 8c Ts", melds=["9c 9h 9s", "7h X1=7s 7c"], others=["2h 3d"])
    assert isinstance(choice(round_.state), Rearrange)
    while not round_.state.is_over:
        round_.does(0, choice(round_.state))
    assert round_.score.winner == 0


def test_a_card_that_lets_it_go_out_is_taken() -> None:
    state = position(GERMAN, "7h 8h Kc", pile="9h", others=["2h 3d"], phase=Phase.DRAW).state
    assert choice(state) == take()
    useless = position(GERMAN, "7h 8h Kc", pile="2c", others=["2h 3d"], phase=Phase.DRAW).state
    assert choice(useless) == DRAW_STOCK


def test_a_card_taken_for_a_joker_does_not_bind_its_twin_in_the_hand() -> None:
    """GER-9, GER-14: ♠3 taken frees the joker for a set of sixes; the other ♠3 is the discard."""
    round_ = position(
        GERMAN, "3s 6s 6d2", melds=["2s X3=3s 4s"], pile="3s2", others=["2h 3d"], phase=Phase.DRAW
    )
    for _ in range(4):
        round_.does(0, choice(round_.state))
    assert round_.score.winner == 0


def test_the_pile_is_taken_deep_for_what_it_lays_and_left_for_what_it_costs() -> None:
    """R500-3: three nines with two kings on top; and a nine below many dear cards."""
    good = position(
        FIVE_HUNDRED, "9h 9s Kd 4c 2s", pile="3c 9d Kh Ks", others=["2h 3d 5h 8c"], phase=Phase.DRAW
    ).state
    taken = choice(good)
    assert isinstance(taken, TakeDiscard)
    assert taken.card == parse_card("9d")
    bad = position(
        FIVE_HUNDRED, "9h 9s 4c", pile="9d Ah Ts Jc Qd Ac 8h", others=["2h"], phase=Phase.DRAW
    ).state
    assert choice(bad) == DRAW_STOCK


def test_a_pair_is_kept_and_a_dear_loose_card_goes() -> None:
    state = position(GERMAN, "8h 8c 9d 9s Kc 3h", others=["2h 3d"], opened=True).state
    assert choice(state) == discard("Kc")
    assert choice(state, "solid") == discard("Kc")


def test_a_first_meld_of_forty_is_laid_at_once_when_somebody_has_opened() -> None:
    hand = "Kh Kc Kd 4h 5h 6h 2c 9s Js Ad Tc"
    state = position(GERMAN, hand, others=["2h 3d 4d 5d 6d"], opened=[False, True]).state
    assert choice(state) == meld("Kh Kd Kc") or choice(state) == meld("4h 5h 6h")
    short = position(GERMAN, hand.replace("Kd", "2d"), others=["2h 3d"], opened=[False, True]).state
    assert choice(short).type == "discard"


def test_a_player_not_on_turn_knocks_for_what_makes_a_meld() -> None:
    """GER-V4: ♥9 completes 7 8 9; the next seat but one asks for it."""
    knocking = german(knock_for_discard=True)
    round_ = position(
        knocking, "2c 5d Jh", pile="9h", others=["3s 4c 9d", "7h 8h Kc"], phase=Phase.DRAW
    )
    assert engine.legal_actions(round_.state, 1) == [CLAIM_DISCARD]
    assert choice(round_.state, seat=1) == CLAIM_DISCARD


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rules", "deals"), [(GERMAN, 150), (ROBBER, 60), (FIVE_HUNDRED, 100)],
    ids=["german_romme", "robber", "romme_500"],
)  # fmt: skip
def test_the_levels_are_in_order_and_solid_beats_greed(rules: engine.RuleSet, deals: int) -> None:
    assert average(points_ahead(rules, BOTS["expert"], BOTS["solid"], deals, 1)).low > 0
    assert average(points_ahead(rules, BOTS["solid"], BOTS["casual"], deals, 2)).low > 0
    assert average(points_ahead(rules, BOTS["solid"], GreedyReference(), deals, 3)).low > 0


def test_greed_beats_the_easy_level() -> None:
    """The reference is one worth being ahead of: some eight points a round, here of few deals."""
    assert average(points_ahead(GERMAN, GreedyReference(), BOTS["casual"], 20, 4)).mean > 0


def test_only_to_go_out_does_solid_exchange_a_joker() -> None:
    """GER-9: the case of the expert above; and the same with cards that stay afterwards."""
    hand, table = "Ts Kh Kc 5c", ["9s X1=Ts Js"]
    out = position(GERMAN, hand, melds=table, others=["2h 3d"]).state
    assert choice(out, "solid").type == "exchange_joker"
    stays = position(GERMAN, hand + " 7d 2d", melds=table, others=["2h 3d"]).state
    assert choice(stays, "expert").type == "exchange_joker"
    assert choice(stays, "solid").type == "discard"
