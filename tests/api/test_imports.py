"""Importing players and entries from CSV: looked at first, all or nothing, once."""

import datetime as dt
import io
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.books.reading import wallet_balance
from accounts.books.statement_csv import plain_cell
from accounts.imports.sheet import ENTRIES, PEOPLE, ROWS_MAX, read_sheet
from accounts.models import ChipAccount, Notice, Player, Transfer
from accounts.programs.tokens.issuing import issue_token
from tournaments.director import Plan
from tournaments.entries.entering import withdraw
from tournaments.models import Entry, Tournament
from tournaments.planner.publishing import open_tournament
from web.refusals import sentences

from .client import Caller
from .playing import guest, person

database = pytest.mark.django_db(databases=["default", "owner"])
CLUB = "name,email,language\nAnna,anna@example.org,de\nBert,,\n"


def codes(text: str, columns: Any = PEOPLE) -> list[tuple[int, str, str]]:
    return [(one.row, one.column, one.code) for one in read_sheet(text, columns).faults]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [(0, "", "import_empty")]),
        ("\n ,\n", [(0, "", "import_empty")]),
        ("email\na@example.org\n", [(1, "name", "import_column_missing")]),
        ("name,colour\nAnna,red\n", [(1, "colour", "import_column_unknown")]),
        ("name,Name\nAnna,Bert\n", [(1, "name", "import_column_twice")]),
        ("name,email\nAnna\n", [(2, "", "import_row_length")]),
        ("name,email\n\n,a@b.c\n", [(3, "name", "import_cell_missing")]),
        ("name\nAnna\nBert\nANNA\n", [(4, "name", "import_row_twice")]),
        ("name\n" + "x" * 31 + "\n", [(2, "name", "import_cell_too_long")]),
        ("name\n=1+1\n", [(2, "name", "import_cell_formula")]),
        ("name\n＠sum\n", [(2, "name", "import_cell_formula")]),
        ("name\nA\u202eB\n", [(2, "name", "import_cell_unprintable")]),
        ('name\n"Anna\nBert"\n', [(2, "name", "import_cell_unprintable")]),
        ('name\nAnna\n"Be"rt\n', [(3, "", "import_not_csv")]),
        ('name\n"Anna', [(2, "", "import_not_csv")]),
        ("name\n" + "x\n" * (ROWS_MAX + 1), [(0, "", "import_too_many_rows")]),
        ("name\n" + "x" * 300_000, [(0, "", "import_too_large")]),
    ],
)
def test_a_fault_is_named_with_its_row(text: str, faults: list[tuple[int, str, str]]) -> None:
    assert codes(text) == faults


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_what_spreadsheets_save_is_read(separator: str, end: str, mark: str) -> None:
    rows = [["Name", "Team"], ["Anna", '"Die, die; ""immer"" da sind"'], ["Bert", ""]]
    sheet = read_sheet(mark + end.join(separator.join(row) for row in rows), ENTRIES)
    assert sheet.faults == ()
    assert [row.cells for row in sheet.rows] == [
        {"name": "Anna", "team": 'Die, die; "immer" da sind'},
        {"name": "Bert", "team": ""},
    ]


def test_what_our_exports_write_is_read_as_the_name_it_was() -> None:
    assert read_sheet(f"name\n{plain_cell('+max')}\n", PEOPLE).rows[0]["name"] == "+max"


@given(st.text(max_size=200), st.sampled_from(["", "name\n", "name,email\n"]))
def test_no_text_is_too_strange(text: str, heading: str) -> None:
    sheet = read_sheet(heading + text, PEOPLE)
    assert all(row["name"].isprintable() and row["name"] for row in sheet.rows)
    assert {one.code for one in sheet.faults} <= set(sentences())


def test_every_code_has_a_sentence() -> None:
    source = Path("accounts/imports/sheet.py").read_text(encoding="utf-8")
    source += Path("accounts/joining/importing.py").read_text(encoding="utf-8")
    found = set(re.findall(r'"(import_[a-z_]+)"', source))
    assert len(found) > 15
    assert found <= set(sentences())


def boss() -> Caller:
    return Caller(Player.objects.create_superuser(username="boss"), scopes=("people:import",))


def sent(caller: Caller, path: str, text: str, confirm: str = "") -> Any:
    return caller.post(path, {"csv": text, "confirm": confirm})


@database
def test_players_are_looked_at_then_imported_and_only_once() -> None:
    caller = boss()
    moves = Transfer.objects.count()
    trial = sent(caller, "/players/import/", CLUB).json()
    assert (trial["done"], trial["new"], trial["known"], trial["faults"]) == (False, 2, 0, [])
    assert not Player.objects.filter(username="Anna").exists()
    assert Transfer.objects.count() == moves
    done = sent(caller, "/players/import/", CLUB, trial["digest"]).json()
    assert (done["done"], done["new"]) == (True, 2)
    anna = Player.objects.get(username="Anna")
    assert (anna.email, anna.language, anna.has_usable_password()) == (
        "anna@example.org",
        "de",
        False,
    )
    assert wallet_balance(anna) > 0
    before = list(Player.objects.order_by("pk").values()), Transfer.objects.count()
    again = sent(caller, "/players/import/", CLUB, trial["digest"]).json()
    assert (again["done"], again["new"], again["known"]) == (True, 0, 2)
    assert (list(Player.objects.order_by("pk").values()), Transfer.objects.count()) == before


@database
def test_one_bad_row_imports_nobody_and_every_one_is_named() -> None:
    stranger = person("Carl")
    stranger.email = "carl@example.org"
    stranger.save()
    nobody = guest()
    text = (
        "name,email,language\nAnna,,\nBe rt,,\nDora,no address,\nEmil,CARL@example.org,\n"
        f"Carl,other@example.org,\nFritz,,xx\n{nobody.name},,\n"
    )
    caller = boss()
    trial = sent(caller, "/players/import/", text).json()
    assert [(one["row"], one["code"]) for one in trial["faults"]] == [
        (3, "name_has_space"),
        (4, "import_email_unusable"),
        (5, "import_email_taken"),
        (6, "import_somebody_else"),
        (7, "import_language_unknown"),
        (8, "name_taken"),
    ]
    assert all(one["detail"] and "%(" not in one["detail"] for one in trial["faults"])
    refused = sent(caller, "/players/import/", text, trial["digest"])
    assert (refused.status_code, refused.json()["code"]) == (422, "import_has_faults")
    assert len(refused.json()["facts"]["faults"]) == 6
    assert not Player.objects.filter(username="Anna").exists()


@database
def test_only_what_was_looked_at_is_imported() -> None:
    caller = boss()
    digest = sent(caller, "/players/import/", CLUB).json()["digest"]
    other = sent(caller, "/players/import/", CLUB + "Carl,,\n", digest)
    assert (other.status_code, other.json()["code"]) == (409, "import_not_confirmed")
    assert not Player.objects.filter(username="Carl").exists()


@database
def test_staff_without_the_right_import_nobody() -> None:
    clerk = person("clerk")
    clerk.is_staff = True
    clerk.save()
    caller = Caller(clerk, scopes=("people:import",))
    tournament = evening()
    assert sent(caller, "/players/import/", CLUB).json()["code"] == "not_allowed"
    for number in (tournament.pk, 10**12):
        path = f"/tournaments/{number}/entries/import/"
        assert sent(caller, path, "name\nAnna\n").json()["code"] == "not_a_director"


def evening(chips: int = 100, fee: int = 10) -> Tournament:
    starts_at = timezone.now() + dt.timedelta(hours=1)
    return open_tournament(
        is_trial=True,
        name="Evening",
        plan=Plan(buy_in_chips=chips, fee_chips=fee),
        starts_at=starts_at,
    )


@database
def test_entries_are_imported_once_and_paid_once() -> None:
    caller, tournament = boss(), evening()
    sent(caller, "/players/import/", CLUB, sent(caller, "/players/import/", CLUB).json()["digest"])
    anna = Player.objects.get(username="Anna")
    chips = wallet_balance(anna)
    path, text = f"/tournaments/{tournament.pk}/entries/import/", "name;team\nanna;\nBert;\n"
    trial = sent(caller, path, text).json()
    assert (trial["new"], trial["faults"]) == (2, [])
    assert not Entry.objects.exists()
    assert sent(caller, path, text, trial["digest"]).json()["new"] == 2
    assert sent(caller, path, text, trial["digest"]).json()["known"] == 2
    assert wallet_balance(anna) == chips - 110
    withdraw(tournament_id=tournament.pk, player=anna)
    assert sent(caller, path, text, trial["digest"]).json()["known"] == 2
    assert wallet_balance(anna) == chips


@database
def test_nobody_who_plays_here_is_charged_by_an_import() -> None:
    """Whoever has signed in, or lets a program do so, is invited where it costs chips; once."""
    caller, paid, free = boss(), evening(), evening(chips=0, fee=0)
    signed_in, by_program, unused = guest(), guest(), guest()
    Player.objects.filter(pk=signed_in.pk).update(last_login=timezone.now())
    issue_token(player=by_program, name="bot")
    text = "name\n" + "".join(f"{one.name}\n" for one in (signed_in, by_program, unused))
    path = f"/tournaments/{paid.pk}/entries/import/"
    digest = sent(caller, path, text).json()["digest"]
    assert not Notice.objects.filter(kind="tournament_invited").exists()
    for entered in ((1, 0), (0, 1)):
        done = sent(caller, path, text, digest).json()
        assert (done["invited"], done["new"], done["known"]) == (2, *entered)
    assert [entry.player for entry in Entry.objects.all()] == [unused]
    told = Notice.objects.filter(kind="tournament_invited").order_by("player_id")
    assert [one.player for one in told] == [signed_in, by_program]
    assert told[0].facts == {"tournament": paid.pk, "name": "Evening", "chips": 110}
    path = f"/tournaments/{free.pk}/entries/import/"
    assert sent(caller, path, text, sent(caller, path, text).json()["digest"]).json()["new"] == 3


@database
def test_who_is_unknown_or_cannot_pay_is_named_and_nobody_enters() -> None:
    caller, tournament = boss(), evening(chips=500)
    rich = guest()
    person("poor")
    text = f"name\n{rich.name}\npoor\nnobody\n"
    path = f"/tournaments/{tournament.pk}/entries/import/"
    trial = sent(caller, path, text).json()
    assert [(one["row"], one["code"]) for one in trial["faults"]] == [
        (3, "insufficient_chips"),
        (4, "import_player_unknown"),
    ]
    assert sent(caller, path, text, trial["digest"]).status_code == 422
    assert not Entry.objects.exists()
    assert sum(ChipAccount.objects.values_list("balance", flat=True)) == 0


@database
def test_the_command_looks_first_too(tmp_path: Path) -> None:
    file = tmp_path / "club.csv"
    file.write_text(CLUB, encoding="utf-8-sig")
    assert "A trial, nothing has changed: 2 new, 0 known." in ran(file)
    assert not Player.objects.filter(username="Bert").exists()
    assert "Imported: 2 new, 0 known." in ran(file, "--commit")
    assert "Imported: 0 new, 2 known." in ran(file, "--commit")
    file.write_text("name\nBert\nBert\n", encoding="utf-8")
    with pytest.raises(CommandError, match="1 faults; nothing"):
        ran(file, "--commit", "--tournament", str(evening().pk))
    file.write_bytes("name\nJürgen\n".encode("latin-1"))
    with pytest.raises(CommandError, match="UTF-8"):
        ran(file)


def ran(file: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("import_people", str(file), *options, stdout=out, stderr=io.StringIO())
    return out.getvalue()
