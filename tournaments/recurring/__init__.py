"""Tournaments that come again: the rule, its form, its pages."""
