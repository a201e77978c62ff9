"""Plays soundly."""

from rummy.bots.families import Level
from rummy.bots.knock import solid as knock
from rummy.bots.table_melding import solid as table_melding
from rummy.words import gettext_noop as _

SOLID = Level(
    "solid",
    _("Solid"),
    {"knock": knock.SolidBot(), "table_melding": table_melding.SolidBot()},
    remembers=True,
)
