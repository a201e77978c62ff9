"""Reputation can be checked by hand, and comes from what happened at tables."""

import datetime as dt
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Conduct, Player
from accounts.people.reputation import reputation
from accounts.people.social import reputation_of
from games.models import Table, TableStatus
from games.moves.acting import play_action, tick_table
from games.running.results import book_results
from games.tables.opening import join_table
from games.tables.reading import table_reading
from rummy.match import Phase, Resign, SitOut
from tests.api.client import Caller
from tests.play.players import take_turn
from tests.social.tables import in_play, open_table

DATABASE = pytest.mark.django_db(databases=["default", "owner"])


@pytest.mark.parametrize(
    ("clean", "matches", "percent"),
    [(0, 0, 90), (1, 1, 90), (0, 1, 81), (10, 10, 95), (5, 10, 70), (100, 100, 99), (0, 100, 8)],
)
def test_the_formula_by_hand(clean: int, matches: int, percent: int) -> None:
    assert reputation_of(clean=clean, matches=matches).percent == percent


@given(st.integers(0, 100), st.integers(0, 100))
def test_a_clean_match_never_lowers_and_a_left_one_never_raises_it(clean: int, left: int) -> None:
    now = reputation_of(clean=clean, matches=clean + left).percent
    assert reputation_of(clean=clean + 1, matches=clean + left + 1).percent >= now
    assert reputation_of(clean=clean, matches=clean + left + 1).percent <= now
    assert 0 <= now <= 100


def test_more_clean_matches_than_matches_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="clean"):
        reputation_of(clean=2, matches=1)


@DATABASE
def test_only_the_latest_hundred_matches_count(anna: Player) -> None:
    start = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    Conduct.objects.bulk_create(
        Conduct(
            player=anna,
            match=f"table:{number}",
            left="resigned" if number < 50 else "",
            at=start + dt.timedelta(hours=number),
        )
        for number in range(150)
    )
    assert (reputation(anna).clean, reputation(anna).matches) == (100, 100)


@DATABASE
def test_who_gives_up_or_leaves_it_to_the_table_is_noted_and_the_other_is_not(
    anna: Player, bert: Player, carla: Player, dora: Player
) -> None:
    given_up = in_play(anna, bert, rounds=1)
    act(given_up, anna, Resign())
    left_alone = played_while_away(carla, dora)
    for table in (given_up, left_alone):
        table.refresh_from_db()
        assert table.status == TableStatus.FINISHED
        book_results(table_id=table.pk)
        book_results(table_id=table.pk)
    noted = {one.player.name: one.left for one in Conduct.objects.select_related("player")}
    assert noted == {"Anna": "resigned", "Bert": "", "Carla": "", "Dora": "automatic"}
    seen = Caller().get(f"/players/{anna.pk}/reputation/").json()
    assert (seen["percent"], seen["clean"], seen["matches"]) == (81, 0, 1)
    assert (seen["given"], seen["given_clean"], seen["matches_max"]) == (10, 9, 100)


def played_while_away(player: Player, away: Player) -> Table:
    """The one plays, the table moves for the other, at once."""
    table = open_table(player, rounds=1)
    table.terms["absence"]["automatic_ms"] = 0
    table.save(update_fields=("terms",))
    join_table(table_id=table.pk, player=away)
    act(table, away, SitOut())
    for step in range(400):
        state = table_reading(table.pk).state
        if state.phase is Phase.FINISHED:
            return table
        if state.phase is Phase.BETWEEN or state.clock.turn == 0:
            take_turn(table, (player, away), dice=step)
        else:
            tick_table(table_id=table.pk)
    raise AssertionError("the match does not end")


def act(table: Table, player: Player, action: Resign | SitOut) -> None:
    play_action(
        table_id=table.pk,
        player_id=player.pk,
        action=action,
        expected_version=None,
        key=str(uuid.uuid4()),
    )
