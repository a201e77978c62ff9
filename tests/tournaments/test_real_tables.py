"""A tournament at real game tables, played by bots through the services everybody uses."""

import datetime as dt
from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.joining.players import create_guest
from accounts.models import Player
from games.models import OutboxMessage, Seat, Table, TableStatus
from games.moves.acting import play_action
from games.running.dispatcher import FOLLOWS
from games.running.waking import wake_table
from games.tables.terms import TableOffer, agree_terms
from rummy.engine.as_json.stored import action_from_json
from rummy.match import AbsencePolicy, MatchTerms
from tests.play.clock import time_passes
from tests.tournaments.club import fresh, its_hour_has_come, ordered, people, require_sound
from tournaments import tasks
from tournaments.director import TURBO, Absent, EntryRules, InvalidPlan, Plan, PrizeForm, PrizePlan
from tournaments.entries.entering import enter_tournament
from tournaments.models import Entry, PlayedRound, Tournament
from tournaments.planner.publishing import publish_tournament
from tournaments.running.directing import look_after, look_after_due
from tournaments.words.explaining import explain_settlement

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

GIN = TableOffer(preset="gin_classic", format="ring", rounds=1)


def quick_terms(offer: TableOffer = GIN) -> MatchTerms:
    """Tables at which bots do not pretend to think, and nobody waits for who is away."""
    absence = AbsencePolicy(automatic_ms=0)
    return replace(agree_terms(offer), robot_ms=0, pause_ms=0, absence=absence)


def open_tournament(players: list[Player], **plan: object) -> Tournament:
    found = publish_tournament(
        name="Gin night",
        plan=Plan(seats=2, schedule=TURBO, **plan),  # type: ignore[arg-type]  # as given
        starts_at=timezone.now() + dt.timedelta(hours=1),
        terms=quick_terms(),
    )
    for player in players:
        enter_tournament(tournament_id=found.pk, player=player)
    its_hour_has_come(found)
    look_after(tournament_id=found.pk)
    return fresh(found)


def play(tournament: Tournament, *, rounds_most: int) -> Tournament:
    """Wake tables and the director as dispatcher and sweep do, until it is over.

    Whoever is waited for lets their time run out, and nobody waits for that.
    """
    for _ in range(200 * rounds_most):
        look_after_due(most=10)
        tournament = fresh(tournament)
        if tournament.finished_at is not None:
            return tournament
        for table in Table.objects.filter(status=TableStatus.PLAYING):
            if not wake_table(table_id=table.pk):
                time_passes(table)
    raise AssertionError("the tournament does not end")


def test_eight_bots_play_a_tournament_at_gin_tables_to_its_end() -> None:
    tournament = open_tournament(
        people(8), stack_chips=40, buy_in_chips=100, prizes=PrizePlan(PrizeForm.TOP, places=3)
    )
    assert Table.objects.filter(status=TableStatus.PLAYING).count() == 4
    tournament = play(tournament, rounds_most=40)
    assert tournament.phase == "finished"
    require_sound(tournament)
    winner = Entry.objects.get(tournament=tournament, rank=1)
    assert winner.stack_chips == 8 * 40
    assert sum(tournament.entries.values_list("won_chips", flat=True)) == 800
    rounds = PlayedRound.objects.filter(tournament=tournament)
    assert rounds.count() == Table.objects.count()
    assert not Table.objects.exclude(status=TableStatus.FINISHED).exists()
    for played in rounds:
        assert played.game_table_id is not None
        seated = Seat.objects.filter(table_id=played.game_table_id).order_by("number")
        entries = Entry.objects.in_bulk(played.entries)
        assert [s.player_id for s in seated] == [entries[e].player_id for e in played.entries]


def give_up(tournament: Tournament, seat: int) -> Entry:
    table = Table.objects.get(status=TableStatus.PLAYING)
    loser = Seat.objects.get(table=table, number=seat).player
    play_action(
        table_id=table.pk,
        player_id=loser.pk,
        action=action_from_json({"type": "resign"}),
        expected_version=None,
        key=f"up {table.pk}",
    )
    look_after_due(most=10)
    return Entry.objects.get(tournament=tournament, player=loser)


def test_giving_a_round_up_costs_the_worst_of_the_game_and_the_next_is_dealt_play_20() -> None:
    """Gin: ten tens and 25 for gin; at ratio 2, twice 125 chips."""
    tournament = open_tournament(people(2), stack_chips=1_000)
    loser = give_up(tournament, 0)
    assert (loser.stack_chips, loser.status) == (1_000 - 250, "in")
    assert fresh(tournament).phase == "running"
    assert Table.objects.filter(status=TableStatus.PLAYING).count() == 1
    played = PlayedRound.objects.get(tournament=tournament)
    sentence = explain_settlement(played).sentence(loser.pk)
    assert sentence.startswith("You lost 250 chips: you gave up the round")


def test_the_transaction_that_ends_a_round_leaves_word_for_its_tournament() -> None:
    """The dispatcher carries it to `round_over`, without a sweep; hearing it twice does nothing."""
    tournament = open_tournament(people(2), stack_chips=1_000)
    table = Table.objects.get(status=TableStatus.PLAYING)
    assert FOLLOWS["directed_round_over"] == tasks.round_over
    while wake_table(table_id=table.pk):
        pass
    word = OutboxMessage.objects.get(topic="directed_round_over")
    assert word.payload == {"table": table.pk}
    for _ in range(2):
        tasks.round_over(**word.payload)
        assert PlayedRound.objects.filter(tournament=tournament).count() == 1
    assert Table.objects.filter(status=TableStatus.PLAYING).count() == 1


def test_what_a_director_does_to_a_running_tournament_wakes_the_dispatcher() -> None:
    tournament = open_tournament(people(2), stack_chips=1_000)
    ordered(tournament, "pause")
    word = OutboxMessage.objects.get(topic="tournament_asks")
    assert word.payload == {"tournament": tournament.pk}


def test_whoever_gives_up_pays_no_more_than_the_stack_play_22() -> None:
    tournament = open_tournament(people(2), stack_chips=100)
    loser = give_up(tournament, 1)
    assert fresh(tournament).phase == "finished"
    assert loser.rank == 2
    played = PlayedRound.objects.get(tournament=tournament)
    assert "nobody pays more than their stack" in explain_settlement(played).sentence(loser.pk)
    require_sound(fresh(tournament))


def test_an_absent_player_is_seen_as_absent_and_removed_by_plan_play_45() -> None:
    away = create_guest(language="de")
    tournament = open_tournament(
        [away, *people(1)], stack_chips=10_000, absent=Absent.REMOVED, absent_rounds=1
    )
    table = Table.objects.get(status=TableStatus.PLAYING)
    play_action(
        table_id=table.pk,
        player_id=away.pk,
        action=action_from_json({"type": "sit_out"}),
        expected_version=None,
        key="away",
    )
    tournament = play(tournament, rounds_most=3)
    entry = Entry.objects.get(player=away)
    assert (entry.rank, entry.forfeited_chips > 0) == (2, True)
    require_sound(tournament)


def test_a_target_that_penalty_points_never_reach_is_refused_play_12_ger_13() -> None:
    plan = Plan("single_table", seats=4, target_points=150, entries=EntryRules(most=4))
    offer = TableOffer(preset="german_romme", format="ring", rounds=1, seats=4)
    with pytest.raises(InvalidPlan, match="target_never_reached"):
        publish_tournament(name="Rommé", plan=plan, starts_at=timezone.now(), offer=offer)


def test_a_game_that_two_cannot_play_is_refused() -> None:
    offer = TableOffer(preset="gin_team", format="ring", rounds=1, seats=4)
    with pytest.raises(InvalidPlan, match="game_not_for_seats"):
        publish_tournament(
            name="Team gin",
            plan=Plan(seats=4),
            starts_at=timezone.now(),
            offer=offer,
        )
