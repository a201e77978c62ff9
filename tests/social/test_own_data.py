"""A player takes everything about themselves away: all of it, and nothing of anybody else."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import Notice, Player
from accounts.notices.telling import tell
from accounts.own_data.chapters import CHAPTERS, KEPT_BACK
from accounts.programs.tokens.issuing import issue_token
from tests.pages.tables import finished_ring
from web.security import limits

SECRETS = {"password", "digest", "secret", "challenge", "data", "code", "invite", "skeleton"}


def archive_of(player: Player) -> zipfile.ZipFile:
    client = Client(headers={"accept-language": "en"})
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/settings/jeton-data.zip")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    return zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))  # type: ignore[attr-defined]


def data_of(player: Player) -> dict[str, list[dict[str, Any]]]:
    told: dict[str, list[dict[str, Any]]] = json.loads(archive_of(player).read("data.json"))
    return told


def test_every_model_that_names_a_player_is_told_or_kept_back_with_a_reason() -> None:
    naming = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.related_model is Player and not field.auto_created
    }
    told = {chapter.model for chapter in CHAPTERS.values()} | {"accounts.Posting"}
    assert naming <= told | set(KEPT_BACK), "say in an own_data.py what a player is given of it"
    assert told.isdisjoint(KEPT_BACK)


def test_no_chapter_has_a_secret() -> None:
    for chapter in CHAPTERS.values():
        for field in chapter.fields:
            words = field.replace("__", "_").split("_")
            assert not set(words) & SECRETS, (chapter.name, field)


@pytest.mark.django_db
def test_the_file_holds_what_is_ones_own(anna: Player, bert: Player) -> None:
    table = finished_ring(anna, bert)
    issue_token(player=anna, name="=my bot")
    tell(player=anna, kind="tournament_started", facts={"tournament": 1, "name": "Cup"})
    told = data_of(anna)
    assert told["account"][0]["username"] == "Anna"
    assert [row["table__id"] for row in told["seats"]] == [table.pk]
    balance = next(row["balance"] for row in told["wallets"] if row["kind"] == "wallet")
    assert (
        sum(row["amount"] for row in told["chips"] if row["account__kind"] == "wallet") == balance
    )
    assert [row["name"] for row in told["tokens"]] == ["=my bot"]
    assert len(told["notices"]) == Notice.objects.filter(player=anna).count()
    assert set(told) == set(CHAPTERS)


@pytest.mark.django_db
def test_nothing_of_anybody_else_is_in_it(anna: Player, bert: Player) -> None:
    finished_ring(anna, bert)
    Player.objects.filter(pk=bert.pk).update(email="bert@example.org")
    issue_token(player=bert, name="berts")
    assert b"bert" not in archive_of(anna).read("data.json").lower()


@pytest.mark.django_db
def test_a_sheet_is_safe_to_open(anna: Player) -> None:
    issue_token(player=anna, name="=cmd|calc")
    archive = archive_of(anna)
    (row,) = csv.DictReader(io.StringIO(archive.read("tokens.csv").decode("utf-8-sig")))
    assert row["name"] == "'=cmd|calc"
    assert "friends.csv" not in archive.namelist()


@pytest.mark.django_db
def test_it_is_made_only_so_often(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OWN_DATA", replace(limits.OWN_DATA, most=1))
    archive_of(anna)
    client = Client(headers={"accept-language": "en"})
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/settings/jeton-data.zip")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/settings/")
    assert Client().post("/settings/jeton-data.zip").status_code == 302
