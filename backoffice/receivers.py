"""What the back office notes when something happens elsewhere: sign-ins, audits."""

from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.signals import authenticator_added
from celery.signals import task_failure, task_postrun, task_prerun
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.audit import audit_finished
from accounts.models import Player
from accounts.signing_in.stepping_up import FACTORS
from accounts.staff_acts import staff_acted
from backoffice.figures import metrics
from backoffice.models import AuditRun
from backoffice.people.seen import remember_sign_in
from backoffice.running import board
from backoffice.team.staff_log import record


@receiver(user_logged_in)
def note_sign_in(sender: Any, request: HttpRequest | None, user: Any, **_signal: Any) -> None:
    """Keep, hashed, where somebody signed in from."""
    if isinstance(user, Player) and request is not None:
        remember_sign_in(player_id=user.pk, request=request)


@receiver(authenticator_added)
def note_second_factor(request: HttpRequest, user: Any, authenticator: Any, **_signal: Any) -> None:
    """Whoever has just proved a new second factor need not show it once more in this session."""
    if authenticator.type in FACTORS:
        kind = authenticator.type
        record_authentication(request, user, method="mfa", type=kind, id=authenticator.pk)


@receiver(audit_finished)
def note_audit(sender: Any, seconds: float, **found: Any) -> None:
    """Keep what an audit found; the books' page shows the last one."""
    faults = found["faults"]
    AuditRun.objects.create(
        seconds=round(seconds),
        faults=len(faults),
        first_fault=str(faults[0])[:400] if faults else "",
        figures=found["figures"],
    )


@receiver(staff_acted)
def note_act(sender: Any, by: Player, act: str, **facts: Any) -> None:
    """Write down what staff do over the API and on pages that are not the office's."""
    known = {name: facts[name] for name in ("subject", "reason", "before", "after")}
    record(by=by, act=act, **known)


@task_prerun.connect(weak=False)
def start_task(task_id: str, task: Any, **_signal: Any) -> None:
    board.refresh_if_old()
    metrics.task_started(task_id)


@task_postrun.connect(weak=False)
def end_task(task_id: str, task: Any, state: str | None = None, **_signal: Any) -> None:
    metrics.task_ended(task_id, name=task.name)


@task_failure.connect(weak=False)
def count_failure(sender: Any, **_signal: Any) -> None:
    metrics.task_failed(name=sender.name)
