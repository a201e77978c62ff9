"""Forecasts of drafts: how long, how many levels, whether they end; asked for, stored, drawn."""
