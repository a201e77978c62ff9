"""A mail server that refuses: people come in all the same, and read that no mail went out."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.notices.telling import tell
from backoffice.home.reading import home

pytestmark = pytest.mark.django_db

UNSENT = "Die E-Mail konnte nicht verschickt werden"


@pytest.fixture(autouse=True)
def _nobody_takes_mail(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # connections are refused


def _german() -> Client:
    return Client(headers={"accept-language": "de"})


def test_signing_up_goes_on_without_the_mail() -> None:
    browser = _german()
    answer = browser.post(
        reverse("account_signup"),
        {
            "username": "Mailina",
            "email": "mailina@example.org",
            "password1": "rummy-evening-7",
            "password2": "rummy-evening-7",
        },
        follow=True,
    )
    assert answer.status_code == 200
    assert answer.context["user"] == Player.objects.get(username="Mailina")
    words = answer.content.decode()
    assert UNSENT in words
    assert "mailina@example.org" not in words  # nothing says that a mail is on its way


@pytest.mark.parametrize("address", ["somebody@example.org", "nobody@example.org"])
def test_a_forgotten_password_leads_back_to_the_form(address: str) -> None:
    Player.objects.create_user("somebody", email="somebody@example.org", password="rummy-evening-7")
    answer = _german().post(reverse("account_reset_password"), {"email": address}, follow=True)
    assert answer.redirect_chain == [(reverse("account_reset_password"), 302)]
    assert UNSENT in answer.content.decode()


def test_the_office_hears_of_notices_that_nobody_takes() -> None:
    anna = Player.objects.create_user("anna", email="anna@example.org")
    now = timezone.now()
    for minutes in (5, 25):
        tell(player=anna, kind="warned", facts={"reason": "slow"})
        Notice.objects.filter(pk=Notice.objects.latest("pk").pk).update(
            created_at=now - dt.timedelta(minutes=minutes)
        )
    assert home(now=now).mails_waiting == 1
    Notice.objects.update(mail_at=None)
    assert home(now=now).mails_waiting == 0
