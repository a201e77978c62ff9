"""A pleasant evening's company."""

from rummy.bots.families import Level
from rummy.bots.knock import casual as knock
from rummy.bots.table_melding import casual as table_melding
from rummy.words import gettext_noop as _

CASUAL = Level(
    "casual",
    _("Easy-going"),
    {"knock": knock.CasualBot(), "table_melding": table_melding.CasualBot()},
)
