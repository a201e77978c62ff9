"""Players call the director; directors take calls, answer and close them. Each is done once."""

from django.db import transaction
from django.utils import timezone

from accounts.interest import concerns
from accounts.models import Player
from accounts.notices import telling as notices
from games.moves.errors import Conflict, NotAllowed, NotFound
from tournaments.desk.ordering import require_director
from tournaments.desk.words import MATTERS
from tournaments.director.errors import Refused
from tournaments.models import CallState, DirectorCall, Entry, Tournament, TournamentTable
from tournaments.models.desk import REMARK_CHARS_MAX


@transaction.atomic
def call_director(
    *, tournament_id: int, player: Player, matter: str, words: str = ""
) -> DirectorCall:
    """A player who takes part calls; a second call while one is open is the same call.

    Raises:
        NotFound(tournament_not_found), NotAllowed(not_in_this_tournament), Refused(matter_unknown).
    """
    tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("tournament_not_found", tournament=tournament_id)
    entry = Entry.objects.filter(tournament=tournament, player=player).entered().first()
    if entry is None:
        raise NotAllowed("not_in_this_tournament", tournament=tournament_id)
    if matter not in MATTERS:
        raise Refused("matter_unknown", matter=matter)
    calls = DirectorCall.objects.filter(tournament=tournament, player=player)
    open_call = calls.exclude(state=CallState.CLOSED).first()
    if open_call is not None:
        return open_call
    table = TournamentTable.objects.filter(
        tournament=tournament, number=entry.table_number or 0
    ).first()
    return DirectorCall.objects.create(
        tournament=tournament,
        player=player,
        table_number=entry.table_number,
        game_table_id=None if table is None else table.game_table_id,
        matter=matter,
        words=" ".join(words.split())[:REMARK_CHARS_MAX],
    )


@concerns("call", "call_id")
def take_call(*, call_id: int, by: Player) -> DirectorCall:
    """Raises NotFound, NotAllowed, Conflict(call_is_taken | call_is_closed)."""
    call = _locked(call_id, by)
    if call.state == CallState.TAKEN and call.taken_by_id != by.pk:
        raise Conflict("call_is_taken", name=call.taken_by.name if call.taken_by else "")
    return _change(call, state=CallState.TAKEN, taken_by=by)


@concerns("call", "call_id")
def answer_call(*, call_id: int, by: Player, answer: str, close: bool = False) -> DirectorCall:
    """Words for the player, who is told; with `close` the matter is done. Raises as `take_call`."""
    call = _locked(call_id, by)
    answer = " ".join(answer.split())[:REMARK_CHARS_MAX]
    if not answer and not close:
        raise Refused("answer_missing", rule="PLAY-46")
    state = CallState.CLOSED if close else CallState.TAKEN
    if answer and answer != call.answer:
        # Who called may be at cards: the answer comes to them, the newest in place of others.
        key = f"director-call:{call.pk}"
        notices.withdraw(player=call.player, key=key)
        facts = {"tournament": call.tournament_id, "name": call.tournament.name, "answer": answer}
        notices.tell(player=call.player, kind="director_answered", facts=facts, key=key)
    return _change(call, state=state, taken_by=by, answer=answer or call.answer)


def _locked(call_id: int, by: Player) -> DirectorCall:
    call = DirectorCall.objects.select_for_update(of=("self",)).filter(pk=call_id).first()
    if call is None:
        raise NotFound("call_not_found", call=call_id)
    require_director(by, call.tournament)
    if call.state == CallState.CLOSED:
        raise Conflict("call_is_closed", call=call_id)
    return call


def _change(call: DirectorCall, **changes: object) -> DirectorCall:
    for name, value in changes.items():
        setattr(call, name, value)
    call.changed_at = timezone.now()
    call.save(update_fields=(*changes, "changed_at"))
    return call
