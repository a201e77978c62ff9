"""Duplicate boards as everybody reads them: who made what of the same cards."""
