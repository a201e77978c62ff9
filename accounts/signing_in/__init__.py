"""Signing in: sessions, second factors, language."""
