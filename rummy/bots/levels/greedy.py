"""Sound and quick, for forecasts and show tables of gin."""

from rummy.bots.families import Level
from rummy.bots.knock.greedy import GreedyBot
from rummy.words import gettext_noop as _

GREEDY = Level("greedy", _("solid player"), {"knock": GreedyBot()}, is_offered=False)
