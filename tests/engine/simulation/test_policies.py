"""How simulated seats choose."""

from collections import Counter
from random import Random

from rummy import engine
from rummy.engine.cards import BIT, parse_card
from rummy.engine.simulation import KNOCK, Playing, SimulatedRound, Thrifty, Uniform, play_out
from tests.engine.dealing import PALAST, deal
from tests.engine.simulation.both import dealt


def test_uniform_takes_every_choice_equally_often() -> None:
    dice = Uniform(Random(11))
    playing = SimulatedRound.of(dealt(PALAST, Random(1)))
    assert 4700 < sum(dice.takes_upcard(playing) for _ in range(10_000)) < 5300
    options = [*range(10), KNOCK + 3]
    met = Counter(dice.ends_turn(playing, options) for _ in range(11_000))
    assert set(met) == set(options)
    assert min(met.values()) > 850


def test_uniform_playouts_are_like_random_play_at_the_door() -> None:
    """They seldom end in a knock: most run out of stock."""
    dice = Uniform(Random(2))
    ends = Counter(
        play_out(SimulatedRound.of(dealt(PALAST, Random(seed))), (dice, dice)).reason
        for seed in range(300)
    )
    assert 270 <= ends["stock_exhausted"] < 300


def begun(starter: str, *, upcard: str, stock: str = "") -> SimulatedRound:
    return SimulatedRound.of(deal(starter=starter, upcard=upcard, stock=stock).state)


def test_thrifty_takes_what_melds_and_leaves_what_does_not() -> None:
    cards = "6h 8h Ks Qd 3c 4c 9s 9d As 2d"
    assert Thrifty().takes_upcard(begun(cards, upcard="7h"))
    assert Thrifty().takes_upcard(begun(cards, upcard="9c"))
    assert not Thrifty().takes_upcard(begun(cards, upcard="2s"))


def test_thrifty_throws_its_dearest_unmelded_card() -> None:
    playing = begun("As 2s 3s 4s 7h 7d 9c Jh 8d 5c", upcard="Kc", stock="2d")
    playing.draw_stock()
    assert Thrifty().ends_turn(playing, playing.options()) == parse_card("Jh")


def test_thrifty_knocks_as_soon_as_it_may_with_the_least_points() -> None:
    playing = begun("As 2s 3s 4s 7h 7d 7c 7s 2c 3d", upcard="Kc", stock="4d")
    playing.draw_stock()
    knocks = {KNOCK + parse_card(card) for card in ("2c", "3d", "4d")}
    assert {option for option in playing.options() if option >= KNOCK} >= knocks
    assert Thrifty().ends_turn(playing, playing.options()) == KNOCK + parse_card("4d")


def test_thrifty_finds_the_least_points_of_all_choices_the_highest_card_of_equals() -> None:
    thrifty = Thrifty()

    class Judged:
        takes_upcard = staticmethod(thrifty.takes_upcard)

        def ends_turn(self, playing: Playing, options: list[int]) -> int:
            chosen = thrifty.ends_turn(playing, options)
            points, hand = playing.laws.knocking.points, playing.hands[playing.turn]
            knocks = [one for one in options if one >= KNOCK]
            left = {one: points(hand ^ BIT[one % KNOCK]) for one in knocks or options}
            least = {one for one in left if left[one] == min(left.values())}
            assert chosen in least
            assert chosen % KNOCK % 13 == max(one % KNOCK % 13 for one in least)
            judged.append(chosen)
            return chosen

    judged: list[int] = []
    for seed in range(150):
        play_out(SimulatedRound.of(dealt(PALAST, Random(seed))), (Judged(), Judged()))
    assert len(judged) > 1500
    assert sum(chosen >= KNOCK for chosen in judged) > 120


def test_thrifty_rounds_end_in_knocks() -> None:
    ends = Counter(
        play_out(SimulatedRound.of(dealt(PALAST, Random(seed))), (Thrifty(), Thrifty())).reason
        for seed in range(100)
    )
    assert ends["stock_exhausted"] < 5
    assert ends["knock"] > 60


def test_a_thrifty_seat_beats_a_random_one() -> None:
    policies = Thrifty(), Uniform(Random(1))
    ahead = 0
    for seed in range(60):
        state, _ = engine.start_round(
            PALAST, 2, Random(seed).sample(range(52), 52), dealer=seed % 2
        )
        points = play_out(SimulatedRound.of(state), policies).points
        ahead += points[0] - points[1]
    assert ahead > 60 * 30
