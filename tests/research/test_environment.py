"""The environment: turns, exact masks, rewards, and the rounds that the server plays."""

import random
from typing import Any

import pytest

from rummy import engine
from rummy.bots import BOTS, recall
from rummy.bots.serving.dice import SeededDice
from rummy.engine.families.table_melding.actions import Rearrange
from rummy.match import MatchFormat, MatchTerms, is_card_event
from rummy.research import RummyEnv, duel
from rummy.research.__main__ import main
from rummy.research.duel import play_out
from tests.match.table import KnownShuffler, Table

from .rounds import GAMES, SEED, at, played_by_dice

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("preset", GAMES)
def test_the_mask_holds_exactly_what_is_listed(preset: str) -> None:
    env = at(preset)
    for seed in range(SEED, SEED + 2):
        for count, _ in enumerate(played_by_dice(env, seed)):
            seat = env.position.cards.turn
            assert seat is not None
            listed = engine.legal_actions(env.position.cards, seat)
            mask = env.infos[env.agent_selection]["action_mask"]
            numbers = [number for number, legal in enumerate(mask) if legal]
            assert len(numbers) == len(listed)
            assert {env.legal[number] for number in numbers} == set(listed)
            for other in set(env.agents) - {env.agent_selection}:
                assert not any(env.infos[other]["action_mask"])
            if count > 150:
                break


def test_an_illegal_number_is_refused_and_changes_nothing() -> None:
    env = at("gin_palast")
    env.reset(seed=SEED)
    before = env.position
    for number in set(range(env.space.size)) - set(env.legal):
        with pytest.raises(ValueError, match="not legal"):
            env.step(number)
    assert env.position == before


def test_what_makes_no_round_is_refused_in_so_many_words() -> None:
    with pytest.raises(ValueError, match="gin_palast is for 2 seats, not 5"):
        RummyEnv("gin_palast", seats=5)
    env = RummyEnv("gin_palast")
    for act in (env.last, lambda: env.step(0)):
        with pytest.raises(ValueError, match="reset"):
            act()
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(float(next(iter(env.legal))))  # type: ignore[arg-type]


def test_agents_leave_one_by_one_with_their_points() -> None:
    env = at("gin_palast")
    env.reset(seed=SEED)
    dice, rewards = random.Random(SEED), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last(observe=False)
        rewards[agent] += reward
        over = terminated or truncated
        legal = [number for number, may in enumerate(info["action_mask"]) if may]
        env.step(None if over else max(legal) if len(legal) < 5 else dice.choice(legal))
    assert env.agents == []
    assert list(rewards.values()) == [float(points) for points in env.points]


def test_a_round_without_end_is_truncated_and_a_seed_deals_the_same_again() -> None:
    env = RummyEnv("gin_palast", actions_max=10)
    env.reset(seed=5)
    dealt = env.position
    while env.legal:
        env.step(next(iter(env.legal)))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    env.reset(seed=6)
    assert env.position != dealt
    env.reset(seed=5)
    assert env.position == dealt


@pytest.mark.parametrize(
    ("preset", "given"),
    [
        ("gin_palast", {"house_rules": ("hirschn",)}),
        ("gin_palast", {"house_rules": ("catch_the_glass",)}),
        ("german_romme", {"knock_for_discard": True}),
    ],
)
def test_games_without_a_finite_space_say_so(preset: str, given: dict[str, Any]) -> None:
    with pytest.raises(engine.InvalidRules) as refused:
        RummyEnv(preset, **given)
    assert refused.value.code == "no_finite_actions"


def test_a_rearranged_table_has_no_number_ger_v6() -> None:
    env = RummyEnv("german_romme", robber=True)
    with pytest.raises(KeyError):
        env.space.number_of(Rearrange(()))


class Remembering(KnownShuffler):
    """Tells afterwards what it dealt, as the environment takes it."""

    def deck(self, *told: Any) -> tuple[int, ...]:
        self.dealt: dict[str, Any] = {"deck": super().deck(*told)}
        return tuple(self.dealt["deck"])

    def reshuffles(self, *told: Any) -> tuple[tuple[int, ...], ...]:
        self.dealt["reshuffles"] = super().reshuffles(*told)
        return tuple(self.dealt["reshuffles"])


@pytest.mark.parametrize("preset", ["gin_palast", "german_romme", "romme_500"])
def test_a_round_is_the_one_that_the_server_plays(preset: str) -> None:
    """The same cards and the same bots through `rummy.match`, the door of every table."""
    env, bots = RummyEnv(preset, seats=2), (BOTS["solid"], BOTS["casual"])
    for seed in range(SEED, SEED + 3):
        table = Table(MatchTerms(rules=env.rules, seats=2, format=MatchFormat.RING, rounds=1))
        table.shuffler = shuffler = Remembering(seed)
        dealer = table.state.dealer
        table.both_ready()
        dice = [SeededDice(f"{seed} {seat}") for seat in range(2)]
        while (now := table.state.round) is not None and now.turn is not None:
            legal, seen = engine.legal_actions(now, now.turn), engine.view(now, now.turn)
            recalled = recall(event for event, _ in table.log if is_card_event(event))
            table.act(now.turn, bots[now.turn].choose(seen, legal, dice[now.turn], recalled))
        env.reset(options={**shuffler.dealt, "dealer": dealer})
        assert play_out(env, bots, seed) == table.state.sheet[0].points
        assert env.events == [event for event, _ in table.log if is_card_event(event)]


def test_a_duel_deals_each_deck_to_both_sides() -> None:
    env = RummyEnv("gin_palast")
    same = duel(env, BOTS["greedy"], BOTS["greedy"], deals=4, seed=SEED)
    assert set(same.ahead) == {0}
    found = duel(env, BOTS["solid"], BOTS["random"], deals=4, seed=SEED)
    assert found.mean > 0
    assert found.error > 0
    assert duel(env, BOTS["random"], BOTS["solid"], deals=4, seed=SEED).mean < 0


def test_a_duel_can_be_asked_for_from_a_shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["research", "solid", "random", "--deals", "2"])
    main()
    assert capsys.readouterr().out.startswith("solid is +")
