"""What is refused about files of people: each is told with its row."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

STATUS: dict[str, int] = {
    "import_not_confirmed": 409,
}

SENTENCES: dict[str, str | Promise] = {
    "import_not_confirmed": _(
        "This is not the file that was looked at. Look at it again, then confirm."
    ),
    "import_has_faults": ngettext_lazy(
        "One row cannot be imported, so nothing was. Row %(row)s: %(first)s",
        "%(count)s rows cannot be imported, so nothing was. Row %(row)s: %(first)s",
        "count",
    ),
    "import_too_large": _("A file has at most %(most)s characters."),
    "import_empty": _("The file is empty: the first row names the columns."),
    "import_too_many_rows": ngettext_lazy(
        "A file has at most one row; split it.",
        "A file has at most %(most)s rows; split it.",
        "most",
    ),
    "import_not_csv": _("This row is no CSV: look at its quotation marks."),
    "import_column_unknown": _("There is no column “%(column)s”; there may be: %(known)s."),
    "import_column_missing": _("The column “%(column)s” is missing."),
    "import_column_twice": _("The column “%(column)s” stands there twice."),
    "import_row_length": _("The row has %(cells)s cells, the heading %(columns)s columns."),
    "import_row_twice": _("“%(value)s” stands in row %(row)s already."),
    "import_cell_missing": _("“%(column)s” is empty."),
    "import_cell_too_long": _("“%(column)s” has at most %(most)s characters."),
    "import_cell_unprintable": _("“%(column)s” holds characters that cannot be shown."),
    "import_cell_formula": _(
        "“%(column)s” begins like a formula; if it is text, write an apostrophe before it."
    ),
    "import_language_unknown": _("There is no language “%(language)s”; there are: %(known)s."),
    "import_email_taken": _("Somebody else has the e-mail address %(email)s."),
    "import_email_unusable": _("%(email)s is no e-mail address."),
    "import_somebody_else": _(
        "There is a %(name)s with another e-mail address; nobody is changed by an import."
    ),
    "import_player_unknown": _("There is no player called %(name)s."),
}
