"""Chip corrections: asked for, approved by a second person, posted, reversed."""
