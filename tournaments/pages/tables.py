"""From a table of a tournament to the next: what its page asks when a round is over."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import condition

from games.moves.errors import NotFound
from games.pages.tables import visitor
from tournaments.models import Tournament
from tournaments.pages.state import part_etag
from tournaments.selectors import decisions, seats, stakes
from tournaments.selectors.seats import Place, Whereabouts
from tournaments.selectors.seen import require_seen
from tournaments.words.explaining import chips_words
from web.numbers import grouped
from web.routes import open_page


def _etag(request: HttpRequest, table_id: int) -> str | None:
    found = seats.tournament_of_table(table_id)
    if found is None or not _seen(request, found[0]):
        return None
    return part_etag(request, table_id, found[0].version)


def _seen(request: HttpRequest, tournament: Tournament) -> bool:
    player = visitor(request)
    try:
        require_seen(tournament.pk, player.pk if player else None)
    except NotFound:
        return False
    return True


@open_page("tournaments/at-table/<table:table_id>/", "tournament-table")
@condition(etag_func=_etag)
def at_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Where the reader plays on, or what they wait for, in words; 404 for any other table."""
    found = seats.tournament_of_table(table_id)
    if found is None or not _seen(request, found[0]):
        raise Http404
    tournament, number = found
    entry = seats.own_entry(tournament.pk, visitor(request))
    here = (
        seats.watchers_place(tournament, number)
        if entry is None
        else seats.place_of(tournament, entry)
    )
    settled = None if entry is None else stakes.settled_for(table_id, entry)
    announced = " · ".join(decisions.announced(tournament))
    said = {"settled_words": _settled(settled), "announced": announced}
    answer = JsonResponse(seated_facts(here, table_id) | said)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def seated_facts(here: Place, table_id: int) -> dict[str, Any]:
    """A place as the script of a table's page reads it."""
    is_next = here.game_table is not None and here.game_table != table_id
    is_over = here.whereabouts in (Whereabouts.OUT, Whereabouts.FINISHED, Whereabouts.CANCELLED)
    waits = here.whereabouts is Whereabouts.PLAYING and not is_next
    return {
        "tournament": here.tournament,
        "name": here.name,
        "lobby_url": reverse("tournament", args=(here.tournament,)),
        "state": Whereabouts.WAITING.value if waits else here.whereabouts.value,
        "seated": here.entry is not None,
        "table": here.table,
        "next_url": reverse("table", args=(here.game_table,)) if is_next else None,
        "words": words_of(here, is_next=is_next),
        "because": here.moved_because if is_next or waits else "",
        "until": int(here.until.timestamp() * 1000) if here.until else None,
        "is_over": is_over,
        "final": is_over and (here.rank is not None or here.whereabouts is not Whereabouts.OUT),
    }


def _settled(settled: stakes.Settled | None) -> str:
    """What the round cost or brought, and what one has now."""
    if settled is None:
        return ""
    if not settled.stack_chips:
        return settled.sentence
    now = _("Now you have %(chips)s.") % {"chips": chips_words(settled.stack_chips)}
    return f"{settled.sentence} {now}"


def words_of(here: Place, *, is_next: bool) -> str:
    """Where somebody is, as a sentence."""
    if is_next:
        return _("Your next round is at table %(table)s.") % {"table": here.table}
    match here.whereabouts:
        case Whereabouts.OUT | Whereabouts.FINISHED:
            return _ended(here)
        case Whereabouts.CANCELLED:
            return _("The tournament was called off.")
        case Whereabouts.BREAK:
            return _("The tournament has a break.")
        case Whereabouts.PAUSED:
            return _("The tournament is paused by its director.")
        case _ if not here.waits_for:
            return _("The next round is about to begin.")
    return ngettext(
        "%(tables)s other table is still playing; your next round follows.",
        "%(tables)s other tables are still playing; your next round follows.",
        here.waits_for,
    ) % {"tables": here.waits_for}


def _ended(here: Place) -> str:
    if here.entry is None:
        return _("The tournament is over.")
    if here.may_return:
        return _("You are out. On the tournament's page you may come back for a while.")
    if here.rank is None:
        return _("You are out. Your place follows once the round is settled everywhere.")
    facts = {"rank": here.rank, "chips": grouped(here.won_chips)}
    words = _("The tournament is over for you: place %(rank)s.")
    if here.has_ticket:
        words = ngettext(
            "Place %(rank)s: you have won a ticket worth %(chips)s chip.",
            "Place %(rank)s: you have won a ticket worth %(chips)s chips.",
            here.won_chips,
        )
    elif here.won_chips:
        words = ngettext(
            "Place %(rank)s: you have won %(chips)s chip.",
            "Place %(rank)s: you have won %(chips)s chips.",
            here.won_chips,
        )
    return words % facts
