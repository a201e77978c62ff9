"""Skill compared: in some days, with one's division, with one other player; and taken away."""

import csv
import datetime as dt
import io
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.career.reading import duels
from accounts.career.seasons import running_season
from accounts.models import Player, SeasonStanding
from games.exports.spans import Span
from games.models import Round, RoundSkill, Table
from games.running.results import book_results
from games.skill import reading
from games.skill.judging import judge_due_rounds
from games.skill.reading import skills_of
from tests.by_hand import by_hand
from tests.daily.players import a_member
from tests.play.players import finish
from tests.skill.test_judging import seated

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def a_match(one: Player, other: Player, *, rounds: int = 1, **given: Any) -> int:
    table = seated(one, other, rounds=rounds, **given)
    finish(table, [one, other], bot="casual")
    book_results(table_id=table.pk)
    judge_due_rounds(seconds=60)
    return table.pk


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_only_rounds_of_some_days_are_counted() -> None:
    anna, bert = a_member("anna"), a_member("bert")
    old, new = a_match(anna, bert), a_match(anna, bert, rounds=2)
    last_month = timezone.now() - dt.timedelta(days=40)
    with by_hand():  # what is over stays as it was
        Round.objects.filter(table=old).update(ended_at=last_month)
    today = timezone.localdate()
    for span, rounds in (
        (Span(), 3),
        (Span(since=today - dt.timedelta(days=30)), 2),
        (Span(until=today - dt.timedelta(days=30)), 1),
    ):
        (found,) = skills_of(anna, anna, span)
        assert found.all.rounds == rounds
    client = Client()
    since = (today - dt.timedelta(days=30)).isoformat()
    url = f"/api/v1/players/{anna.pk}/accuracy/"
    (told,) = client.get(f"{url}?since={since}").json()["results"]
    assert told["all"]["rounds"] == 2
    assert client.get(f"{url}?since=2090-01-01").json()["results"] == []
    assert Round.objects.filter(table=new).count() == 2
    page = client.get(f"/players/{anna.pk}/?days=30").content.decode()
    assert 'aria-current="true"' in page
    assert "2 rounds" in page


def test_a_division_is_compared_with_where_enough_of_it_have_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running_season()
    players = [a_member(name) for name in ("anna", "bert", "carl", "dora", "emil", "frida")]
    anna = players[0]
    for one, other in zip(players[::2], players[1::2], strict=True):
        a_match(one, other)
    standing = SeasonStanding.objects.get(player=anna)
    assert SeasonStanding.objects.filter(division=standing.division).count() == 6
    (found,) = skills_of(anna, anna)
    assert found.division is not None
    assert (found.division.number, found.division.players) == (standing.division, 6)
    sums = [sum(getattr(one, name) for one in RoundSkill.objects.all()) for name in ("lost", "par")]
    mean = 100 * (1 - sums[0] / sums[1])  # by hand, but for the game's mean loss
    gap = (100 - found.division.percent) / (100 - mean)
    assert 0 < gap < 1
    monkeypatch.setattr(reading, "DIVISION_PLAYERS_MIN", 7)
    (found,) = skills_of(anna, anna)
    assert found.division is None


def test_rounds_that_not_everybody_may_know_tell_nothing_of_a_division() -> None:
    running_season()
    players = [a_member(name) for name in ("anna", "bert", "carl", "dora", "emil", "frida")]
    for one, other in zip(players[::2], players[1::2], strict=True):
        table = a_match(one, other)
        Table.objects.filter(pk=table).update(is_private=True)
    (found,) = skills_of(players[0], players[0])
    assert found.division is None


def test_two_players_see_who_came_before_whom() -> None:
    anna, bert, carl = a_member("anna"), a_member("bert"), a_member("carl")
    for _match in range(3):
        a_match(anna, bert)
    a_match(anna, bert, preset="romme_500")
    a_match(bert, carl)
    mine, theirs = duels(anna, bert), duels(bert, anna)
    assert [(one.name, one.matches) for one in mine] == [("gin_palast", 3), ("romme_500", 1)]
    assert [(one.ahead, one.behind) for one in mine] == [(one.behind, one.ahead) for one in theirs]
    assert all(one.ahead + one.behind + one.level == one.matches for one in mine)
    assert duels(anna, carl) == []
    told = signed_in(anna).get(f"/api/v1/players/{bert.pk}/head-to-head/").json()
    assert told["player"]["name"] == "bert"
    assert [one["matches"] for one in told["results"]] == [3, 1]
    assert Client().get(f"/api/v1/players/{bert.pk}/head-to-head/").status_code == 401
    assert "Du und bert" in signed_in(anna).get(f"/players/{bert.pk}/").content.decode()
    assert "Du und" not in Client().get(f"/players/{bert.pk}/").content.decode()


def test_judged_rounds_are_taken_away_as_lines() -> None:
    anna, bert = a_member("anna"), a_member("bert")
    table = a_match(anna, bert, rounds=3)
    client, url = signed_in(anna), "/api/v1/me/export/skill/"
    answer = client.get(f"{url}?format=ndjson&limit=2")
    lines = [json.loads(line) for line in answer.content.splitlines()]
    assert [(one["table"], one["round"]) for one in lines] == [(table, 1), (table, 2)]
    assert 'rel="next"' in answer["Link"]
    rest = client.get(answer["Link"].split(">")[0][1:])
    assert [json.loads(line)["round"] for line in rest.content.splitlines()] == [3]
    for one in lines:
        luck = one["luck"]
        parts = sum(luck[name] for name in luck if name not in ("result", "luck"))
        assert parts == pytest.approx(luck["result"])
        assert 0 <= one["accuracy"] <= 100
    rows = list(csv.DictReader(io.StringIO(client.get(f"{url}?format=csv").content.decode())))
    assert [row["round"] for row in rows] == ["1", "2", "3"]
    assert float(rows[0]["result"]) == lines[0]["luck"]["result"]
    nothing = client.get(f"{url}?until=2020-01-01").json()
    assert nothing == {"results": [], "next_cursor": None}
