"""Premium is taken away by whoever may, with a reason, and the player is told."""

import datetime as dt

import pytest
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.premium.giving import grant_premium
from accounts.premium.reading import premium_until
from backoffice.models import StaffAct
from tests.backoffice.staff import browser, colleague

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_an_owner_ends_premium_with_a_reason_and_the_player_is_told(anna: Player) -> None:
    office = browser(colleague("owner", name="Olga"))
    file, end = f"/office/players/{anna.pk}/", f"/office/players/{anna.pk}/premium/end/"
    assert end not in office.get(file).content.decode()  # nothing to take away
    grant_premium(player=anna, days=30, key="gift")
    until = grant_premium(player=anna, days=30, key="another gift").ends_at
    assert end in office.get(file).content.decode()

    office.post(end, {"reason": " "})
    assert premium_until(anna.pk) == until
    for _again in range(2):
        answer = office.post(end, {"reason": "given by mistake"}, follow=True)
    assert "This has ended already." in answer.content.decode()

    assert premium_until(anna.pk) is None
    act = StaffAct.objects.get()
    assert (act.act, act.subject) == ("premium_ended", f"player:{anna.pk}")
    assert (act.reason, act.before) == ("given by mistake", {"until": until.isoformat()})
    told = Notice.objects.get(player=anna)
    assert (told.kind, told.facts) == ("premium_ended", {"reason": "given by mistake"})


def test_an_owner_gives_premium_once_however_often_it_is_sent(anna: Player) -> None:
    office = browser(colleague("owner", name="Olga"))
    file, give = f"/office/players/{anna.pk}/", f"/office/players/{anna.pk}/premium/give/"
    assert give in office.get(file).content.decode()
    office.post(give, {"days": "30", "reason": " ", "csrfmiddlewaretoken": "shown"})
    office.post(give, {"days": "0", "reason": "a prize", "csrfmiddlewaretoken": "shown"})
    assert premium_until(anna.pk) is None
    for _again in range(2):
        office.post(give, {"days": "30", "reason": "a prize", "csrfmiddlewaretoken": "shown"})
    until = premium_until(anna.pk)
    assert until is not None
    assert (until - timezone.now()).days in (29, 30)
    act = StaffAct.objects.get()
    assert (act.act, act.reason, act.after["days"]) == ("premium_given", "a prize", 30)
    told = Notice.objects.get(player=anna)
    assert (told.kind, told.facts["reason"]) == ("premium_given", "a prize")
    office.post(give, {"days": "10", "reason": "another", "csrfmiddlewaretoken": "later"})
    assert premium_until(anna.pk) == until + dt.timedelta(days=10)


@pytest.mark.parametrize("role", ["director", "cashier", "moderator", "support"])
def test_nobody_else_ends_premium(role: str, anna: Player) -> None:
    grant_premium(player=anna, days=30, key="gift")
    office, end = browser(colleague(role, name="Mona")), f"/office/players/{anna.pk}/premium/end/"
    told = office.get(f"/office/players/{anna.pk}/").content.decode()
    give = end.replace("end", "give")
    assert end not in told
    assert give not in told
    assert office.post(give, {"days": "30", "reason": "mine"}).status_code == 403
    assert office.post(end, {"reason": "envy"}).status_code == 403
    assert premium_until(anna.pk) is not None
