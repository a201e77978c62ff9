"""The staff: roles, rights, and the log of what everybody did."""
