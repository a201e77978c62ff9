"""A round as an environment for learners, with the interface of PettingZoo's AEC."""

from collections.abc import Iterator
from operator import index
from typing import Any

from rummy import engine
from rummy.bots import recall, remember
from rummy.bots.serving.dice import SeededDice
from rummy.engine.records import Action

from .actions import ActionSpace
from .observer import Observer, Position


class RummyEnv:
    """One round. Agents are `seat_0` …; an action is a number of `space`.

    An agent's reward comes at the end, the points that the score sheet gives it. A round that takes
    `actions_max` actions is truncated. `infos[agent]["action_mask"]` has a 1 for each number that
    is a legal action now, and none while another is on turn. `vector` and `mask` say what numbers
    and masks are made of; a subclass puts arrays there.
    """

    metadata: dict[str, Any] = {"name": "rummy_v1", "render_modes": [], "is_parallelizable": False}
    render_mode = None
    vector: Any = list
    mask: Any = bytes

    def __init__(
        self,
        preset: str = "gin_palast",
        *,
        seats: int | None = None,
        house_rules: tuple[str, ...] = (),
        actions_max: int = 5_000,
        **options: Any,
    ) -> None:
        self.rules = engine.build_rules(preset, house_rules=house_rules, **options)
        self.space, self.observer = ActionSpace(self.rules), Observer(self.rules)
        self.actions_max = actions_max
        count = min(self.rules.seats) if seats is None else seats
        if count not in self.rules.seats:
            allowed = ", ".join(map(str, self.rules.seats))
            raise ValueError(f"{preset} is for {allowed} seats, not {count!r}")
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self._rounds = 0
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The seed decides the deck and the dealer; without one it is the next in a row.

        `options` may name the `dealer`, the `deck` and the `reshuffles` of `engine.start_round`.
        """
        self._rounds += 1
        dice = SeededDice(f"research {self._rounds if seed is None else seed}")
        dealer = dice.randrange(len(self.possible_agents))
        cards = engine.deck_cards(self.rules)
        deck, *later = (dice.shuffled(cards) for _ in range(1 + self.rules.reshuffles))
        deal: dict[str, Any] = {"deck": deck, "dealer": dealer, "reshuffles": later}
        deal |= {name: what for name, what in (options or {}).items() if name in deal}
        state, events = engine.start_round(self.rules, len(self.possible_agents), **deal)
        self.events, self.position = list(events), Position(state, recall(events))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.points: tuple[int, ...] = (0,) * len(self.agents)
        self._taken = 0
        self._look()

    def _look(self) -> None:
        """Who acts next, and what they may do."""
        seat = self.position.cards.turn
        self.legal: dict[int, Action] = {}
        if seat is not None and not any(self.truncations.values()):
            self.legal = self.space.numbered(engine.legal_actions(self.position.cards, seat))
        self.agent_selection = self.agents[seat or 0]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Any:
        mask = bytearray(self.space.size)
        for number in self.legal if agent == self.agent_selection else ():
            mask[number] = 1
        return self.mask(mask)

    def observe(self, agent: str) -> Any:
        """All that this seat knows, as one vector (`rummy.research.observer`)."""
        self.observer.set_from(self.position, self.possible_agents.index(agent))
        return self.vector(self.observer.tensor)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """For the agent that acts: observation, reward since it last did, whether it is over."""
        agent = self._acting()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _acting(self) -> str:
        if not self._rounds:
            raise ValueError("reset() deals first")
        return self.agent_selection

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, each once more when all is over."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """Act for `agent_selection`; None once it is over. ValueError for what is not legal.

        TypeError: a number that is not whole, such as 1.0; those of arrays will do.
        """
        agent = self._acting()
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        chosen = None if action is None else self.legal.get(index(action))
        if chosen is None:
            raise ValueError(f"{agent}: {action} is not legal now")
        self._taken += 1
        self._cumulative_rewards[agent] = 0.0
        state, recalled = self.position
        for event in engine.decide(state, self.possible_agents.index(agent), chosen):
            state, recalled = engine.evolve(state, event), remember(recalled, event)
            self.events.append(event)
        self.position = Position(state, recalled)
        self._settle()
        self._look()

    def _settle(self) -> None:
        score = engine.score(self.position.cards)
        if score is not None:
            self.points = score.points
            for agent, points in zip(self.agents, score.points, strict=True):
                self.rewards[agent] = float(points)
                self._cumulative_rewards[agent] += points
        over = dict.fromkeys(self.agents, True)
        if score is not None:
            self.terminations = over
        elif self._taken >= self.actions_max:
            self.truncations = over

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ValueError(f"{agent} acts no more: step(None)")
        self.agents.remove(agent)
        for known in (
            self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos,
        ):  # fmt: skip
            del known[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def close(self) -> None:
        """Nothing is held open."""

    def render(self) -> None:
        """There is no picture: the site draws tables."""
