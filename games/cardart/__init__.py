"""Our own deck, drawn by a program: `python -m games.cardart` writes the sprites pages show.

The same code gives the same bytes, so a test can say that the committed sprites are these.
"""
