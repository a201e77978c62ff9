"""The form that opens a table, in parts."""
