"""Whoever goes is forgotten: nowhere a name, everywhere the chips."""

from typing import Any

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from django.db import connection
from django.test import Client

from accounts.books.posting import wallet_of
from accounts.joining.players import create_guest, create_player
from accounts.models import ApiToken, Notice, Player
from accounts.notices.telling import tell
from accounts.own_data.chapters import CHAPTERS
from accounts.own_data.erasing import erase_account
from accounts.people.befriending import befriend
from accounts.programs.bots.accounts import create_bot_account
from accounts.programs.tokens.issuing import issue_token
from backoffice.models import PlayerNote
from backoffice.people.premium import give_premium
from backoffice.people.sanctions import sanction_player
from backoffice.permissions import Role
from games.models import ChatMessage, Seat, Table, TableStatus
from games.models.naming import named_facts
from games.moves.acting import play_action
from games.tables.lobby.quick_seat import quick_seat
from games.tables.opening import create_table
from games.tables.terms import TableOffer
from games.talk import chat
from rummy.match import Resign
from tests.backoffice.staff import browser as office_browser
from tests.backoffice.staff import colleague
from tests.pages.tables import finished_ring
from tests.social.tables import between_rounds
from tests.tournaments.club import quick, require_no_faults
from tests.tournaments.test_verified_rounds import played_out
from tournaments.director import TURBO, Plan
from web.refusals import Refused, sentences

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PASSWORD = "cards for ever"
NAME = "Xanthippe"


@pytest.fixture
def xanthippe() -> Player:
    return create_player(name=NAME, password=PASSWORD, email="xanthippe@example.org")


def browser(player: Player) -> Client:
    """Signed in a moment ago, by the password."""
    client = Client(headers={"accept-language": "en"})
    client.post("/accounts/login/", {"login": player.username, "password": PASSWORD})
    return client


def erase(client: Client, name: str = NAME) -> str:
    """What the page says to whoever wants to go."""
    answer = client.post("/settings/erase/", {"name": name}, follow=True)
    return answer.content.decode()


def rows_naming(name: str) -> list[str]:
    """The tables in which a name stands, in whatever column, in plain letters."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        found = []
        for table in tables:
            asked = f'SELECT count(*) FROM "{table}" AS rows WHERE rows::text ILIKE %s'
            cursor.execute(asked, [f"%{name}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found


def test_the_name_stands_nowhere_any_more_and_the_books_balance(
    xanthippe: Player, bert: Player
) -> None:
    table = finished_ring(xanthippe, bert)
    talking = between_rounds(xanthippe, bert)
    chat.say(table_id=talking.pk, player=xanthippe, words="good evening")
    tell(player=xanthippe, kind="tournament_started", facts={"tournament": 1, "name": "Cup"})
    issue_token(player=xanthippe, name="mine")
    befriend(player=xanthippe, other=bert)
    bot, _text = create_bot_account(owner=xanthippe, name=f"{NAME}s_bot")
    PlayerNote.objects.create(player=xanthippe, author=bert, words="loud")
    client = browser(xanthippe)
    assert "You sit at table" in erase(client)
    play_action(
        table_id=talking.pk,
        player_id=xanthippe.pk,
        action=Resign(),
        expected_version=None,
        key="resign",
    )

    assert "Your account is erased" in erase(client)

    assert rows_naming(NAME) == []
    gone = Player.objects.get(pk=xanthippe.pk)
    (asked,) = Notice.objects.filter(player=bert, kind="friend_requested")
    assert asked.facts["name"] == gone.username
    assert (gone.username, gone.is_active) == (f"# {gone.pk}", False)
    assert wallet_of(gone).balance == 0
    assert wallet_of(bot).balance == 0
    for chapter in CHAPTERS.values():
        assert chapter.stays or not chapter.of(gone).exists(), chapter.name
    assert not ChatMessage.objects.filter(author=gone).exists()
    assert not PlayerNote.objects.filter(player=gone).exists()
    assert Client().login(username=NAME, password=PASSWORD) is False
    assert f"# {gone.pk}" in browser_page(f"/tables/{table.pk}/replay/1/")
    require_no_faults()


def test_the_office_reads_that_an_account_was_deleted_and_its_chips_collected(
    xanthippe: Player,
) -> None:
    owner = colleague("owner", name="Olga")
    erase_account(xanthippe)
    office = office_browser(owner)
    file = office.get(f"/office/players/{xanthippe.pk}/").content.decode()
    assert "Account closed: chips collected" in file
    assert '<span class="badge">deleted</span>' in file
    assert "banned" not in file
    assert "premium-days" not in file
    assert "sanction-kind" not in file
    report = office.get("/office/figures/chips/").content.decode()
    assert "Account closed: chips collected" in report
    assert f"# {xanthippe.pk}" not in office.get("/office/players/?kind=banned").content.decode()
    gone = Player.objects.get(pk=xanthippe.pk)
    with pytest.raises(Refused, match="account_deleted"):
        sanction_player(player_id=gone.pk, kind="ban", hours=None, reason="late", by=owner)
    with pytest.raises(Refused, match="account_deleted"):
        give_premium(player_id=gone.pk, days=3, reason="late", by=owner)


def browser_page(path: str) -> str:
    return Client(headers={"accept-language": "en"}).get(path, follow=True).content.decode()


def test_no_name_is_left_of_a_tournament_and_of_what_the_staff_did() -> None:
    plan = Plan(seats=2, stack_chips=30, schedule=TURBO)
    tournament = played_out(plan, quick("gin_palast"), 3)
    someone = Player.objects.get(username="Robot 1", entries__tournament=tournament)
    someone.is_bot, someone.bot_key = False, ""  # played by the house, and still a person
    someone.save()
    boss = colleague(Role.OWNER, name="Boss")
    sanction_player(player_id=someone.pk, kind="warning", hours=None, reason="loud", by=boss)
    quick_seat(player=someone, wish=None)
    seat = Seat.objects.filter(player=someone, table__status="playing").get()
    assert "Robot 1" in seat.table.title
    play_action(
        table_id=seat.table_id,
        player_id=someone.pk,
        action=Resign(),
        expected_version=None,
        key="resign",
    )
    erase_account(someone)
    assert rows_naming("Robot 1") == []
    require_no_faults()


def test_only_who_types_the_name_and_shows_the_password_goes(xanthippe: Player) -> None:
    client = browser(xanthippe)
    assert "exactly as it stands" in erase(client, "xanthippe")
    assert Player.objects.get(pk=xanthippe.pk).is_active
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = []
    session.save()
    answer = client.post("/settings/erase/", {"name": NAME})
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    assert Player.objects.get(pk=xanthippe.pk).is_active


def test_a_guest_goes_without_a_password() -> None:
    guest = create_guest()
    client = Client(headers={"accept-language": "en"})
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    assert "erased" in erase(client, guest.username)
    assert not Player.objects.get(pk=guest.pk).is_active


def test_every_session_and_token_ends(xanthippe: Player) -> None:
    one, other = browser(xanthippe), browser(xanthippe)
    erase(one)
    assert other.get("/settings/").status_code == 302
    assert not ApiToken.objects.filter(user=xanthippe).exists()
    assert "erased" not in erase(other)


def test_colleagues_and_bots_do_not_go(xanthippe: Player) -> None:
    Player.objects.filter(pk=xanthippe.pk).update(is_staff=True)
    assert str(sentences()["staff_stay"]) in erase(browser(xanthippe))


def test_nobody_can_stand_in_the_way_by_a_name(anna: Player) -> None:
    """The names of those who are gone are free of all that anybody chooses."""
    guest = create_guest()
    Player.objects.filter(pk=anna.pk).update(
        username=f"Formerplayer{guest.pk}", skeleton=f"formerplayer{guest.pk}"
    )
    client = Client(headers={"accept-language": "en"})
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    assert "erased" in erase(client, guest.username)


def test_the_name_may_be_had_again(xanthippe: Player) -> None:
    erase(browser(xanthippe))
    assert create_player(name=NAME, password=PASSWORD).pk != xanthippe.pk
    assert Notice.objects.filter(player=xanthippe).count() == 0


def test_what_is_called_alike_is_told_as_before(anna: Player) -> None:
    """Names and words that hold the name of who goes: of others, of things, of the house."""
    goes = create_player(name="Freeroll", password=PASSWORD)
    told: list[tuple[str, dict[str, Any]]] = [
        ("friend_requested", {"name": "Freeroll-Lena", "player": 1}),
        ("friend_accepted", {"name": "Freeroll.B", "player": 1}),
        ("tournament_started", {"tournament": 1, "name": "Freeroll", "table": 1}),
        ("club_accepted", {"club": "Freeroll", "number": 1}),
        ("table_invitation", {"name": "bert", "table": 1, "table_name": "x", "invite": "Freeroll"}),
        ("director_ordered", {"order": "Freeroll", "name": "Freeroll", "remark": "By request"}),
    ]
    for kind, facts in told:
        tell(player=anna, kind=kind, facts=facts)
    erase_account(goes)
    kept = Notice.objects.filter(player=anna).order_by("pk").values_list("kind", "facts")
    assert list(kept) == told


def test_a_name_goes_from_among_others_and_from_what_was_typed(anna: Player) -> None:
    goes = create_player(name="request", password=PASSWORD)
    order = {"first": "request", "other": "bert, request, request_2", "remark": "Ask request."}
    tell(player=anna, kind="director_ordered", facts=order)
    tell(
        player=anna, kind="director_ordered", facts={"remark": "By request", "result": "request 5"}
    )
    erase_account(goes)
    number = f"# {goes.pk}"
    first, second = Notice.objects.filter(player=anna).order_by("pk")
    assert first.facts == {
        "first": number,
        "other": f"bert, {number}, request_2",
        "remark": f"Ask {number}.",
    }
    assert second.facts == {"remark": "By request", "result": f"{number} 5"}


def test_a_table_named_by_who_goes_is_told_of_without_the_name(
    xanthippe: Player, bert: Player
) -> None:
    table = create_table(player=xanthippe, offer=TableOffer(), name=f"{NAME}’s evening")
    facts = {"name": NAME, "table": table.pk, **named_facts(table), "invite": ""}
    tell(player=bert, kind="table_invitation", facts=facts)
    Table.objects.filter(pk=table.pk).update(status=TableStatus.CANCELLED)
    erase_account(xanthippe)
    assert NAME not in str(Notice.objects.get(player=bert).facts)
