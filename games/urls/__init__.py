"""Addresses of tables and rounds: pages and API."""
