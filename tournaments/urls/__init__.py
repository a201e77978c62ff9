"""Addresses of tournaments: players' pages, the desk, the API."""
