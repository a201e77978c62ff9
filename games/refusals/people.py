"""What is refused between people, at the doors of tables, in talk, and in files of people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from web.refusals import by_code

STATUS = by_code(
    {
        400: "chat_nothing_said chat_too_long chat_phrase_unknown",
        403: "conflict_of_interest confirmation_needed confirmation_wrong table_password_wrong"
        " reputation_too_low rating_too_low",
        409: "chat_own_message reporting_yourself still_seated import_not_confirmed",
    }
)

SENTENCES: dict[str, str | Promise] = {
    "still_seated": _("You sit at table %(table)s. Finish there, or leave it."),
    "conflict_of_interest": _(
        "Nobody decides on something they take part in themselves, or have taken "
        "part in: somebody else has to do this."
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
        "Guests who watch can only send ready-made phrases; with an account of your "
        "own you can write."
    ),
    "chat_closed": _("The chat at this table is closed."),
    "gallery_closed": _("The players have asked spectators for silence."),
    "chat_message_not_found": _("There is no message %(number)s for you here."),
    "chat_own_message": _("That is your own message."),
    "reporting_yourself": _("You cannot report yourself."),
    "invited_already_seated": _("%(name)s already sits at this table."),
    "invited_no_friend": _("You can only invite friends; %(name)s is not one of yours."),
    "table_password_wrong": _("This table has a password; that was not it."),
    "reputation_too_low": _(
        "This table asks for a reputation of %(least)s %%; yours is %(own)s %%."
    ),
    "rating_too_low": _("This table asks for a rating of %(least)s; yours is %(own)s."),
    "house_closed": _("Maintenance: nothing new begins until it is over. Games in progress go on."),
    "kept_apart": _("Somebody sits there whom you ignore, or who ignores you."),
    "no_line_here": _("There is a waiting list only for the house's tables that are always open."),
    "seat_is_free": _("A seat is free at such a table: sit down at table %(table)s."),
    "too_many_lines": ngettext_lazy(
        "You are on one waiting list; leave it first.",
        "You are on %(most)s waiting lists; leave one first.",
        "most",
    ),
    "not_in_line": _("You are not on this waiting list."),
    "seat_kept": _("The free seat is kept for whoever is next on the waiting list."),
    # Files of people; each refusal is told with its row.
    "import_not_confirmed": _(
        "This is not the file that was checked. Check it again, then confirm."
    ),
    "import_has_faults": ngettext_lazy(
        "One row cannot be imported, so nothing was. Row %(row)s: %(first)s",
        "%(count)s rows cannot be imported, so nothing was. Row %(row)s: %(first)s",
        "count",
    ),
    "import_not_utf8": _("The file is not in UTF-8: save it as “CSV UTF-8”."),
    "import_too_large": _("A file has at most %(most)s characters."),
    "import_empty": _("The file is empty: the first row names the columns."),
    "import_too_many_rows": ngettext_lazy(
        "A file has at most one row; split it.",
        "A file has at most %(most)s rows; split it.",
        "most",
    ),
    "import_not_csv": _("This row is not valid CSV: check its quotation marks."),
    "import_column_unknown": _("There is no column “%(column)s”; there may be: %(known)s."),
    "import_column_missing": _("The column “%(column)s” is missing."),
    "import_column_twice": _("The column “%(column)s” is there twice."),
    "import_row_length": _("The row has %(cells)s cells, the heading %(columns)s columns."),
    "import_row_twice": _("“%(value)s” is already in row %(row)s."),
    "import_cell_missing": _("“%(column)s” is empty."),
    "import_cell_too_long": _("“%(column)s” has at most %(most)s characters."),
    "import_cell_unprintable": _("“%(column)s” holds characters that cannot be shown."),
    "import_cell_formula": _(
        "“%(column)s” begins like a formula; if it is text, write an apostrophe before it."
    ),
    "import_language_unknown": _("There is no language “%(language)s”; there are: %(known)s."),
    "import_email_taken": _("Somebody else has the e-mail address %(email)s."),
    "import_email_unusable": _("%(email)s is not an e-mail address."),
    "import_somebody_else": _(
        "%(name)s already exists with another e-mail address; an import changes nobody."
    ),
    "import_player_unknown": _("There is no player called %(name)s."),
}
