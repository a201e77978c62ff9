"""As strong as there is."""

from rummy.bots.families import Level
from rummy.bots.knock import expert as knock
from rummy.bots.table_melding import expert as table_melding
from rummy.words import gettext_noop as _

EXPERT = Level(
    "expert",
    _("Strong"),
    {"knock": knock.ExpertBot(), "table_melding": table_melding.ExpertBot()},
    remembers=True,
)
