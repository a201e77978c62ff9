"""Families of turn structure: each a package that offers the functions of `games.engine.family`."""
