"""An account is erased: who it was is forgotten, what was played and paid stays without a name.

Rows that are the player's alone are deleted (`chapters` says which). Results, tables and postings
are the others' as well, so their player stays, as a number under a name that nobody can choose.
"""

import re
from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from accounts.books.posting import collect
from accounts.joining.naming import nameless
from accounts.models import Notice, Player
from accounts.notices.kinds import KINDS
from accounts.own_data.chapters import CHAPTERS, Chapter
from accounts.programs.bots.accounts import own_bots, retire_bot
from accounts.signing_in.stepping_up import OWN_MINUTES, require_fresh
from web.refusals import Refusal, Refused

# The name as a word of its own: no part of another's (`Anna` of `Anna-Lena` or `Anna.B`).
_NAME_IN_WORDS = r"(?<![\w@+-])(?<!\w\.){}(?![\w@+-]|\.\w)"

Obstacle = Callable[[Player], Refusal | None]
Renaming = Callable[[str], str]
Forgetting = Callable[[Player, Renaming], None]
_OBSTACLES: list[Obstacle] = []
_FORGETTING: list[Forgetting] = []
_UNTOLD: list[Chapter] = []
_PARTING: list[Callable[[Player], None]] = []


def stands_in_the_way(obstacle: Obstacle) -> Obstacle:
    """Register what has to be over before an account may go."""
    _OBSTACLES.append(obstacle)
    return obstacle


def also_goes(model: str, *whose: str) -> None:
    """Rows about a player that they are not told of, and that go with the account."""
    _UNTOLD.append(Chapter("", model, "", " ".join(whose)))


def forgets_name(forgetting: Forgetting) -> Forgetting:
    """Register who keeps names among other words; told of each who goes, and how to say it now."""
    _FORGETTING.append(forgetting)
    return forgetting


def parts_with(parting: Callable[[Player], None]) -> Callable[[Player], None]:
    """Register what passes from who goes to others, before any of their rows is deleted."""
    _PARTING.append(parting)
    return parting


def obstacles(player: Player) -> list[Refusal]:
    """What still stands in the way; empty when the account may go now."""
    return [found for found in (one(player) for one in _OBSTACLES) if found is not None]


def erase_oneself(player: Player, *, typed: str) -> None:
    """The same by one's own wish: for whoever types their name, and has just shown who they are.

    Raises Refused(name_not_typed | confirmation_needed), StepUp, and what `erase_account` raises.
    """
    if typed.strip() != player.username:
        raise Refused("name_not_typed", name=player.username)
    if player.has_usable_password():
        require_fresh(player, minutes=OWN_MINUTES)
    erase_account(player)


@transaction.atomic
def erase_account(player: Player) -> None:
    """Forget who somebody was; their chips are taken out of play, their bots retire.

    Raises Refusal: the first of the `obstacles`. Nothing has been changed then.
    """
    # What passes to others is held first: who holds it may just be telling this player something,
    # which waits for the stronger lock below.
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if not locked.is_active:
        return
    for parting in _PARTING:
        parting(locked)
    # Whoever seats or enters them waits, and finds nobody who may sit.
    locked = Player.objects.select_for_update().get(pk=player.pk)
    for obstacle in obstacles(locked):
        raise obstacle
    for bot in own_bots(locked):
        retire_bot(owner=locked, bot_id=bot.pk)
    for one in (*Player.objects.filter(owner=locked), locked):
        collect(one, key=f"erase:{one.pk}", reason="account erased")
        _forget(one)


def _forget(player: Player) -> None:
    for chapter in (*CHAPTERS.values(), *_UNTOLD):
        if not chapter.stays:
            chapter.of(player).delete()
    before = player.username
    nameless(player)
    say_anew(player, before)
    player.email = ""
    player.language = ""
    player.preferences = {}
    player.last_login = None
    player.set_unusable_password()  # with it every session ends
    player.save()


def say_anew(player: Player, before: str) -> None:
    """Write the name they have now, but not stored yet, where rows keep `before` in their words."""
    pattern = _NAME_IN_WORDS.format(re.escape(before))
    for forgetting in _FORGETTING:
        forgetting(player, partial(re.compile(pattern).sub, player.username))


@forgets_name
def _in_notices(player: Player, renamed: Renaming) -> None:
    """What others were told about them, until they have looked it up for the last time."""
    name = Player.objects.values_list("username", flat=True).get(pk=player.pk)
    words = Notice.objects.annotate(words=Cast("facts", TextField()))
    for notice in words.filter(words__contains=name, kind__in=KINDS):
        facts = KINDS[notice.kind].renamed(notice.facts, name, renamed)
        if facts != notice.facts:
            notice.facts = facts
            notice.save(update_fields=("facts",))


@stands_in_the_way
def _is_of_the_staff(player: Player) -> Refused | None:
    """Who answers for what they did in the office is a colleague until another owner says no."""
    return Refused("staff_stay") if player.is_staff or player.is_superuser else None


@stands_in_the_way
def _is_a_program(player: Player) -> Refused | None:
    return Refused("bots_go_with_owner") if player.is_program else None
