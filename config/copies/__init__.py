"""Copies of the platform's database: backups, and databases that may take its place."""
