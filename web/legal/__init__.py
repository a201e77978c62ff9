"""Imprint and privacy notice: the operator's own texts, or samples that say so."""
