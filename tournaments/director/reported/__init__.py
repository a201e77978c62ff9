"""Rounds that are reported from real tables: whether points can be, and corrected ones."""
