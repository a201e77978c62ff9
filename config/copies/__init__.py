"""Copies of the platform's database: backups, and databases that may take its place."""


class BackupFailed(Exception):
    """No backup, or nothing restored; the message says why and what to do."""
