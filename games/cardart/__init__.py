"""Our own deck, drawn by a program: `python -m games.cardart` writes the sprites that the pages show.

The same code gives the same bytes, so a test can say that the committed sprites are the ones drawn here.
"""
