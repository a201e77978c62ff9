"""What is refused between people, at the doors of tables and in talk: sentences and statuses."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

STATUS: dict[str, int] = {
    "conflict_of_interest": 403,
    "confirmation_needed": 403,
    "confirmation_wrong": 403,
    "chat_nothing_said": 400,
    "chat_too_long": 400,
    "chat_phrase_unknown": 400,
    "chat_own_message": 409,
    "still_seated": 409,
    "table_password_wrong": 403,
    "reputation_too_low": 403,
    "rating_too_low": 403,
}

SENTENCES: dict[str, str | Promise] = {
    "still_seated": _("You sit at table %(table)s. Finish there, or leave it."),
    "conflict_of_interest": _(
        "Nobody decides about a thing they take part in themselves, or have taken part in: "
        "somebody else has to do this."
    ),
    "confirmation_needed": ngettext_lazy(
        "This moves chips for the house: show who you are again; what you showed more than one"
        " minute ago does not count.",
        "This moves chips for the house: show who you are again; what you showed more than"
        " %(minutes)s minutes ago does not count.",
        "minutes",
    ),
    "confirmation_wrong": _("That was not the right code or password."),
    "chat_nothing_said": _("There is nothing to read in that."),
    "chat_too_long": ngettext_lazy(
        "At most one character; you wrote %(chars)s.",
        "At most %(most)s characters; you wrote %(chars)s.",
        "most",
    ),
    "chat_phrase_unknown": _(
        "Send either words of your own or one phrase that the table's chat lists."
    ),
    "chat_guests_say_phrases": _(
        "Guests speak in phrases when they watch; with an account of your own you may write."
    ),
    "chat_closed": _("The chat at this table is closed."),
    "gallery_closed": _("The players have asked spectators for silence."),
    "chat_message_not_found": _("There is no message %(number)s for you here."),
    "chat_own_message": _("That is your own message."),
    "invited_already_seated": _("%(name)s already sits at this table."),
    "invited_no_friend": _("Only friends are invited; %(name)s is none of yours."),
    "table_password_wrong": _("This table has a password; that was not it."),
    "reputation_too_low": _(
        "This table asks for a reputation of %(least)s %%; yours is %(own)s %%."
    ),
    "rating_too_low": _("This table asks for a rating of %(least)s; yours is %(own)s."),
    "house_closed": _("Maintenance: nothing new begins until it is over. Games in progress go on."),
    "kept_apart": _("Somebody sits there whom you ignore, or who ignores you."),
    "no_line_here": _("There is a line only for the house's tables that stand open."),
    "seat_is_free": _("A seat is free at such a table: sit down at table %(table)s."),
    "too_many_lines": ngettext_lazy(
        "You stand in one line; leave it first.",
        "You stand in %(most)s lines; leave one first.",
        "most",
    ),
    "not_in_line": _("You do not stand in this line."),
    "seat_kept": _("The free seat is kept for who has waited in the line."),
}
