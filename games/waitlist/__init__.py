"""The line for the next free seat at the tables of the house."""
