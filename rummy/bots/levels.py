"""The levels of bots: each with its name and its player in each family of games."""

from rummy.words import gettext_noop as _

from .families import Level
from .knock import players as knock
from .table_melding import players as table_melding

# A pleasant evening's company.
CASUAL = Level(
    "casual",
    _("Easy-going"),
    {"knock": knock.CasualBot(), "table_melding": table_melding.CasualBot()},
)
SOLID = Level(
    "solid",
    _("Solid"),
    {"knock": knock.SolidBot(), "table_melding": table_melding.SolidBot()},
    remembers=True,
)
# As strong as there is.
EXPERT = Level(
    "expert",
    _("Strong"),
    {"knock": knock.ExpertBot(), "table_melding": table_melding.ExpertBot()},
    remembers=True,
)
# Sound and quick, for forecasts and show tables of gin.
GREEDY = Level("greedy", _("solid player"), {"knock": knock.GreedyBot()}, is_offered=False)
