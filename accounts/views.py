"""Pages about a person: wallet and statement, guest play, settings, language."""

import io
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.books import reading as selectors
from accounts.books.statement_csv import statement_csv
from accounts.forms import KeepAccountForm, SettingsForm
from accounts.joining.naming import name_when_gone
from accounts.joining.players import Allowance, claim_refill, create_guest
from accounts.models import Player
from accounts.own_data.archive import archive_of
from accounts.own_data.erasing import erase_oneself, obstacles
from accounts.sent_again import done_once
from accounts.signing_in.language import remember_language
from web.files.plots import line_plot
from web.numbers import whole
from web.refusals import Refusal, Told, words_of
from web.routes import at, open_act, own_act, own_form, own_page
from web.security import limits
from web.time.zone import zones_to_choose

LINES_PER_PAGE = 40
CHART_LINES = 120


def signed_in(request: HttpRequest) -> Player:
    """The player behind a request that has passed `login_required`."""
    if not isinstance(request.user, Player):
        raise PermissionDenied
    return request.user


@own_page("wallet/", "wallet")
def wallet(request: HttpRequest) -> HttpResponse:
    """Balance, its curve, and the statement page by page."""
    player = signed_in(request)
    page = selectors.statement(
        player, before=whole(request.GET.get("before", "")), limit=LINES_PER_PAGE
    )
    balance = selectors.wallet_balance(player)
    allowance = Allowance.from_settings()
    refill_below = allowance.refill_below_chips
    context = {
        "balance": balance,
        "page": page,
        "chart": line_plot(selectors.latest_balances(player, most=CHART_LINES)),
        "allowance": allowance,
        "is_broke": balance < refill_below and selectors.own_chips(player) < refill_below,
    }
    return render(request, "accounts/wallet.html", context)


@own_page("wallet/statement.csv", "statement-csv")
def statement_file(request: HttpRequest) -> HttpResponse:
    """The whole statement as CSV, safe to open in a spreadsheet.

    In one piece: row by row, whoever reads slowly would keep a thread of ours waiting. It is a part
    of one's own data, and of who has played for years takes seconds: limited as those are.
    """
    player = signed_in(request)
    with Told(partial(messages.error, request), words_of):
        limits.spend(limits.OWN_DATA, str(player.pk))
        rows = statement_csv(selectors.whole_statement(player))
        response = HttpResponse("".join(rows), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="jeton-statement.csv"'
        return response
    return redirect("wallet")


@own_act("settings/jeton-data.zip", "own-data")
def own_data(request: HttpRequest) -> FileResponse | HttpResponse:
    """Everything about oneself, as a file."""
    player = signed_in(request)
    with Told(partial(messages.error, request), words_of):
        limits.spend(limits.OWN_DATA, str(player.pk))
        file = io.BytesIO(archive_of(player))
        return FileResponse(file, as_attachment=True, filename="jeton-data.zip")
    return redirect("settings")


@own_form("settings/erase/", "erase")
def erase(request: HttpRequest) -> HttpResponse:
    """What goes with an account and what stays; then it goes, for whoever types its name."""
    player = signed_in(request)
    if request.method == "POST":
        try:
            erase_oneself(player, typed=request.POST.get("name", ""))
        except Refusal as refusal:
            messages.error(request, words_of(refusal))
            return redirect("erase")
        logout(request)
        messages.success(request, _("Your account is erased. Farewell."))
        return redirect("lobby")
    context = {
        "in_the_way": [words_of(one) for one in obstacles(player)],
        "name_when_gone": name_when_gone(player),
    }
    return render(request, "accounts/erase.html", context)


@own_act("wallet/refill/", "refill")
def refill(request: HttpRequest) -> HttpResponse:
    """The daily refill for an empty wallet (PLAY-33)."""
    with Told(partial(messages.error, request), _refill_words):
        claim_refill(signed_in(request))
        messages.success(request, _("Your wallet has been refilled."))
    return redirect("wallet")


def _refill_words(refusal: Refusal) -> str:
    if refusal.code == "already_refilled":
        return _("You have already had today's refill. The next one comes tomorrow.")
    if refusal.code == "refill_tomorrow":
        return words_of(refusal)
    return _("The refill is for wallets below %(below)s chips.") % refusal.facts


@open_act("play-as-guest/", "play-as-guest")
@done_once
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """One tap to a name, chips and the lobby; who is signed in already stays who they are."""
    if not request.user.is_authenticated:
        with Told(partial(messages.error, request), words_of):
            guest = become_guest(request)
            messages.success(request, _("Welcome, %(name)s.") % {"name": guest.username})
    return HttpResponseRedirect(_next(request))


def become_guest(request: HttpRequest) -> Player:
    """A new guest, signed in; as many from one address as the API allows.

    Raises Refused(rate_limited): with when to try again.
    """
    limits.spend(limits.GUESTS, limits.address_of(request))
    is_welcomed = limits.is_welcomed(request)
    guest = create_guest(language=get_language() or "", is_welcomed=is_welcomed)
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    if not is_welcomed:
        messages.info(
            request,
            _(
                "Many have come from your network today, so you begin without chips: tables without"
                " a stake are open to you, and tomorrow you can fill your wallet."
            ),
        )
    return guest


@at("settings/", "settings")
@login_required
def account_settings(request: HttpRequest) -> HttpResponse:
    """Name and language of the account; what belongs to the browser is set by the browser."""
    player = signed_in(request)
    shown = {"language": player.language or get_language()}
    form = SettingsForm(request.POST or None, instance=player, initial=shown)
    if request.method == "POST" and form.is_valid():
        form.save()
        with override(player.language):
            messages.success(request, _("Saved."))
        response = redirect("settings")
        remember_language(response, player.language)
        return response
    context = {
        "form": form,
        "zones": zones_to_choose(),
        "now": timezone.now(),
        "zone_shown": timezone.get_current_timezone_name(),
    }
    return render(request, "accounts/settings.html", context)


@at("settings/keep-account/", "keep-account")
@login_required
def keep_account(request: HttpRequest) -> HttpResponse:
    """A guest chooses a name and a password and is no guest any more."""
    player = signed_in(request)
    if not player.is_guest:
        return redirect("settings")
    form = KeepAccountForm(request.POST or None, instance=player)
    if request.method == "POST" and form.is_valid():
        player.set_password(form.cleaned_data["password"])
        player.is_guest = False
        form.save()
        update_session_auth_hash(request, player)
        messages.success(request, _("The account is yours. Log in with this name from now on."))
        return HttpResponseRedirect(_next(request))
    context = {"form": form, "next": request.POST.get("next", request.GET.get("next", ""))}
    return render(request, "accounts/keep.html", context)


@open_act("settings/language/", "set-language")
def set_language(request: HttpRequest) -> HttpResponse:
    """Switch the pages' language, and remember it with the account."""
    language = request.POST.get("language", "")
    response = HttpResponseRedirect(_next(request))
    if language in settings.LANGUAGES_OFFERED:
        remember_language(response, language)
        if isinstance(request.user, Player):
            request.user.language = language
            request.user.save(update_fields=["language"])
    return response


def _next(request: HttpRequest) -> str:
    """Where the form came from, if that is a page of ours."""
    wish = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wish, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wish if ours else "/"
