"""A ring game from the first seat to the last chip, through the services (PLAY-1…3, 10)."""

import orjson
import pytest
from django.conf import settings

from accounts.books.posting import wallet_of
from accounts.joining.players import create_guest
from accounts.models import ChipAccount, Player, Transfer
from games.models import Round, RoundSecret, Seat, Table, TableEvent, TableStatus
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.tables.opening import add_bot, create_table, join_table, leave_table
from games.tables.reading import table_reading, table_view
from games.tables.terms import TableOffer
from rummy import match
from rummy.match import Phase
from tests.play.players import STEPS_MAX, finish, ready, take_turn
from web.refusals import problem

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def chips(player: Player) -> int:
    return wallet_of(player).balance


def pot(table: Table) -> int:
    found = ChipAccount.objects.filter(kind="hold", ref=f"table:{table.pk}").first()
    return found.balance if found else 0


@pytest.fixture
def anna() -> Player:
    return create_guest(language="de")


@pytest.fixture
def bert() -> Player:
    return create_guest(language="en")


def ring(player: Player, **given: object) -> Table:
    offer = TableOffer(format="ring", rounds=2, stake_chips=100, **given)  # type: ignore[arg-type]
    return create_table(player=player, offer=offer, name="Abendrunde")


def test_a_seat_holds_the_stake_and_leaving_returns_it_in_full_play_3(anna: Player) -> None:
    table = ring(anna)
    before = chips(anna)
    join_table(table_id=table.pk, player=anna)
    assert (chips(anna), pot(table)) == (before - 100, 100)
    leave_table(table_id=table.pk, player=anna)
    assert (chips(anna), pot(table)) == (before, 0)
    table.refresh_from_db()
    assert table.status == TableStatus.CANCELLED


def test_a_full_table_starts_and_its_result_moves_the_stakes_play_10(
    anna: Player, bert: Player
) -> None:
    table = ring(anna)
    before = {anna: chips(anna), bert: chips(bert)}
    join_table(table_id=table.pk, player=anna)
    join_table(table_id=table.pk, player=bert)
    table.refresh_from_db()
    assert table.status == TableStatus.PLAYING
    assert pot(table) == 200
    finish(table, [anna, bert])
    table.refresh_from_db()
    assert table.status == TableStatus.FINISHED
    assert pot(table) == 0
    result = table_reading(table.pk).state.result
    assert result is not None
    for seat, player in enumerate([anna, bert]):
        assert chips(player) == before[player] - 100 + result.payouts[seat]
        assert Seat.objects.get(table=table, player=player).payout_chips == result.payouts[seat]
    settled = Transfer.objects.get(key=f"settle:table:{table.pk}")
    assert sum(posting.amount for posting in settled.postings.all()) == 0


def test_every_finished_round_reveals_its_seed_and_no_secret_stays(
    anna: Player, bert: Player
) -> None:
    table = ring(anna)
    join_table(table_id=table.pk, player=anna)
    join_table(table_id=table.pk, player=bert)
    assert RoundSecret.objects.filter(table=table).count() == 1
    assert Round.objects.get(table=table).server_seed == ""
    finish(table, [anna, bert])
    rounds = list(Round.objects.filter(table=table))
    assert [one.number for one in rounds] == [1, 2]
    assert all(len(one.server_seed) == 256 for one in rounds)
    assert [one.score and one.score["number"] for one in rounds] == [1, 2]
    assert not RoundSecret.objects.filter(table=table).exists()


def test_bots_play_for_small_stakes_only(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot loses comes from the house: a high stake would be a way to print chips."""
    monkeypatch.setattr(settings, "BOT_STAKE_CHIPS_MAX", 99)
    table = ring(anna)
    join_table(table_id=table.pk, player=anna)
    with pytest.raises(NotAllowed) as refusal:
        add_bot(table_id=table.pk, player=anna)
    assert refusal.value.code == "stake_too_high_for_bots"
    assert refusal.value.facts == {"stake": 100, "most": 99}


def test_the_log_has_no_gap_and_folds_to_the_snapshot(anna: Player, bert: Player) -> None:
    table = ring(anna)
    join_table(table_id=table.pk, player=anna)
    join_table(table_id=table.pk, player=bert)
    finish(table, [anna, bert])
    table.refresh_from_db()
    numbers = list(TableEvent.objects.filter(table=table).values_list("seq", flat=True))
    assert numbers == list(range(1, table.version + 1))


def test_state_and_sheet_are_stored_letter_for_letter(anna: Player, bert: Player) -> None:
    """They travel as values of a larger document, whatever a player's seed is made of."""
    table = ring(anna)
    join_table(table_id=table.pk, player=anna)
    join_table(table_id=table.pk, player=bert)
    seed = """{"a": [1, 'ü\\u0041\\\\"€😀$1 %s"""
    ready(table, anna, seed=seed)
    table.refresh_from_db()
    state = table_reading(table.pk).state
    assert seed in state.seeds
    assert table.state == orjson.dumps(match.state_to_json(state)).decode()

    for step in range(STEPS_MAX):
        if len(table_reading(table.pk).state.sheet) == 1:
            break
        take_turn(table, [anna, bert], dice=step)
    table.refresh_from_db()
    sheet = match.sheet_to_json(table_reading(table.pk).state.sheet)
    assert table.sheet == orjson.dumps(sheet).decode()
    assert sheet


def test_seats_are_refused_with_a_reason(anna: Player, bert: Player) -> None:
    table = ring(anna)
    with pytest.raises(NotFound):
        join_table(table_id=table.pk + 1000, player=anna)
    with pytest.raises(Conflict, match="no_such_seat"):
        join_table(table_id=table.pk, player=anna, seat=2)
    join_table(table_id=table.pk, player=anna, seat=1)
    with pytest.raises(Conflict, match="already_seated"):
        join_table(table_id=table.pk, player=anna)
    with pytest.raises(Conflict, match="seat_taken"):
        join_table(table_id=table.pk, player=bert, seat=1)
    with pytest.raises(NotAllowed, match="not_at_this_table"):
        leave_table(table_id=table.pk, player=bert)
    join_table(table_id=table.pk, player=bert)
    with pytest.raises(Conflict, match="table_not_open"):
        join_table(table_id=table.pk, player=create_guest())
    with pytest.raises(Conflict, match="table_not_open"):
        leave_table(table_id=table.pk, player=create_guest())


def test_who_wants_to_leave_a_match_is_told_to_resign(anna: Player, bert: Player) -> None:
    table = ring(anna)
    for player in (anna, bert):
        join_table(table_id=table.pk, player=player)
    with pytest.raises(Conflict, match="match_has_begun") as caught:
        leave_table(table_id=table.pk, player=anna)
    assert caught.value.facts == {"table": table.pk, "action": "resign"}
    for language in ("en", "de"):
        _, body, _ = problem(caught.value, language)
        assert (body["status"], body["facts"]["action"]) == (409, "resign")
        assert "“resign”" in body["detail"] or "„resign“" in body["detail"]
        assert f"/api/v1/tables/{table.pk}/actions/" in body["detail"]


def test_a_private_table_opens_to_its_invitation_only(anna: Player, bert: Player) -> None:
    table = create_table(player=anna, offer=TableOffer(), name="Familie", is_private=True)
    join_table(table_id=table.pk, player=anna)
    with pytest.raises(NotFound, match="table_not_found"):
        join_table(table_id=table.pk, player=bert, invite_code="guess")
    with pytest.raises(NotFound):
        table_view(table.pk, bert.pk)
    join_table(table_id=table.pk, player=bert, invite_code=table.invite_code)
    assert table_view(table.pk, bert.pk)["seat"] == 1


def test_a_bot_takes_the_free_seat_when_a_player_asks(anna: Player) -> None:
    table = ring(anna)
    with pytest.raises(NotAllowed):
        add_bot(table_id=table.pk, player=anna)
    join_table(table_id=table.pk, player=anna)
    seat = add_bot(table_id=table.pk, player=anna, bot="greedy")
    assert seat.player.is_bot
    ready(table, anna)
    state = table_reading(table.pk).state
    assert state.phase is Phase.PLAYING
    assert state.robots == (False, True)
