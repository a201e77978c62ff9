"""What goes on now, what waits for somebody, and tables that stand still."""
