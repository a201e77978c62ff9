"""Which names may be taken: by players, bots, teams, apps and tables alike (see decisions)."""

import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import Player
from accounts.people.social import is_plain, reserved_word, scripts_of, skeleton_of
from web.refusals import Refused, words_of


def require_name(player: Player) -> None:
    """Bring a player's new name into its normal form and see that it may be had.

    Raises Refused(name_has_space | name_unusable | name_mixes_scripts | name_reserved |
    name_taken).
    """
    player.username = unicodedata.normalize("NFKC", player.username)
    name = player.username
    if free := _without_spaces(name, player):
        raise Refused("name_has_space", name=name[:30], free=free)
    try:
        Player._meta.get_field("username").clean(name, player)
    except ValidationError:
        raise Refused("name_unusable", name=name[:30]) from None
    require_readable(name)
    alike = Player.objects.filter(skeleton=skeleton_of(name)).exclude(pk=player.pk)
    if alike.exists():
        raise Refused("name_taken", name=name)


def _without_spaces(name: str, player: Player) -> str:
    """The same name as it may be had; "" where no space is the fault, or not the only one.

    Joined otherwise it would look the same, so if it is taken a number follows.
    """
    words = name.split()
    if len(words) < 2:
        return ""
    for more in ("", "_2", "_3", "_4", "_5"):
        joined = Player(pk=player.pk, username="_".join(words) + more)
        try:
            require_name(joined)
        except Refused:
            continue
        return joined.username
    return ""


def require_readable(name: str) -> None:
    """For names of players and clubs: everybody can read them, and none speaks for the house.

    Raises Refused(name_unusable | name_mixes_scripts | name_reserved).
    """
    if not is_plain(name):
        raise Refused("name_unusable", name=name[:30])
    scripts = scripts_of(name)
    if scripts:
        raise Refused("name_mixes_scripts", name=name, scripts=", ".join(scripts))
    require_not_the_house(name)


def nameless(player: Player) -> None:
    """Take a player's name away: they are gone, and what they played stays under a number.

    Nobody else can be called so, for no name that is chosen has a space.
    """
    player.username = name_when_gone(player)
    player.is_active = False


def name_when_gone(player: Player) -> str:
    """A number, which says the same in every language; the name stands in rows, files and feeds."""
    return f"# {player.pk}"


def require_visible(name: str) -> None:
    """For what programs and endpoints are called: it has to be known again in a list.

    Raises Refused(name_unreadable).
    """
    if not is_plain(name):
        raise Refused("name_unreadable")


def require_not_the_house(name: str) -> None:
    """For names of anything: players, teams, apps, tables. Raises Refused(name_reserved)."""
    word = reserved_word(name, settings.RESERVED_NAMES)
    if word:
        raise Refused("name_reserved", name=name, word=word)


def name_in_form(name: str, *, keeps: int | None = None) -> str:
    """The name in its normal form, for a page's form that says a refusal beside its field.

    `keeps` is the player who takes it. Raises ValidationError.
    """
    player = Player(pk=keeps, username=name)
    try:
        require_name(player)
    except Refused as refusal:
        raise ValidationError(words_of(refusal), code=refusal.code) from None
    return player.username
