"""The director's desk on the database: who may, once, with a reason, recorded, books whole."""

import hashlib
from dataclasses import astuple, replace
from functools import partial

import orjson
from django.db import transaction

from accounts.clubs.reading import membership, organises
from accounts.interest import concerns, require_may
from accounts.models import Player
from games.moves.errors import KeyReused, NotAllowed, NotFound
from tournaments.desk.orders import DeskOrder, Prepared, prepare
from tournaments.desk.reading import entries_named, what_is_held
from tournaments.desk.telling import tell_of_order
from tournaments.desk.undoing import prepare_undo
from tournaments.director.commands import Enter
from tournaments.director.errors import Refused
from tournaments.entries.entering import require_may_play
from tournaments.entries.inviting import invite
from tournaments.models import DeskAct, Entry, Tournament, TournamentDirector
from tournaments.models.desk import REMARK_CHARS_MAX
from tournaments.running.carrying_out import carry_out
from tournaments.running.live import LiveTournament, lock_tournament
from tournaments.selectors.seen import require_member
from tournaments.words.usual_reasons import reason_without_asking
from web.database.sql import row
from web.finding import or_raise

PERMISSION = "tournaments.direct_tournament"
ANNOUNCE = "announce"
UNDO = "undo"
MOVING_CHIPS = ("withdraw", "penalize", "adjust", "disqualify", "remove", "cancel", "correct")
KEY_CHARS_MAX = 64

# Everything that entries hold, and what is forfeited, is what the mint has given out (PLAY-23).
_CONSERVED = """
SELECT coalesce(sum(balance), 0), coalesce(sum(balance) FILTER (WHERE kind = 'mint'), 0)
FROM chip_account WHERE currency = %s
"""
_HELD = """
SELECT coalesce(sum(stack_chips + forfeited_chips), 0)
FROM tournaments_entry WHERE tournament_id = %s
"""


def may_direct(player: Player, tournament: Tournament) -> bool:
    """Whoever has the right for all tournaments, and whoever was appointed for this one; of a
    club's its organisers, and those appointed as long as they are members.
    """
    if not player.is_active:
        return False
    if player.has_perm(PERMISSION):
        return True
    if tournament.club_id is not None:
        own = membership(player, tournament.club_id)
        if own is None or own.organises:
            return own is not None
    return TournamentDirector.objects.filter(tournament=tournament, player=player).exists()


def require_director(player: Player, tournament: Tournament) -> None:
    if not may_direct(player, tournament):
        raise NotAllowed("not_a_director", rule="PLAY-46")


@concerns("tournament", "tournament_id")
def give_order(
    *, tournament_id: int, asked: DeskOrder, by: Player, remark: str, key: str
) -> DeskAct:
    """Carry a director's order out, once for each key; pause and resume need no `remark`.

    Raises:
        NotAllowed(not_a_director), Refused(remark_missing), KeyReused: nothing has changed.
        Refused, Conflict, NotFound: what stands against the order, with rule and numbers.
    """
    return _once(tournament_id, asked, None, by, remark, key)


@concerns("tournament", "tournament_id")
def undo_order(*, tournament_id: int, act_id: int, by: Player, remark: str, key: str) -> DeskAct:
    """Take an order back by its inverse; the record of both stays.

    Raises: as `give_order`, and Refused(undone_already | cannot_be_undone | chips_spent | …).
    """
    return _once(tournament_id, DeskOrder(UNDO, number=act_id), act_id, by, remark, key)


def _once(
    tournament_id: int,
    asked: DeskOrder,
    undoes: int | None,
    by: Player,
    remark: str,
    key: str,
) -> DeskAct:
    live = lock_tournament(tournament_id)
    require_director(by, live.row)
    remark = " ".join(remark.split())[:REMARK_CHARS_MAX] or reason_without_asking(asked.kind)
    asked = replace(asked, words=remark if asked.kind == ANNOUNCE else "")
    digest = hashlib.sha256(orjson.dumps([by.pk, *astuple(asked)])).hexdigest()
    known = DeskAct.objects.filter(tournament_id=tournament_id, key=key).first()
    if known is not None:
        if known.fingerprint != digest:
            raise KeyReused(key=key)
        return known
    if not 0 < len(key) <= KEY_CHARS_MAX:
        raise Refused("key_missing")
    if not remark:
        raise Refused("remark_missing", rule="PLAY-46")
    act = None
    if undoes is not None:
        act = DeskAct.objects.filter(tournament_id=tournament_id, pk=undoes).first()
        or_raise(act, NotFound("order_not_found", order=undoes))
    prepared = prepare(live, asked) if act is None else prepare_undo(live, act)
    about = asked if act is None else DeskOrder(act.kind)
    _require_may_order(by, live, about, prepared)
    concerned = _singled_out(about, prepared)
    before = holdings_by_name(live, concerned)
    carry_out(live, prepared.commands)
    require_conserved(live)
    done = DeskAct.objects.create(
        tournament_id=tournament_id,
        key=key,
        fingerprint=digest,
        kind=asked.kind,
        actor=by,
        remark=remark,
        facts=dict(prepared.facts),
        entry_id=prepared.entry or _entered(live, prepared),
        table_number=prepared.table,
        undoes=act,
    )
    if "invited" in prepared.facts:
        invite(live, Player.objects.get(pk=prepared.facts["invited"]))
    tell_of_order(done, live.row, before, holdings_by_name(live, concerned))
    live.save(look_soon=True)
    return done


def _require_may_order(
    by: Player,
    live: LiveTournament,
    asked: DeskOrder,
    prepared: Prepared,
    *,
    only_looks: bool = False,
) -> None:
    """What is asked beyond the order itself where it singles somebody out, or moves chips."""
    ask = partial(require_may, by, only_looks=only_looks)
    for entry in _singled_out(asked, prepared):
        ask("order_on_entry", "entry", entry)
    to_player: int | None = prepared.facts.get("to_player")
    ask("order_for_player", "player", to_player)
    charges = False
    if asked.kind == "enter" and to_player is not None:
        require_may_play(live, Player.objects.get(pk=to_player), only_looks=only_looks)
        charges = prepared.facts["chips"] > 0
    if asked.kind in MOVING_CHIPS or charges:
        ask("order_moving_chips", "tournament", live.id)


def _singled_out(asked: DeskOrder, prepared: Prepared) -> set[int]:
    """The entries that an order is about, also where it names none.

    A result changed later decides between all who sat there; one that is entered concerns the
    absent alone.
    """
    if asked.kind == "report":
        return entries_named(asked.entry, {})
    return entries_named(prepared.entry, prepared.facts)


def holdings_by_name(live: LiveTournament, entries: set[int]) -> dict[str, int]:
    """By name what these hold: chips, or points where there are none."""
    found = Entry.objects.filter(pk__in=entries).order_by("pk")
    return dict(found.values_list("player__username", what_is_held(live.row)))


def _entered(live: LiveTournament, prepared: Prepared) -> int | None:
    """The entry that an order has just made."""
    if not any(isinstance(command, Enter) for command in prepared.commands):
        return None
    return Entry.objects.filter(tournament_id=live.id).latest("number").pk


@transaction.atomic
def preview_order(*, tournament_id: int, asked: DeskOrder, by: Player) -> Prepared:
    """What an order would do; nothing is done. Raises what `give_order` would."""
    live = lock_tournament(tournament_id)
    require_director(by, live.row)
    require_may(by, "give_order", "tournament", tournament_id, only_looks=True)
    prepared = prepare(live, asked)
    _require_may_order(by, live, asked, prepared, only_looks=True)
    return prepared


def require_conserved(live: LiveTournament) -> None:
    """No order may make or lose a tournament chip; if one did, nothing of it stays."""
    left, minted = row(_CONSERVED, [live.ref])
    (held,) = row(_HELD, [live.id])
    if left or held != -minted:
        raise AssertionError(
            f"tournament {live.id}: {held} chips are held and {-minted} were given out"
        )


def _locked_for_appointing(tournament_id: int, by: Player) -> LiveTournament:
    """Whoever published it, and of a club's those who organise it now, say who directs it."""
    live = lock_tournament(tournament_id)
    club_id = live.row.club_id
    is_theirs = live.row.created_by_id == by.pk if club_id is None else organises(by, club_id)
    if not is_theirs and not by.has_perm(PERMISSION):
        raise NotAllowed("not_a_director", rule="PLAY-46")
    return live


@concerns("tournament", "tournament_id")
def appoint_director(*, tournament_id: int, player: Player, by: Player) -> TournamentDirector:
    """Let somebody direct this tournament; a club's evening a member.

    Raises NotAllowed(not_a_director), Refused(club_no_member).
    """
    live = _locked_for_appointing(tournament_id, by)
    require_member(live.row, player)
    return TournamentDirector.objects.get_or_create(
        tournament=live.row, player=player, defaults={"appointed_by": by}
    )[0]


@concerns("tournament", "tournament_id")
def dismiss_director(*, tournament_id: int, player: Player, by: Player) -> None:
    """Raises NotAllowed(not_a_director)."""
    live = _locked_for_appointing(tournament_id, by)
    TournamentDirector.objects.filter(tournament=live.row, player=player).delete()
