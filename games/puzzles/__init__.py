"""Puzzles, and what people got wrong in their own rounds, to be decided again."""
