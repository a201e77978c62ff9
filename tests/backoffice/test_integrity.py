"""Finished rounds of gin are looked through once; staff see who plays otherwise with whom."""

import datetime as dt
import re

import pytest
from django.utils import timezone

from accounts.models import CountedRound, Player
from backoffice.integrity.collusion import FIELDS
from backoffice.integrity.striking import findings_of, look_through_rounds, striking_pairs
from backoffice.integrity.turns import pairs_taking_turns, turns_of
from backoffice.models import RoundBehaviour, Seen, SeenKind
from games.models import Round
from games.tables.opening import join_table
from tests.api.playing import guest
from tests.backoffice.staff import browser, colleague
from tests.pages.browsers import look
from tests.pages.tables import finished_ring, open_table
from tests.play.players import finish

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_a_finished_round_of_gin_is_looked_through_once(anna: Player, bert: Player) -> None:
    finished_ring(anna, bert, rounds=2)
    assert look_through_rounds(most=1) == 1
    assert look_through_rounds() == 1
    assert look_through_rounds() == 0
    seen = RoundBehaviour.objects.order_by("round__number", "player_id")
    assert [(one.round.number, one.player, one.opponent) for one in seen] == [
        (number, *both) for number in (1, 2) for both in ((anna, bert), (bert, anna))
    ]
    for one in seen:
        assert (one.rounds, one.squared) == (1, one.given_away**2)
        assert one.least_helpful + one.least_harmless > 0
        assert one.least_avoided <= one.least_helpful
        assert one.least_fed <= one.least_harmless


def test_other_games_and_rounds_of_bots_alone_are_left(anna: Player, bert: Player) -> None:
    romme = open_table(anna, preset="romme_500")
    join_table(table_id=romme.pk, player=bert)
    finish(romme, [anna, bert], bot="solid")
    bots = finished_ring(anna, bert)
    Player.objects.filter(pk__in=[anna.pk, bert.pk]).update(is_bot=True, bot_key="solid")
    assert bots.rounds.count() == 1
    assert look_through_rounds() == 0


def test_a_round_against_a_bot_is_usual_play(anna: Player, bert: Player) -> None:
    finished_ring(anna, bert)
    Player.objects.filter(pk=bert.pk).update(is_bot=True, bot_key="solid")
    assert look_through_rounds() == 1
    assert RoundBehaviour.objects.get().player == anna


def seen(round_: Round, player: Player, opponent: Player, rounds: int, fed: int) -> None:
    counts = dict.fromkeys(FIELDS, 0) | {"rounds": rounds, "least_followed": 5 * rounds}
    counts |= {"least_harmless": 5 * rounds, "least_fed": fed}
    RoundBehaviour.objects.create(round=round_, player=player, opponent=opponent, **counts)


def test_who_feeds_one_alone_is_shown_with_the_numbers(anna: Player, bert: Player) -> None:
    carl = guest()
    together = finished_ring(anna, bert).rounds.get()
    apart = [finished_ring(anna, carl).rounds.get(), finished_ring(bert, carl).rounds.get()]
    seen(together, anna, bert, 50, fed=40)
    seen(together, bert, anna, 50, fed=5)
    for round_, player in zip(apart, (anna, bert), strict=True):
        seen(round_, player, carl, 100, fed=10)
        seen(round_, carl, player, 100, fed=10)
    (odd,) = striking_pairs()
    assert (odd.one, odd.other, odd.finding.signal, odd.finding.player) == (
        anna,
        bert,
        "feeding",
        0,
    )
    assert (odd.finding.together, odd.finding.otherwise) == (40 / 250, 10 / 500)
    assert striking_pairs(player_id=carl.pk) == []
    assert findings_of(anna.pk, bert.pk)[0].corrected == odd.finding.corrected
    assert findings_of(bert.pk, anna.pk)[0].player == 1
    client = browser(colleague("director", name="Dora"))
    page = look(client.get("/office/integrity/")).text
    assert "Anna: Discards what the other can use" in page
    page = client.get(f"/office/integrity/{anna.pk}/{bert.pk}/").content.decode()
    assert "In 50 rounds of gin for two" in page
    assert re.search(r">16 %</td>\s*<td[^>]*>2 %</td>", page)
    page = client.get(f"/office/integrity/{anna.pk}/{carl.pk}/").content.decode()
    assert "Take a look" not in page


def test_accounts_that_take_turns_are_shown_where_they_share_a_browser(
    anna: Player, bert: Player
) -> None:
    """Bert begins ten minutes after Anna has stopped, evening by evening."""
    now = timezone.now().replace(hour=20, minute=0)
    for day in range(1, 15):
        evening = now - dt.timedelta(days=day, minutes=37 * day)
        for player, at in ((anna, evening), (bert, evening + dt.timedelta(minutes=10))):
            CountedRound.objects.create(
                player=player, match=f"test:{player}:{day}", number=1, experience=10, at=at
            )
    assert pairs_taking_turns() == [], "nothing ties the two"
    for player in (anna, bert):
        Seen.objects.create(player=player, kind=SeenKind.BROWSER, digest="a" * 32)
    (pair,) = pairs_taking_turns()
    assert (pair.one, pair.other, pair.turns.days, pair.turns.taken) == (anna, bert, 14, 14)
    assert turns_of(bert.pk, anna.pk) == pair.turns
    assert pairs_taking_turns(guest().pk) == []
    client = browser(colleague("director", name="Dora"))
    page = client.get("/office/integrity/").content.decode()
    assert f'<a href="/office/integrity/{anna.pk}/{bert.pk}/">' in page
    page = client.get(f"/office/integrity/{anna.pk}/{bert.pk}/").content.decode()
    assert "On 14 days both played elsewhere than together" in page
    told = client.get("/api/v1/office/integrity/").json()["turns"]
    assert told[0]["turns"]["taken"] == 14
