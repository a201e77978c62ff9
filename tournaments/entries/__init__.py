"""Entering a tournament and what comes after it."""
