"""What follows from signing up: the starting grant."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.joining.players import grant_starting_chips
from accounts.models import Player
from web import limits


@receiver(user_signed_up, dispatch_uid="accounts.grant_starting_chips")
def welcome(*, user: Player, request: HttpRequest, **_kwargs: Any) -> None:
    if limits.is_welcomed(request):
        grant_starting_chips(user)
