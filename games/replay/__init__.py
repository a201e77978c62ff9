"""Rounds looked at again: cards, decisions, proofs, logs."""
