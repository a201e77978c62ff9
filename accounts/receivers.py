"""What follows from signing up and in: the starting grant, and knowing the device again."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.joining.players import grant_starting_chips
from accounts.models import Player
from accounts.signing_in.at_the_door import name_device
from accounts.signing_in.devices import device_words
from accounts.signing_in.sessions import note_device
from web.security import limits


@receiver(user_signed_up, dispatch_uid="accounts.grant_starting_chips")
def welcome(*, user: Player, request: HttpRequest, **_kwargs: Any) -> None:
    if limits.is_welcomed(request):
        grant_starting_chips(user)


@receiver(user_logged_in, dispatch_uid="accounts.remember_device")
def remember_device(*, request: HttpRequest | None, user: Player, **_kwargs: Any) -> None:
    if request is not None:
        name_device(request, user)
        note_device(request, device_words(request))
