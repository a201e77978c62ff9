"""Premium is taken away by whoever may, with a reason, and the player is told."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize("role", ["director", "cashier", "moderator", "support"])
def test_nobody_else_ends_premium(role: str, anna: Player) -> None:
    grant_premium(player=anna, days=30, key="gift")
    office, end = browser(colleague(role, name="Mona")), f"/office/players/{anna.pk}/premium/end/"
    assert end not in office.get(f"/office/players/{anna.pk}/").content.decode()
    assert office.post(end, {"reason": "envy"}).status_code == 403
    assert premium_until(anna.pk) is not None
