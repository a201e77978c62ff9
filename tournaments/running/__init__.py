"""Carrying out what the director decides: commands to rows, each once."""
