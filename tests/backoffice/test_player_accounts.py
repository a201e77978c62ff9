"""Another name, a new password, a lost second factor, signing out: what staff do for a player."""

import datetime as dt
import html
import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.utils import timezone

from accounts.joining.players import create_bot, create_guest, create_player
from accounts.models import (
    ApiToken,
    Membership,
    Notice,
    OAuthApp,
    OAuthGrant,
    Player,
    PremiumTicket,
    Session,
)
from accounts.notices.inbox import shown
from accounts.premium.giving import redeem_ticket
from accounts.programs.tokens.issuing import issue_token
from backoffice.models import StaffAct
from tests.backoffice.staff import PASSWORD, browser, colleague
from tests.pages.tables import open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
NEW = "seven of diamonds"


@pytest.fixture
def office() -> Client:
    return browser(colleague("owner", name="Olga"))


def told(player: Player) -> str:
    return Notice.objects.get(player=player).kind


def signs_in(name: str, password: str) -> bool:
    client = browser()
    client.post("/accounts/login/", {"login": name, "password": password})
    return "_auth_user_id" in client.session


def link_in(page: str) -> str:
    found = re.search(r'<code class="secret">http://[^/]+(/[^<]+)</code>', page)
    assert found, page
    return html.unescape(found[1])


def test_who_is_locked_out_gets_a_link_that_is_good_once(office: Client) -> None:
    anna = create_player(name="Anna", password=PASSWORD)
    path = f"/office/players/{anna.pk}/password-link/"
    assert "Say why" in office.post(path, {"reason": " "}, follow=True).content.decode()
    page = office.post(path, {"reason": "knows it no more"}).content.decode()
    link = link_in(page)
    assert link not in office.get(f"/office/players/{anna.pk}/").content.decode()
    assert (StaffAct.objects.get().act, told(anna)) == ("password_link_given",) * 2
    assert link.split("/")[-2] not in str(StaffAct.objects.values()) + str(Notice.objects.values())
    hers, sent = browser(), {"password1": NEW, "password2": NEW}
    form = hers.get(link, follow=True).redirect_chain[-1][0]
    assert hers.post(form, sent).status_code == 302
    assert signs_in("Anna", NEW)
    assert not signs_in("Anna", PASSWORD)
    assert hers.post(browser().get(link).headers.get("location", link), sent).status_code == 200
    assert signs_in("Anna", NEW)


def test_nobody_opens_a_colleagues_account_and_programs_have_no_password(office: Client) -> None:
    mona, guest = colleague("moderator", name="Mona"), create_guest()
    bot = create_bot(name="Robo", bot_key="easy")
    for player, words in (
        (mona, "is on the staff"),
        (guest, "not a member"),
        (bot, "not a member"),
    ):
        path = f"/office/players/{player.pk}/password-link/"
        assert "password-link" not in office.get(f"/office/players/{player.pk}/").content.decode()
        assert words in office.post(path, {"reason": "asked"}, follow=True).content.decode()
    path = f"/office/players/{mona.pk}/rename/"
    refused = office.post(path, {"name": "Mone", "reason": "x"}, follow=True).content.decode()
    assert "is on the staff" in refused
    assert not StaffAct.objects.exists()
    assert not Notice.objects.exists()


def test_a_lost_second_factor_is_taken_away_and_the_password_stays(office: Client) -> None:
    anna = create_player(name="Anna", password=PASSWORD)
    TOTP.activate(anna, generate_totp_secret())
    path = f"/office/players/{anna.pk}/forget-factor/"
    assert not signs_in("Anna", PASSWORD)  # the code is asked for
    assert path in office.get(f"/office/players/{anna.pk}/").content.decode()
    office.post(path, {"reason": "a lost phone"})
    assert not Authenticator.objects.filter(user=anna).exists()
    assert signs_in("Anna", PASSWORD)
    assert (StaffAct.objects.get().act, told(anna)) == ("second_factor_taken",) * 2
    again = office.post(path, {"reason": "once more"}, follow=True).content.decode()
    assert "has no second factor" in again
    assert path not in office.get(f"/office/players/{anna.pk}/").content.decode()


def test_signed_out_everywhere_nothing_of_theirs_gets_in_any_more(office: Client) -> None:
    anna, bert = (create_player(name=name, password=PASSWORD) for name in ("Anna", "Bert"))
    for one in (anna, bert):
        issue_token(player=one, name="a program")
    hers, his = browser(anna), browser(bert)
    file = office.get(f"/office/players/{anna.pk}/").content.decode()
    assert "on 1 device" in file
    assert "1 token" in file
    office.post(f"/office/players/{anna.pk}/sign-out/", {"reason": "a lost phone"})
    assert not ApiToken.objects.filter(user=anna).exists()
    assert not OAuthGrant.objects.filter(player=anna, ended_at=None).exists()
    assert hers.get("/settings/").status_code == 302
    assert his.get("/settings/").status_code == 200
    assert ApiToken.objects.filter(user=bert).exists()
    assert Session.objects.filter(player=bert).exists()
    assert (StaffAct.objects.get().act, told(anna)) == ("signed_out",) * 2


def test_one_access_is_ended_and_the_others_go_on(office: Client) -> None:
    anna = create_player(name="Anna", password=PASSWORD)
    lost, text = issue_token(player=anna, name="on the phone")
    kept, _text = issue_token(player=anna, name="at home")
    phone, home = browser(anna), browser(anna)
    app = OAuthApp.objects.create(name="Lens", owner=anna, redirect_uris=[])
    now = timezone.now()
    OAuthGrant.objects.create(
        app=app,
        player=anna,
        scopes=[],
        code_until=now,
        is_code_used=True,
        refresh_until=now + dt.timedelta(days=1),
    )
    file = f"/office/players/{anna.pk}/"
    page = office.get(file).content.decode()
    assert text not in page
    assert lost.digest not in page
    session = Session.objects.filter(player=anna).order_by("since").first()
    assert session is not None
    grant = OAuthGrant.objects.get()
    for number, (access, sentence) in enumerate(
        (
            (f"token-{lost.token_key}", "The staff have ended your token on the phone: it is lost"),
            (f"session-{session.public_id}", "The staff have signed you out in one browser"),
            (f"app-{grant.pk}", "The staff have ended what you allowed the app Lens: it is lost"),
        )
    ):
        path = f"{file}access/{access}/end/"
        assert path in page
        assert "Say why" in office.post(path, follow=True).content.decode()
        office.post(path, {"reason": "it is lost"})
        heard = Notice.objects.filter(player=anna, kind="access_ended").order_by("-pk")
        assert (len(heard), shown(heard[0]).words.startswith(sentence)) == (number + 1, True)
        assert path not in office.get(file).content.decode()
        again = office.post(path, {"reason": "it is lost"}, follow=True).content.decode()
        assert "has ended already" in again
    assert list(ApiToken.objects.filter(user=anna)) == [kept]
    assert sorted(one.get("/settings/").status_code for one in (phone, home)) == [200, 302]
    acts = StaffAct.objects.order_by("pk")
    assert [(act.act, act.subject) for act in acts] == [("access_ended", f"player:{anna.pk}")] * 3
    assert "on the phone" not in str([(act.before, act.after) for act in acts])


def test_nobody_elses_access_is_ended_by_an_address_of_ones_own(office: Client) -> None:
    anna, bert = (create_player(name=name, password=PASSWORD) for name in ("Anna", "Bert"))
    his, _text = issue_token(player=bert, name="a program")
    path = f"/office/players/{anna.pk}/access/token-{his.token_key}/end/"
    assert "has ended already" in office.post(path, {"reason": "?"}, follow=True).content.decode()
    assert ApiToken.objects.filter(user=bert).exists()
    file = f"/office/players/{bert.pk}/"
    page = browser(colleague("moderator", name="Mona")).get(file).content.decode()
    assert his.token_key not in page


def test_another_name_stands_wherever_the_old_one_did_and_in_no_log(office: Client) -> None:
    anna = create_player(name="Anna", password=PASSWORD)
    create_player(name="Berta", password=PASSWORD)
    table = open_table(anna)
    table.name = "Anna's table"
    table.save(update_fields=("name",))
    path = f"/office/players/{anna.pk}/rename/"
    for name, words in (("BERTA", "is taken"), ("Moderator", "house"), ("", "")):
        answer = office.post(path, {"name": name, "reason": "asked"}, follow=True)
        assert words in answer.content.decode(), name
    assert Player.objects.get(pk=anna.pk).username == "Anna"
    office.post(path, {"name": "Carla", "reason": "she asked"})
    table.refresh_from_db()
    assert (Player.objects.get(pk=anna.pk).username, table.name) == ("Carla", "Carla's table")
    assert signs_in("Carla", PASSWORD)
    notice, act = Notice.objects.get(player=anna), StaffAct.objects.get()
    assert (act.act, notice.kind, notice.facts["name"]) == (*("player_renamed",) * 2, "Carla")
    assert (act.reason, act.before, act.after) == ("she asked", {}, {})


def test_a_moderator_renames_and_opens_no_account() -> None:
    anna = create_player(name="Anna", password=PASSWORD)
    office, file = browser(colleague("moderator", name="Mona")), f"/office/players/{anna.pk}/"
    page = office.get(file).content.decode()
    assert f"{file}rename/" in page
    assert not [
        act for act in ("password-link", "forget-factor", "sign-out", "access/") if act in page
    ]
    office.post(f"{file}rename/", {"name": "Carla", "reason": "it was rude"})
    assert Player.objects.get(pk=anna.pk).username == "Carla"


def test_a_ticket_is_made_and_one_that_nobody_has_used_taken_back(office: Client) -> None:
    anna = create_player(name="Anna", password=PASSWORD)
    for wrong in ({"days": "0"}, {"valid_days": "0"}, {"reason": " "}, {"days": "x"}):
        sent = {"days": "7", "valid_days": "", "reason": "a prize", **wrong}
        office.post("/office/tickets/new/", sent)
    assert not PremiumTicket.objects.exists()
    for valid_days in ("", "10"):
        sent = {"days": "7", "valid_days": valid_days, "reason": "a prize"}
        assert office.post("/office/tickets/new/", sent).status_code == 302
    first, second = PremiumTicket.objects.order_by("pk")
    assert (first.days, first.note, first.expires_at) == (7, "a prize", None)
    assert second.expires_at is not None
    page = office.get("/office/tickets/").content.decode()
    assert {first.code, second.code} <= set(re.findall(r"<code>(\w+)</code>", page))
    redeem_ticket(player=anna, code=first.code)
    office.post(f"/office/tickets/{second.pk}/take-back/", {"reason": "a slip"})
    used = f"/office/tickets/{first.pk}/take-back/"
    answer = office.post(used, {"reason": "a slip"}, follow=True).content.decode()
    assert "has been redeemed already" in answer
    assert used not in answer
    assert list(PremiumTicket.objects.all()) == [first]
    assert Membership.objects.get().player == anna
    assert list(StaffAct.objects.order_by("pk").values_list("act", "subject")) == [
        ("ticket_given", f"ticket:{first.pk}"),
        ("ticket_given", f"ticket:{second.pk}"),
        ("ticket_taken_back", f"ticket:{second.pk}"),
    ]
    assert first.code not in str(StaffAct.objects.values())


def test_a_long_reason_fits(office: Client) -> None:
    anna = create_player(name="Anna", password=PASSWORD)
    sent = {"days": "7", "reason": "for " * 100}
    assert office.post("/office/tickets/new/", sent).status_code == 302
    sent["key"] = "shown"
    assert office.post(f"/office/players/{anna.pk}/premium/give/", sent).status_code == 302
    assert Membership.objects.get().note.startswith("for for")
