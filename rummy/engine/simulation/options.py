"""How the end of a turn is named in simulation: by one small number."""

from typing import Final

KNOCK: Final = 128  # added to a card: knock with it as the last discard; alone, a card is discarded
