"""The chain's head goes into mailboxes that the house cannot reach."""

import datetime as dt

import pytest
from django.core import mail
from django.utils import timezone

from accounts.joining.players import create_player
from accounts.models import Notice
from accounts.notices.telling import send_due_mails
from backoffice.chain.sealing import head, seal
from backoffice.chain.witnesses import tell_witnesses
from tests.backoffice.staff import colleague

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_whoever_may_audit_is_mailed_the_head_once_a_day() -> None:
    olga = colleague("owner", name="Olga")
    olga.email = "olga@example.org"
    olga.save()
    colleague("moderator", name="Mona")  # may not have the books audited
    create_player(name="Pia", password="rummy-evening")
    seal()
    link = head()
    assert link is not None
    assert [tell_witnesses(), tell_witnesses()] == [1, 0]
    assert send_due_mails(now=timezone.now() + dt.timedelta(minutes=3)) == 1
    assert f"{link.number}:{link.hash}" in mail.outbox[-1].body
    assert mail.outbox[-1].to == ["olga@example.org"]
    assert list(Notice.objects.values_list("player__username", flat=True)) == ["Olga"]


def test_a_head_that_is_known_is_not_told_again_and_a_new_one_the_next_day() -> None:
    colleague("owner", name="Olga")
    seal()
    tell_witnesses()
    tomorrow = timezone.localdate() + dt.timedelta(days=1)
    assert tell_witnesses(day=tomorrow) == 0, "nothing was written since"
    create_player(name="Pia", password="rummy-evening")
    seal()
    assert tell_witnesses(day=tomorrow) == 1


def test_before_anything_is_sealed_there_is_nothing_to_tell() -> None:
    colleague("owner", name="Olga")
    assert head() is None
    assert tell_witnesses() == 0
