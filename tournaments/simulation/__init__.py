"""Tournaments in memory: the same director and settlement, without a database. Pure.

`Arena` carries out the director's commands as the services do with rows; `play_out` drives a whole
tournament through it. Forecasts, tests and `simulate_tournament` use nothing else.
"""
