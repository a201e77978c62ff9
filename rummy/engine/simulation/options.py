"""How the end of a turn is named in simulation: by one small number."""

KNOCK = 128  # added to a card: knock with it as the last discard; alone, a card is discarded
