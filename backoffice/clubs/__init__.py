"""Clubs as the staff sees them: what is reported, and closing or renaming one."""
