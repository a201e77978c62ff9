"""Families of turn structure: each a package that offers the functions of `rummy.engine.family`."""
