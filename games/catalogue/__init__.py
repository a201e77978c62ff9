"""What a table can be opened with, for programs that build the form themselves."""
