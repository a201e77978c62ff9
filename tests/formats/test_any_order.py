"""Whatever people do in whatever order, the books balance and nobody is stuck (PLAY-2…4, PLAY-45).

Joining, leaving, sitting out, being away, buying back, rematches and calling off, drawn at random
over an elimination of three; afterwards everybody goes away, and the clock alone must end it.
"""

import random
import uuid
from collections.abc import Callable, Sequence

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.books.posting import wallet_of
from accounts.joining.players import create_guest
from accounts.models import ChipAccount, Player
from games.audit_tables import _faults, _stories
from games.models import RematchStatus, Table, TableStatus
from games.moves.acting import play_action
from games.rematch import agreeing as rematch
from games.running.waking import wake_table
from games.tables import opening, rebuying
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from rummy import engine, match
from rummy.bots import BOTS
from rummy.engine.records import Action
from rummy.match import Ready, Resign, Return, SitOut
from rummy.refusal import Refusal
from tests.play.clock import time_passes

PEOPLE = 3
MOVES_MAX = 400
LIMIT = 30  # a round puts somebody out
TURN_MS = 60_000
WAKES_MAX = 2_000
OFFER = TableOffer(
    preset="german_romme",
    format="elimination",
    options={"penalty_limit": 100},
    seats=PEOPLE,
    stake_chips=31,
    fee_chips=2,
    prizes=(70, 30),
    rebuys=2,
    tie_breakers=True,
)
STEPS = (
    *("join", "leave", "sit_out", "come_back", "away", "ready", "play", "buy_back"),
    *("give_up", "offer", "consent", "decline", "call_off"),
)


class CannotGoOn(AssertionError):
    """The clock does not end the match."""


class Evening:
    """Three people and the table they sit at now."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.people = [create_guest() for _ in range(PEOPLE)]
        self.tables: list[int] = []
        self.done: list[str] = []  # what was not refused
        self.chips = self.chips_now()
        self.open_table()

    def open_table(self) -> None:
        """A table without patience: who misses one turn is away, and moved for at once."""
        table = opening.create_table(player=None, offer=OFFER, name="Evening")
        absence = {**table.terms["absence"], "grace_ms": 0, "misses_max": 1, "automatic_ms": 0}
        quick = {"turn_ms": TURN_MS, "bank_ms": 0, "pause_ms": 0, "absence": absence}
        table.terms["rules"]["penalty_limit"] = LIMIT
        Table.objects.filter(pk=table.pk).update(terms=table.terms | quick)
        self.tables.append(table.pk)

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.tables[-1])

    def chips_now(self) -> int:
        """All chips but the mint's: nobody may lose or make any."""
        balances = ChipAccount.objects.exclude(kind="mint").values_list("balance", flat=True)
        return sum(balances)

    def do(self, step: str, player: Player) -> None:
        """One step; what is refused must have changed nothing, which the books show."""
        try:
            with transaction.atomic():
                getattr(self, step)(player)
            self.done.append(step)
        except Refusal:
            pass
        assert self.chips_now() == self.chips, step
        assert all(wallet_of(one).balance >= 0 for one in self.people)

    def join(self, player: Player) -> None:
        if self.table.status in (TableStatus.FINISHED, TableStatus.CANCELLED):
            self.open_table()
        opening.join_table(table_id=self.table.pk, player=player)

    def leave(self, player: Player) -> None:
        opening.leave_table(table_id=self.table.pk, player=player)

    def call_off(self, player: Player) -> None:
        opening.cancel_table(table_id=self.table.pk)

    def act(self, player: Player, action: Action, version: int | None = None) -> None:
        key = str(uuid.UUID(int=self.dice.getrandbits(128)))
        play_action(
            table_id=self.table.pk,
            player_id=player.pk,
            action=action,
            expected_version=version,
            key=key,
        )

    def ready(self, player: Player) -> None:
        self.act(player, Ready())

    def sit_out(self, player: Player) -> None:
        self.act(player, SitOut())

    def come_back(self, player: Player) -> None:
        self.act(player, Return())

    def give_up(self, player: Player) -> None:
        self.act(player, Resign())

    def buy_back(self, player: Player) -> None:
        rebuying.buy_back(table_id=self.table.pk, player=player)

    def offer(self, player: Player) -> None:
        self._follow(rematch.offer_rematch(table_id=self.table.pk, player=player))

    def consent(self, player: Player) -> None:
        self._follow(rematch.consent_to_rematch(table_id=self.table.pk, player=player))

    def decline(self, player: Player) -> None:
        self._follow(rematch.decline_rematch(table_id=self.table.pk, player=player))

    def _follow(self, offer: object) -> None:
        status, new_table = getattr(offer, "status", ""), getattr(offer, "new_table_id", None)
        if status == RematchStatus.SEATED and new_table is not None:
            self.tables.append(new_table)

    def away(self, player: Player) -> None:
        """Nobody comes for a while, and the table looks at its clock."""
        self._wake(lambda: True)

    def play(self, player: Player) -> None:
        """Everybody plays until the round is over, like a bot of the house."""
        number = None
        for _ in range(MOVES_MAX):
            reading = table_reading(self.table.pk)
            state, cards = reading.state, reading.state.round
            if state.phase is match.Phase.BETWEEN and number is None:
                waiting = [seat for seat, ready in enumerate(state.ready) if not ready]
                if not waiting:
                    return
                self.act(self._at(state, waiting[0]), Ready())
                continue
            turn = None if cards is None else cards.turn
            number = number or state.round_number
            if cards is None or turn is None or state.round_number != number:
                return
            legal = engine.legal_actions(cards, turn)
            choice = BOTS["casual"].choose(engine.view(cards, turn), legal, self.dice)
            self.act(self._at(state, turn), choice, reading.version)

    def _at(self, state: match.MatchState, seat: int) -> Player:
        return next(one for one in self.people if one.pk == state.players[seat])

    def _wake(self, enough: Callable[[], bool]) -> None:
        for _ in range(WAKES_MAX):
            if self.table.status != TableStatus.PLAYING:
                return
            time_passes(self.table, ms=TURN_MS)
            if wake_table(table_id=self.table.pk) and enough():
                return
        raise CannotGoOn(f"table {self.table.pk} stands still")

    def everybody_goes(self) -> None:
        """Who may leave does; the rest is the clock's business."""
        for player in self.people:
            self.do("leave", player)
        self._wake(lambda: self.table.status != TableStatus.PLAYING)


def require_sound(evening: Evening) -> None:
    """Every table is over or empty, every pot paid out, and the audit agrees with all of it."""
    tables = list(Table.objects.filter(pk__in=evening.tables))
    for story in _stories(tables):
        assert [str(fault) for fault in _faults(story)] == []
        assert story.table.status != TableStatus.PLAYING
        assert story.pot_chips == sum(seat.stake_chips for seat in story.seats) * (
            story.table.status == TableStatus.OPEN
        )
        assert story.table.status != TableStatus.OPEN or not story.seats
    assert evening.chips_now() == evening.chips


def spend(seed: int, steps: Sequence[tuple[str, int]]) -> list[str]:
    """An evening of these steps and its end; what of it was possible."""
    with transaction.atomic():
        evening = Evening(seed)
        for step, who in steps:
            evening.do(step, evening.people[who])
        evening.everybody_goes()
        require_sound(evening)
        transaction.set_rollback(True)
    return evening.done


FULL = [("join", 0), ("join", 1), ("join", 2)]
GIVE_UP = [("give_up", 0), ("give_up", 1)]
anything = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, PEOPLE - 1)), min_size=3, max_size=14
)
QUIET = settings(
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.soak
@pytest.mark.django_db(databases=["default", "owner"])
def test_buying_back_and_playing_on_leaves_whole_books() -> None:
    """The way that random steps seldom take: out, bought back, given up, again with a rematch."""
    evening = Evening(seed=1)
    while "buy_back" not in evening.done:
        assert evening.done.count("play") < 60, "nobody ever drops out alone"
        for step in ("join", "play", "buy_back"):
            for player in evening.people[: 1 if step == "play" else PEOPLE]:
                evening.do(step, player)
    for step, who in (*GIVE_UP, ("offer", 0), ("consent", 1), ("consent", 2), ("sit_out", 1)):
        evening.do(step, evening.people[who])
    assert {"give_up", "offer", "consent", "sit_out"} <= set(evening.done)
    evening.everybody_goes()
    require_sound(evening)


@pytest.mark.django_db(databases=["default", "owner"])
@settings(QUIET, max_examples=2)
@given(seed=st.integers(0, 10**6), seated=st.booleans(), steps=anything)
def test_any_order_of_steps_leaves_whole_books_and_nobody_stuck(
    seed: int, seated: bool, steps: list[tuple[str, int]]
) -> None:
    spend(seed, [*(FULL if seated else []), *steps])


@pytest.mark.soak
@pytest.mark.django_db(databases=["default", "owner"])
@settings(QUIET, max_examples=120)
@given(seed=st.integers(0, 10**6), seated=st.booleans(), steps=anything)
def test_a_hundred_evenings_leave_whole_books_and_nobody_stuck(
    seed: int, seated: bool, steps: list[tuple[str, int]]
) -> None:
    spend(seed, [*(FULL if seated else []), *steps])
