"""The office's page on which a club's members are added from a file."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from backoffice.models import StaffAct
from tests.backoffice.staff import colleague

pytestmark = pytest.mark.django_db

CLUB = "Name;E-Mail;Sprache\nUte_Maier;ute@example.org;de\nJörg_Brandt;;\n"


@pytest.fixture
def owner() -> Client:
    client = Client()
    client.force_login(colleague("owner"))
    return client


def sent(client: Client, text: str | bytes, **more: str) -> Any:
    content = text.encode() if isinstance(text, str) else text
    file = SimpleUploadedFile("club.csv", content, content_type="text/csv")
    return client.post(reverse("office-import-file"), {"file": file, **more}, follow=True)


def confirmed(client: Client, looked: Any, **more: str) -> Any:
    # Browsers send what stands in a textarea with these ends of lines.
    text = looked.context["text"].replace("\r\n", "\n").replace("\n", "\r\n")
    wanted = {"csv": text, "confirm": looked.context["report"].digest, **more}
    return client.post(reverse("office-import-file"), wanted, follow=True)


def test_a_file_is_looked_at_first_and_then_done(owner: Client) -> None:
    Player.objects.create_user("Jörg_Brandt", password="rummy-evening-7")
    looked = sent(owner, "\ufeff" + CLUB.replace("\n", "\r\n"))
    assert [(one.row, one.name, one.is_new) for one in looked.context["lines"]] == [
        (2, "Ute_Maier", True),
        (3, "Jörg_Brandt", False),
    ]
    assert not Player.objects.filter(username="Ute_Maier").exists()
    done = confirmed(owner, looked)
    assert "1 person has been added." in done.content.decode()
    made = Player.objects.get(username="Ute_Maier")
    assert (made.email, made.language) == ("ute@example.org", "de")
    act = StaffAct.objects.get(act="players_imported")
    assert (act.after["new"], act.after["known"]) == (1, 1)


def test_faults_stand_at_their_rows_and_nothing_is_done(owner: Client) -> None:
    looked = sent(owner, "name\nUte Maier\nKarl_Lorenz\n=cmd()\n")
    faults = {one.row: one.fault for one in looked.context["lines"]}
    assert "Ute_Maier" in faults[2]
    assert faults[3] == ""
    assert faults[4]
    assert 'name="confirm"' not in looked.content.decode()
    confirmed(owner, looked)
    assert not Player.objects.filter(username="Karl_Lorenz").exists()


def test_names_with_spaces_are_written_as_one_where_that_is_wished(owner: Client) -> None:
    looked = sent(owner, "name\nUte  Maier\n", joins_names="1")
    assert 'name="joins_names" value="1"' in looked.content.decode()
    confirmed(owner, looked, joins_names="1")
    assert Player.objects.filter(username="Ute_Maier").exists()


def test_a_file_in_another_encoding_is_told_so(owner: Client) -> None:
    answer = sent(owner, "name\nJörg\n".encode("cp1252"))
    assert "CSV UTF-8" in answer.content.decode()


def test_it_is_the_owners(owner: Client) -> None:
    client = Client()
    client.force_login(colleague("moderator"))
    assert client.get(reverse("office-import")).status_code == 403
    assert sent(client, CLUB).status_code == 403
    assert reverse("office-import") in owner.get(reverse("office-players")).content.decode()


def test_one_person_is_typed_in_without_a_file(owner: Client) -> None:
    typed = {"csv": "name\r\nHeinz\r\n"}
    looked = owner.post(reverse("office-import-file"), typed, follow=True)
    assert not Player.objects.filter(username="Heinz").exists()
    assert "1 person has been added." in confirmed(owner, looked).content.decode()
    assert Player.objects.filter(username="Heinz").exists()
    empty = owner.post(reverse("office-import-file"), {"csv": ""}, follow=True)
    assert "report" in empty.context
    assert empty.context["report"] is None
