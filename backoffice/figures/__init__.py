"""Figures of the house: reports over days, minutes, metrics."""
