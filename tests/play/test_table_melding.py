"""Deutsches Rommé and Rommé 500 at real tables: drawn seats, chips, proofs, the audit, knocks."""

import importlib.util
import random
from typing import Any

import pytest

from accounts.audit import faults
from accounts.books.posting import wallet_of
from accounts.joining.players import create_guest
from accounts.models import Player
from games.models import Round, Seat, Table, TableEvent, TableStatus
from games.moves.acting import play_action
from games.moves.decks import TableShuffler
from games.moves.errors import NotAllowed, StaleAction
from games.moves.live import LiveTable
from games.replay.rounds import finished_round
from games.replay.verification import round_faults
from games.running.waking import wake_table
from games.tables.opening import create_table, join_table, seat_bot
from games.tables.reading import table_reading, table_view
from games.tables.terms import KNOCK_MS, TableOffer
from rummy import engine
from rummy.bots import BOTS, interjection, safe_turn
from rummy.engine.families.table_melding.actions import CLAIM_DISCARD, RESET_TURN, UNDO
from rummy.engine.moves import DRAW_STOCK
from rummy.engine.records import Action
from rummy.match import Phase, Ready
from tests.architecture.sources import ROOT
from tests.play.clock import due_now

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
VERIFIER = ROOT / "games" / "static" / "games" / "verify_round.py"


def table_for(seats: int, preset: str = "german_romme", **given: Any) -> tuple[Table, list[Player]]:
    people = [create_guest() for _ in range(seats)]
    offer = TableOffer(preset=preset, seats=seats, stake_chips=30, **given)
    table = create_table(player=None, offer=offer)
    for player in people:
        join_table(table_id=table.pk, player=player)
    table.refresh_from_db()
    return table, people


def act(table: Table, player_id: int, action: Action) -> None:
    reading = table_reading(table.pk)
    play_action(
        table_id=table.pk,
        player_id=player_id,
        action=action,
        expected_version=reading.version,
        key=f"{reading.version}:{player_id}",
    )


def play_out(table: Table, *, seed: int = 1) -> None:
    """Everybody lays what can be laid, by dice, until the match is decided."""
    dice = random.Random(seed)
    while (state := table_reading(table.pk).state).result is None:
        if state.phase is Phase.BETWEEN:
            for seat, player_id in enumerate(state.players):
                if not state.ready[seat]:
                    act(table, player_id, Ready(f"seed {seat}"))
            continue
        cards = state.round
        assert cards is not None
        assert cards.turn is not None
        legal = engine.legal_actions(cards, cards.turn)
        onward = [action for action in legal if action not in (UNDO, RESET_TURN)] or legal
        laying = [action for action in onward if action.type.startswith(("lay", "exchange"))]
        act(table, state.players[cards.turn], dice.choice(laying or onward))


def verifier() -> Any:
    spec = importlib.util.spec_from_file_location("verify_round", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_players_sit_where_they_drew_and_the_first_seat_deals_ger_2() -> None:
    table, people = table_for(4)
    state = table_reading(table.pk).state
    seats = dict(Seat.objects.filter(table=table).values_list("player_id", "number"))
    assert {player_id: seat for seat, player_id in enumerate(state.players)} == seats
    assert sorted(seats.values()) == [0, 1, 2, 3]
    assert state.draw is not None
    assert [people[seat].pk for seat in state.draw.came_from] == list(state.players)
    for player in people:
        assert table_view(table.pk, player.pk)["seat"] == seats[player.pk]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        ("german_romme", 6, {"joker_cut": True}),
        ("german_romme", 3, {"robber": True}),
        ("romme_500", 3, {}),
    ],
)
def test_a_match_moves_the_stakes_and_every_round_is_proved(
    preset: str, seats: int, options: dict[str, Any]
) -> None:
    table, people = table_for(seats, preset, options=options, format="ring", rounds=1)
    before = sum(wallet_of(player).balance for player in people)
    play_out(table, seed=seats)
    table.refresh_from_db()
    assert table.status == TableStatus.FINISHED
    assert sum(wallet_of(player).balance for player in people) == before + 30 * seats
    played = Round.objects.get(table=table, number=1)
    assert round_faults(played) == ()
    assert faults() == []
    record = finished_round(table.pk, 1)
    assert verifier().verify(record).startswith(f"commitment and deck, {seats} hands and")
    drawn = next(event for event in record["events"] if event["type"] == "stock_drawn")
    drawn["card"] = next(card for card in record["deck"] if card != drawn["card"])
    with pytest.raises(verifier().Refused.__base__):
        verifier().verify(record)


def test_somebody_who_is_not_on_turn_knocks_for_the_discard_ger_v4() -> None:
    table, _people = table_for(3, options={"knock_for_discard": True})
    for seat, player_id in enumerate(table_reading(table.pk).state.players):
        act(table, player_id, Ready(str(seat)))
    state = table_reading(table.pk).state
    cards, players = state.round, state.players
    assert cards is not None
    discards = [a for a in engine.legal_actions(cards, 0) if a.type == "discard"]
    act(table, players[0], discards[0])
    assert {"type": "claim_discard"} in table_view(table.pk, players[2])["legal"]
    version = table_reading(table.pk).version
    act(table, players[2], CLAIM_DISCARD)
    with pytest.raises(StaleAction):
        play_action(
            table_id=table.pk,
            player_id=players[1],
            action=engine.legal_actions(cards, 0)[0],
            expected_version=version,
            key="late",
        )
    state = table_reading(table.pk).state
    assert state.round is not None
    assert (state.clock.turn, state.round.turn) == (1, 1)
    assert table_view(table.pk, None)["round"]["claims"] == [2]


def knocking_table(bots: int, people: int) -> tuple[Table, int]:
    """The dealer, a person, has discarded what one bot wants and no other; and that bot's seat."""
    for _ in range(60):
        guests = [create_guest() for _ in range(people)]
        offer = TableOffer(
            preset="german_romme", seats=bots + people, options={"knock_for_discard": True}
        )
        table = create_table(player=None, offer=offer)
        for player in guests:
            join_table(table_id=table.pk, player=player)
        for _ in range(bots):
            seat_bot(table_id=table.pk, bot="solid")
        for player in guests:
            act(table, player.pk, Ready(""))
        state = table_reading(table.pk).state
        if state.robots[0] or state.robots[1]:
            continue  # the dealer and the next are to be people, so that nothing moves by itself
        cards = state.round
        assert cards is not None
        for action in [one for one in engine.legal_actions(cards, 0) if one.type == "discard"]:
            (event,) = engine.decide(cards, 0, action)
            after = engine.evolve(cards, event)
            wanting = [
                seat
                for seat in range(2, state.terms.seats)
                if interjection(
                    BOTS["solid"], engine.view(after, seat), engine.legal_actions(after, seat)
                )
            ]
            if len(wanting) == 1:
                act(table, state.players[0], action)
                return table, wanting[0]
    raise AssertionError("nobody wanted any card")


def test_bots_knock_for_a_discard_while_a_person_is_to_draw_ger_v4() -> None:
    table, seat = knocking_table(bots=2, people=2)
    table.refresh_from_db()
    assert table.wake_at is not None
    clock = table_reading(table.pk).state.clock
    assert table.wake_at.timestamp() * 1000 < (clock.deadline_ms or 0) - 10_000
    due_now(table)
    assert wake_table(table_id=table.pk)
    state = table_reading(table.pk).state
    assert state.clock.turn == 1
    assert seat in table_view(table.pk, None)["round"]["claims"]
    act(table, state.players[1], DRAW_STOCK)
    kinds = [event.kind for event in TableEvent.objects.filter(table=table).order_by("-seq")[:2]]
    assert kinds == ["claim_granted", "stock_drawn"]


def test_bots_that_want_nothing_are_asked_once_and_the_clock_goes_on_ger_v4() -> None:
    table, _seat = knocking_table(bots=2, people=2)
    due_now(table)
    assert wake_table(table_id=table.pk)
    due_now(table)
    version = table_reading(table.pk).version
    assert not wake_table(table_id=table.pk)
    table.refresh_from_db()
    reading = table_reading(table.pk)
    assert reading.version == version
    assert table.wake_at is not None
    assert round(table.wake_at.timestamp() * 1000) == reading.state.clock.deadline_ms


def test_a_bot_on_turn_gives_people_time_to_knock_ger_v4() -> None:
    """Before it draws; where nobody else may knock it thinks no longer than anywhere."""
    table = create_table(
        player=None,
        offer=TableOffer(preset="german_romme", seats=3, options={"knock_for_discard": True}),
    )
    guest = create_guest()
    join_table(table_id=table.pk, player=guest)
    for _ in range(2):
        seat_bot(table_id=table.pk, bot="casual")
    act(table, guest.pk, Ready(""))
    waits = set()
    for _ in range(40):
        reading = table_reading(table.pk)
        state, cards = reading.state, reading.state.round
        if cards is None or cards.turn is None:
            break
        mine = state.players.index(guest.pk)
        if cards.turn == mine:
            act(table, guest.pk, next(safe_turn(engine.view(cards, mine))))
            continue
        knocking_ms = state.clock.knock_until_ms and KNOCK_MS
        now_ms = state.clock.started_ms - knocking_ms
        shuffler = TableShuffler(table.pk, state.terms)
        live = LiveTable(table.pk, 0, reading.status, state, now_ms, shuffler)
        may_knock = bool(engine.legal_actions(cards, mine))
        assert (live.wake_ms() or 0) - now_ms == (4_000 if may_knock else 900)
        waits.add(may_knock)
        due_now(table)
        wake_table(table_id=table.pk)
    assert waits == {True, False}


def test_a_bot_that_does_not_play_the_game_is_not_seated() -> None:
    table = create_table(player=None, offer=TableOffer(preset="romme_500", stake_chips=0))
    with pytest.raises(NotAllowed) as caught:
        seat_bot(table_id=table.pk, bot="greedy")
    assert caught.value.code == "bot_plays_other_games"
    seat_bot(table_id=table.pk, bot="safe")
