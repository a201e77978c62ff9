"""Whose time runs, and what follows when it is over."""
