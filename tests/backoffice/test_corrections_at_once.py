"""Corrections when several press at once: one effect, one line in the log, books in order."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.books.posting import wallet_of
from accounts.joining.players import create_player
from accounts.models import Player, Transfer
from backoffice.corrections import acting as service
from backoffice.models import ChipCorrection, StaffAct
from backoffice.permissions import RIGHT_BY_CODE, Role
from tests.backoffice.staff import colleague
from tests.backoffice.test_corrections import asked, faults, sum_of_all
from tests.play.test_many_at_once import at_once
from web.refusals import Refused

committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def press(job: Callable[..., ChipCorrection], by: Player, **wish: Any) -> Callable[[], Any]:
    return lambda: job(by=by, **wish)


def refusals(results: list[Any]) -> list[str]:
    return sorted(one.code for one in results if isinstance(one, Refused))


@committed
def test_approver_and_requester_at_once_post_it_once_or_not_at_all() -> None:
    """Requester approves and rejects, approver approves twice and reverses, all at one moment."""
    anna = create_player(name="Anna", password="rummy-evening")
    carla, sven = colleague("cashier", name="Carla"), colleague("cashier", name="Sven")
    for _round in range(3):
        before = wallet_of(anna).balance
        made = asked(anna, carla)
        one = {"correction_id": made.pk}
        results = at_once(
            [
                press(service.approve_correction, carla, **one),
                press(service.approve_correction, sven, **one),
                press(service.approve_correction, sven, **one),
                press(service.reject_correction, carla, reason="a slip", **one),
                press(service.request_reversal, sven, reason="wrong", **one),
            ]
        )
        unexpected = [x for x in results if not isinstance(x, ChipCorrection | Refused)]
        assert unexpected == []
        made.refresh_from_db()
        posted = made.status == "posted"
        assert made.status in ("posted", "rejected")
        assert wallet_of(anna).balance == before + (250 if posted else 0)
        assert Transfer.objects.filter(key=f"correction:{made.pk}").count() == int(posted)
        acts = StaffAct.objects.filter(subject=f"correction:{made.pk}").order_by("id")
        assert [act.act for act in acts] == [
            "correction_requested",
            "correction_posted" if posted else "correction_rejected",
        ]
        if posted:
            assert made.decided_by == sven
        assert sum_of_all() == 0
    assert faults() == []


@committed
def test_a_reversal_asked_for_by_two_at_once_is_one_and_brings_the_chips_back_once() -> None:
    anna = create_player(name="Anna", password="rummy-evening")
    carla, sven = colleague("cashier", name="Carla"), colleague("cashier", name="Sven")
    made = asked(anna, carla)
    service.approve_correction(correction_id=made.pk, by=sven)
    wish = {"correction_id": made.pk, "reason": "wrong player"}
    results = at_once([press(service.request_reversal, who, **wish) for who in (carla, sven)])
    assert refusals(results) == ["correction_reversed"]
    reversal = ChipCorrection.objects.get(reverses=made)
    other = sven if reversal.requested_by == carla else carla
    both = [
        press(service.approve_correction, who, correction_id=reversal.pk)
        for who in (reversal.requested_by, other, other)
    ]
    assert set(refusals(at_once(both))) <= {"self_approval"}
    assert wallet_of(anna).balance == 1_000
    assert StaffAct.objects.filter(subject=f"correction:{reversal.pk}").count() == 2
    assert faults() == []


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize("roles", [("owner",), ("cashier",), tuple(Role), ("superuser",)])
def test_no_role_approves_what_it_has_asked_for(roles: tuple[str, ...]) -> None:
    """Whoever may ask and decide still needs somebody else, also who may do everything."""
    anna = create_player(name="Anna", password="rummy-evening")
    if roles == ("superuser",):
        person = create_player(name="Sue", password="rummy-evening")
        person.is_superuser = person.is_staff = True
        person.save()
    else:
        person = colleague(*roles, name="Olga")
    assert person.has_perm(RIGHT_BY_CODE["decide_correction"].permission)
    made = asked(anna, person)
    with pytest.raises(Refused, match="self_approval"):
        service.approve_correction(correction_id=made.pk, by=person)
    assert wallet_of(anna).balance == 1_000
