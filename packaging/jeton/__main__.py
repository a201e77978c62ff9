"""`python -m jeton` for where the command is not on the path."""

from jeton import main

main()
