"""A table-melding game as numbers: what may be set, presets, a rule-set ready for play."""
