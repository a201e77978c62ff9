"""Melds on the table: what they are, what they are worth, how they grow (GER-4 … GER-9, R500-5 …).

Knows no turns and no hands: the family of turn structure and the solvers build on it.
"""

from rummy.engine.table_melding.forms import (
    HIGH_ACE,
    PLACES,
    Figure,
    Kind,
    Meld,
    MeldRules,
    figure_of,
    place_face,
    set_face,
    suited,
)
from rummy.engine.table_melding.growing import Exchange, exchange, lay_off
