"""Giving back what a proved wrong cost: drafted with reasons, approved by two, undone as one."""
