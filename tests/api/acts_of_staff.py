"""Each act of the staff as a request, prepared so that one player has a part in it."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.utils import timezone

from accounts.books.posting import wallet_of
from accounts.joining.importing import digest_of
from accounts.models import Club, ClubMember, Player
from accounts.premium.giving import grant_premium, issue_ticket
from accounts.programs.tokens.issuing import issue_token
from backoffice.corrections.acting import approve_correction, request_correction
from backoffice.models import ChipCorrection, Sanction
from games.models import ChatReport
from tests.pages.tables import running_table, stand_still
from tests.tournaments.club import people, playing, published, report
from tests.tournaments.test_tickets import SATELLITE
from tournaments.desk.ordering import appoint_director, give_order
from tournaments.desk.orders import DeskOrder
from tournaments.director import Plan, PrizePlan, Schedule
from tournaments.models import DeskAct, Entry, Tournament
from tournaments.planner.publishing import open_tournament
from tournaments.running.directing import look_after

from .playing import guest, person

PLAN = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))
_keys = count(1)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and what each act that is asked about on its way concerns."""

    path: str
    body: dict[str, Any]
    concerned: dict[str, int]
    correction: int | None = None
    headers: dict[str, str] = field(
        default_factory=lambda: {"idempotency_key": f"walk-{next(_keys)}"}
    )


@dataclass(frozen=True, slots=True)
class World:
    """Who asks, who takes part (possibly the same), and two colleagues without any part."""

    actor: Player
    party: Player
    second: Player
    third: Player


def _began(world: World, plan: Plan = PLAN) -> Tournament:
    made = published(plan, [world.party, *people(2)])
    look_after(tournament_id=made.pk)
    return made


def _resting(world: World) -> Tournament:
    """Chips are moved by hand only where no round is being played."""
    made = _began(world)
    for table in playing(made):
        pause = DeskOrder("pause_table", table=table.number)
        give_order(tournament_id=made.pk, asked=pause, by=world.third, remark="a break", key="rest")
        report(made, table, 0, 0, 0)
    look_after(tournament_id=made.pk)
    return made


def _give_order(world: World) -> Asked:
    made = _began(world)
    body = {"kind": "pause", "remark": "a break"}
    return Asked(f"/tournaments/{made.pk}/orders/", body, {"give_order": made.pk})


def _penalize(world: World) -> Asked:
    made = _resting(world)
    entry = Entry.objects.get(tournament=made, player=world.party).pk
    body = {"kind": "penalize", "entry": entry, "number": 10, "remark": "late"}
    concerned = {
        "give_order": made.pk,
        "order_on_entry": entry,
        "order_moving_chips": made.pk,
    }
    return Asked(f"/tournaments/{made.pk}/orders/", body, concerned)


def _remove(world: World) -> Asked:
    """Of somebody else, at a tournament where the party plays."""
    made = _resting(world)
    entry = Entry.objects.filter(tournament=made).exclude(player=world.party)[0].pk
    body = {"kind": "penalize", "entry": entry, "number": 10, "remark": "late"}
    concerned = {"give_order": made.pk, "order_moving_chips": made.pk}
    return Asked(f"/tournaments/{made.pk}/orders/", body, concerned)


def _substitute(world: World) -> Asked:
    made = published(PLAN, people(3))
    look_after(tournament_id=made.pk)
    entry = Entry.objects.filter(tournament=made).earliest("pk").pk
    body = {
        "kind": "substitute",
        "entry": entry,
        "player": world.party.username,
        "remark": "has to go",
    }
    return Asked(f"/tournaments/{made.pk}/orders/", body, {"order_for_player": world.party.pk})


def _ordered(made: Tournament, by: Player) -> DeskAct:
    order = DeskOrder("extend", number=5)
    return give_order(tournament_id=made.pk, asked=order, by=by, remark="late", key=f"{by.pk}")


def _undo(world: World) -> Asked:
    made = _began(world)
    pause = DeskOrder("pause")
    act = give_order(
        tournament_id=made.pk, asked=pause, by=world.third, remark="a break", key="one"
    )
    path = f"/tournaments/{made.pk}/orders/{act.pk}/undo/"
    return Asked(path, {"remark": "go on"}, {"undo_order": made.pk})


def _import(world: World) -> Asked:
    made = published(PLAN, [world.party], due=False)
    text = f"name\n{guest().name}\n"
    body = {"csv": text, "confirm": digest_of(text)}
    return Asked(f"/tournaments/{made.pk}/entries/import/", body, {"import_entries": made.pk})


def _aim(world: World) -> Asked:
    made = open_tournament(
        is_trial=True,
        name="Evening",
        plan=SATELLITE,
        starts_at=timezone.now() + dt.timedelta(hours=1),
    )
    Entry.objects.create(tournament=made, player=world.party, number=1)
    return Asked(f"/tournaments/{made.pk}/aim/", {}, {"aim": made.pk})


def _bots(world: World) -> Asked:
    made = published(PLAN, [world.party], due=False)
    return Asked(f"/office/tournaments/{made.pk}/bots/", {"bots": 1}, {"enter_bots": made.pk})


def _enter(act: str, **of_plan: Any) -> Callable[[World], Asked]:
    """Here the party has published, or given orders, and the actor wants to play."""

    def prepared(world: World) -> Asked:
        plan = Plan(seats=3, stack_chips=1_000, schedule=PLAN.schedule, **of_plan)
        made = published(plan, people(2), due=False)
        if act == "play_after_ordering":
            appoint_director(tournament_id=made.pk, player=world.party, by=world.third)
            _ordered(made, world.party)
        else:
            Tournament.objects.filter(pk=made.pk).update(created_by=world.party)
        return Asked(f"/tournaments/{made.pk}/enter/", {}, {act: made.pk})

    return prepared


def _stuck(verb: str, act: str) -> Callable[[World], Asked]:
    def prepared(world: World) -> Asked:
        table = running_table(world.party, guest())
        stand_still(table)
        table.refresh_from_db()
        body = {"version": table.version, "reason": "stuck"} if verb == "cancel" else {}
        return Asked(f"/office/stuck/{table.pk}/{verb}/", body, {act: table.pk})

    return prepared


def _report(world: World) -> Asked:
    report = ChatReport.objects.create(
        table_id=10**9,
        number=1,
        author=world.party,
        reporter=guest(),
        reason="insult",
        context=[],
    )
    path = f"/office/reports/{report.pk}/decide/"
    return Asked(path, {"outcome": "nothing"}, {"decide_report": report.pk})


def _club(verb: str, act: str, body: dict[str, Any]) -> Callable[[World], Asked]:
    def prepared(world: World) -> Asked:
        name = f"Club {next(_keys)}"
        club = Club.objects.create(name=name, skeleton=name)
        ClubMember.objects.create(club=club, player=world.party, role="owner")
        path = f"/office/clubs/{club.pk}/{verb}/"
        return Asked(path, {"reason": "reported", **body}, {act: club.pk})

    return prepared


def _on_player(act: str, path: str, body: dict[str, Any]) -> Callable[[World], Asked]:
    def prepared(world: World) -> Asked:
        grant_premium(player=world.party, days=30, key=f"gift:{next(_keys)}", note="")
        return Asked(f"/office/{path.format(world.party.pk)}", body, {act: world.party.pk})

    return prepared


def _one_access(world: World) -> Asked:
    token, _text = issue_token(player=world.party, name=f"program {next(_keys)}")
    path = f"/office/players/{world.party.pk}/access/token-{token.token_key}/end/"
    return Asked(path, {"reason": "a lost phone"}, {"end_access": world.party.pk})


def _lift(world: World) -> Asked:
    until = timezone.now() + dt.timedelta(hours=1)
    mute = Sanction.objects.create(
        player=world.party, kind="mute", reason="loud", by=world.third, until=until
    )
    path = f"/office/players/{world.party.pk}/sanctions/{mute.pk}/lift/"
    return Asked(path, {"reason": "calm again"}, {"lift_sanction": mute.pk})


def _factor(world: World) -> Asked:
    TOTP.activate(world.party, generate_totp_secret())
    path = f"/office/players/{world.party.pk}/forget-factor/"
    return Asked(path, {"reason": "a lost phone"}, {"take_second_factor": world.party.pk})


def _take_back(world: World) -> Asked:
    ticket = issue_ticket(days=30, issued_by=world.party)
    path = f"/office/tickets/{ticket.pk}/take-back/"
    return Asked(path, {"reason": "a slip"}, {"take_back_ticket": ticket.pk})


def _redeem(world: World) -> Asked:
    ticket = issue_ticket(days=30, issued_by=world.party)
    return Asked("/me/premium/", {"code": ticket.code}, {"redeem_ticket": ticket.pk})


def _correct(world: World) -> Asked:
    account = wallet_of(world.party).pk
    body = {"account": account, "amount_chips": 5, "counter": "mint", "reason": "owed"}
    return Asked("/office/corrections/", body, {"request_correction": account})


def _requested(world: World) -> ChipCorrection:
    return request_correction(
        account=wallet_of(world.party),
        amount_chips=5,
        counter="mint",
        reason="owed",
        by=world.third,
    )


def _decide(verb: str, act: str) -> Callable[[World], Asked]:
    def prepared(world: World) -> Asked:
        number = _requested(world).pk
        path = f"/office/corrections/{number}/{verb}/"
        return Asked(path, {"reason": "as asked"}, {act: number})

    return prepared


def _reverse(world: World) -> Asked:
    number = approve_correction(correction_id=_requested(world).pk, by=world.second).pk
    path = f"/office/corrections/{number}/reverse/"
    return Asked(path, {"reason": "a slip"}, {"request_reversal": number})


BY_API: dict[str, Callable[[World], Asked]] = {
    "give_order": _give_order,
    "order_on_entry": _penalize,
    "order_for_player": _substitute,
    "order_moving_chips": _remove,
    "undo_order": _undo,
    "import_entries": _import,
    "aim": _aim,
    "enter_bots": _bots,
    "play_after_ordering": _enter("play_after_ordering"),
    "play_own_tournament": _enter("play_own_tournament"),
    "play_for_house_chips": _enter("play_for_house_chips", prizes=PrizePlan(added_chips=100)),
    "wake_stuck_table": _stuck("wake", "wake_stuck_table"),
    "cancel_stuck_table": _stuck("cancel", "cancel_stuck_table"),
    "decide_report": _report,
    "close_by_staff": _club("close", "close_by_staff", {}),
    "rename_by_staff": _club("rename", "rename_by_staff", {"name": "Quiet ones"}),
    "dismiss_reports": _club("keep", "dismiss_reports", {}),
    "sanction_player": _on_player(
        "sanction_player", "players/{}/sanctions/", {"kind": "warning", "reason": "rude"}
    ),
    "note_player": _on_player("note_player", "players/{}/notes/", {"words": "kind"}),
    "give_premium": _on_player(
        "give_premium", "players/{}/premium/give/", {"days": 30, "reason": "a prize"}
    ),
    "rename_player": _on_player(
        "rename_player", "players/{}/rename/", {"name": "Kind_one", "reason": "asked"}
    ),
    "give_password_link": _on_player(
        "give_password_link", "players/{}/password-link/", {"reason": "locked out"}
    ),
    "take_second_factor": _factor,
    "sign_out_everywhere": _on_player(
        "sign_out_everywhere", "players/{}/sign-out/", {"reason": "a lost phone"}
    ),
    "end_access": _one_access,
    "take_back_ticket": _take_back,
    "take_premium": _on_player("take_premium", "players/{}/premium/end/", {"reason": "ends"}),
    "set_roles": _on_player("set_roles", "team/{}/", {"roles": [], "reason": "asked"}),
    "lift_sanction": _lift,
    "redeem_ticket": _redeem,
    "request_correction": _correct,
    "request_reversal": _reverse,
    "approve_correction": _decide("approve", "approve_correction"),
    "reject_correction": _decide("reject", "reject_correction"),
}


def stranger() -> Player:
    return person(f"Stranger {next(_keys)}")
