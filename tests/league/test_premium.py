"""Premium membership: time, rights, tickets (PLAY-5)."""

import datetime as dt
import os
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.joining.players import create_guest
from accounts.models import Membership, Player
from accounts.premium.giving import (
    CODE_LETTERS,
    end_premium,
    grant_premium,
    issue_ticket,
    redeem_ticket,
)
from accounts.premium.reading import RIGHTS, may, premium_of, premium_until
from games.running.house import keep_show_tables
from games.tables.lobby.quick_seat import quick_seat
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from tests.architecture.sources import ROOT
from tests.league.tables import member
from tests.play.test_many_at_once import at_once
from web.refusals import Refused

NOW = timezone.now()
DAY = dt.timedelta(days=1)
SPECIAL = TableOffer(house_rules=("oklahoma",))


@pytest.fixture
def anna() -> Player:
    return member("Anna")


@pytest.fixture
def _all_rights(settings: Any) -> None:
    settings.PREMIUM_RIGHTS = list(RIGHTS)


def refusal(job: Any, **arguments: Any) -> str:
    with pytest.raises(Refused) as refused:
        job(**arguments)
    return refused.value.code


def test_by_default_all_rights_are_for_members() -> None:
    """Asked of a process of its own: the tests run with rights for everybody."""
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "import django; django.setup(); from django.conf import settings;"
            "print(*settings.PREMIUM_RIGHTS)",
        ],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "PREMIUM_RIGHTS"}
        | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert tuple(said.stdout.split()) == RIGHTS


def test_a_misspelt_right_stops_the_start() -> None:
    """It would be everybody's."""
    environ = {**os.environ, "PREMIUM_RIGHTS": "rematch,statistic"}
    start = [sys.executable, "manage.py", "check"]
    ended = subprocess.run(start, capture_output=True, text=True, check=False, env=environ)
    assert ended.returncode
    assert "PREMIUM_RIGHTS may name special_rules, rematch, statistics, none" in ended.stderr


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.usefixtures("_all_rights")
class TestTime:
    def test_nobody_is_a_member_from_the_start(self, anna: Player) -> None:
        assert premium_until(anna.pk) is None
        assert premium_of(anna).rights == ()

    def test_a_grant_runs_for_its_days(self, anna: Player) -> None:
        granted = grant_premium(player=anna, days=30, key="gift")
        assert granted.ends_at - granted.starts_at == 30 * DAY
        assert premium_of(anna).rights == RIGHTS
        assert premium_until(anna.pk, now=granted.ends_at - dt.timedelta(seconds=1))
        assert premium_until(anna.pk, now=granted.ends_at) is None

    def test_a_second_grant_follows_the_first_without_a_gap(self, anna: Player) -> None:
        first = grant_premium(player=anna, days=30, key="gift")
        second = grant_premium(player=anna, days=10, key="another gift")
        assert second.starts_at == first.ends_at
        assert premium_until(anna.pk) == second.ends_at

    def test_one_key_gives_once(self, anna: Player) -> None:
        for _ in range(2):
            grant_premium(player=anna, days=30, key="gift")
        assert Membership.objects.count() == 1

    @pytest.mark.parametrize("days", [0, -1, 3661])
    def test_a_grant_has_sensible_length(self, days: int, anna: Player) -> None:
        assert refusal(grant_premium, player=anna, days=days, key="gift") == "out_of_range"

    def test_time_that_begins_later_is_none_yet(self, anna: Player) -> None:
        Membership.objects.create(
            player=anna, key="later", starts_at=NOW + DAY, ends_at=NOW + 2 * DAY
        )
        assert premium_until(anna.pk) is None

    def test_what_is_taken_away_ends_now(self, anna: Player) -> None:
        grant_premium(player=anna, days=30, key="gift")
        grant_premium(player=anna, days=30, key="another gift")
        end_premium(player=anna)
        assert premium_until(anna.pk) is None


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.usefixtures("_all_rights")
class TestSpecialRules:
    """PLAY-5: opening rated tables with special rules is the right; joining never is."""

    def test_others_are_refused_with_a_sentence(self, anna: Player) -> None:
        assert refusal(create_table, player=anna, offer=SPECIAL) == "premium_required"

    def test_members_open_them(self, anna: Player) -> None:
        grant_premium(player=anna, days=1, key="gift")
        assert create_table(player=anna, offer=SPECIAL).pk

    def test_everybody_joins_them(self, anna: Player) -> None:
        grant_premium(player=anna, days=1, key="gift")
        table = create_table(player=anna, offer=SPECIAL)
        assert join_table(table_id=table.pk, player=create_guest()).number == 0

    def test_the_house_opens_them(self) -> None:
        assert create_table(player=None, offer=SPECIAL).pk

    @pytest.mark.parametrize(
        "offer",
        [
            TableOffer(),
            TableOffer(training=True, house_rules=("oklahoma", "jokers")),
            TableOffer(house_rules=("training", "hirschn")),
        ],
    )
    def test_plain_tables_and_training_are_everybodys(self, offer: TableOffer) -> None:
        assert create_table(player=create_guest(), offer=offer).pk

    def test_a_setting_gives_the_right_to_everybody(self, anna: Player, settings: Any) -> None:
        settings.PREMIUM_RIGHTS = ["rematch"]
        assert create_table(player=anna, offer=SPECIAL).pk
        assert may(anna, "special_rules")
        assert not may(anna, "rematch")

    def test_quick_seat_and_the_houses_tables_go_on(self) -> None:
        assert quick_seat(player=create_guest())
        assert keep_show_tables(tables=2) == 2


@pytest.mark.django_db(databases=["default", "owner"])
class TestTickets:
    def test_a_ticket_gives_its_days(self, anna: Player) -> None:
        ticket = issue_ticket(days=7, note="Prize of the evening")
        redeemed = redeem_ticket(player=anna, code=f" {ticket.code[:6].lower()}-{ticket.code[6:]} ")
        assert redeemed.ends_at - redeemed.starts_at == 7 * DAY
        assert redeemed.note == "Prize of the evening"

    def test_redeeming_ones_own_again_changes_nothing(self, anna: Player) -> None:
        ticket = issue_ticket(days=7)
        first = redeem_ticket(player=anna, code=ticket.code)
        assert redeem_ticket(player=anna, code=ticket.code) == first

    def test_what_staff_have_taken_away_is_not_redeemed_a_second_time(self, anna: Player) -> None:
        grant_premium(player=anna, days=30, key="gift")
        ticket = issue_ticket(days=7)
        redeem_ticket(player=anna, code=ticket.code)
        end_premium(player=anna)
        assert refusal(redeem_ticket, player=anna, code=ticket.code) == "ticket_redeemed"
        assert premium_until(anna.pk) is None

    @pytest.mark.django_db(transaction=True, databases=["default", "owner"])
    def test_of_sixteen_hands_at_once_one_gets_it(self) -> None:
        ticket = issue_ticket(days=7)
        people = [create_guest() for _ in range(16)]
        results = at_once([partial(redeem_ticket, player=one, code=ticket.code) for one in people])
        assert sum(isinstance(result, Membership) for result in results) == 1
        refused = [result for result in results if not isinstance(result, Membership)]
        assert {one.code for one in refused} == {"ticket_redeemed"}
        assert Membership.objects.count() == 1

    def test_unknown_and_expired_ones_are_refused(self, anna: Player) -> None:
        assert refusal(redeem_ticket, player=anna, code="NOSUCHTICKET") == "ticket_unknown"
        assert refusal(redeem_ticket, player=anna, code="") == "ticket_unknown"
        late = issue_ticket(days=7, expires_at=NOW - DAY)
        assert refusal(redeem_ticket, player=anna, code=late.code) == "ticket_expired"

    def test_codes_are_long_and_unmistakable(self) -> None:
        codes = {issue_ticket(days=1).code for _ in range(50)}
        assert len(codes) == 50
        assert set("".join(codes)) <= set(CODE_LETTERS)
        assert not set("01IO") & set(CODE_LETTERS)
        assert len(CODE_LETTERS) ** 12 > 2**59
