"""Colluding players made of code, and whether they are found."""
