"""The levels of bots: each with its name and its player in each family of games."""

from rummy.words import gettext_noop as _

from .families import FAMILIES, Level, safe_turn
from .knock import players as knock
from .table_melding import players as table_melding

# A pleasant evening's company.
CASUAL = Level(
    "casual",
    _("Easy-going"),
    {"knock": knock.casual, "table_melding": table_melding.casual},
)
SOLID = Level(
    "solid",
    _("Solid"),
    {"knock": knock.solid, "table_melding": table_melding.solid},
    remembers=True,
)
# As strong as there is.
EXPERT = Level(
    "expert",
    _("Strong"),
    {"knock": knock.expert, "table_melding": table_melding.expert},
    remembers=True,
)
# Sound and quick, for forecasts and show tables of gin.
GREEDY = Level("greedy", _("solid player"), {"knock": knock.greedy}, is_offered=False)
# Any legal action, each as likely as the next.
RANDOM = Level(
    "random",
    _("beginner"),
    dict.fromkeys(FAMILIES, lambda view, legal, dice, known: legal[dice.randrange(len(legal))]),
    is_offered=False,
    interjects=False,
)
# The automatic move, and nothing else.
SAFE = Level(
    "safe",
    "",
    dict.fromkeys(FAMILIES, lambda view, legal, dice, known: next(safe_turn(view))),
    is_offered=False,
    interjects=False,
)
