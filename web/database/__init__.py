"""The database as every room meets it: its clock, its SQL files, its troubles, patience with it."""
