"""A knock game as numbers: what may be set, the presets, and a rule-set made ready for play."""
