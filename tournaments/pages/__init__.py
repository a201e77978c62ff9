"""The players' pages of tournaments."""
