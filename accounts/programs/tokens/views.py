"""The page of a player's API tokens: make one, see it once, renew it, revoke it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from accounts.models import Player
from accounts.programs.oauth.server import grants_of
from accounts.programs.scopes import SCOPES, scopes_open_to, usual_scopes
from accounts.programs.tokens import issuing as tokens
from accounts.programs.tokens.issuing import own_tokens
from accounts.sent_again import done_once, shown_once
from accounts.views import signed_in
from web.addresses import absolute
from web.refusals import Refused, words_of
from web.routes import at, own_act
from web.security import limits

LIFETIMES = (
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("One year")),
    ("", gettext_lazy("Until revoked")),
)


class TokenForm(forms.Form):
    """What a new token is for, how far it reaches, and how long."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("What it is for, as you will recognise it."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"), widget=forms.CheckboxSelectMultiple
    )
    days = forms.ChoiceField(
        label=gettext_lazy("Valid for"), choices=LIFETIMES, required=False, initial="90"
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scopes: Any = self.fields["scopes"]
        scopes.choices = [(scope.key, scope.words) for scope in scopes_open_to(player)]
        scopes.initial = usual_scopes()


@at("settings/tokens/", "tokens")
@login_required
@never_cache
@sensitive_variables("text")
@done_once
def tokens_page(request: HttpRequest) -> HttpResponse:
    """The tokens there are; a new one is shown in the answer to the form, and nowhere again."""
    player = signed_in(request)
    form = TokenForm(request.POST or None, player=player)
    text = ""
    if request.method == "POST" and form.is_valid():
        days = int(form.cleaned_data["days"]) if form.cleaned_data["days"] else None
        try:
            limits.spend(limits.TOKENS, str(player.pk))
            _stored, text = tokens.issue_token(
                player=player,
                name=form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
                days=days,
            )
        except Refused as refusal:
            form.add_error(None, words_of(refusal))
        else:
            form = TokenForm(player=player)
    return _page(request, player, form, text)


@own_act("^settings/tokens/(?P<token_key>[a-z0-9_]{15,25})/rotate/$", "rotate-token")
@never_cache
@sensitive_variables("renewed")
@done_once
def rotate_token(request: HttpRequest, token_key: str) -> HttpResponse:
    """A new text for the same token, shown once."""
    player = signed_in(request)
    try:
        limits.spend(limits.TOKENS, str(player.pk))
        renewed = tokens.rotate_token(player=player, token_key=token_key, reach=tuple(SCOPES))
    except Refused as refusal:
        messages.error(request, words_of(refusal))
        return redirect("tokens")
    if renewed is None:
        raise Http404
    return _page(request, player, TokenForm(player=player), renewed[1])


@own_act("^settings/tokens/(?P<token_key>[a-z0-9_]{15,25})/revoke/$", "revoke-token")
def revoke_token(request: HttpRequest, token_key: str) -> HttpResponse:
    """Of no use from the next request on."""
    if not tokens.revoke_token(player=signed_in(request), token_key=token_key):
        raise Http404
    messages.success(request, _("The token is revoked."))
    return redirect("tokens")


def _page(request: HttpRequest, player: Player, form: TokenForm, text: str) -> HttpResponse:
    context = {
        "form": form,
        "new_token": text,
        "grants": [(grant, _words_of(grant.scopes)) for grant in grants_of(player)],
        "tokens": [(token, _words_of(token.scopes)) for token in own_tokens(player)],
        "api_address": absolute("/api/v1/"),
    }
    page = render(request, "accounts/tokens.html", context)
    return shown_once(page) if text else page


def _words_of(scopes: Iterable[str]) -> list[str]:
    return [str(SCOPES[key].words) for key in scopes if key in SCOPES]
