"""Rummy as a library: rules, matches, settlement, fair cards, bots, advice.

Pure: no Django, clock or dice, and nothing else of this project.
"""

from rummy.compiled import prefer_compiled

prefer_compiled()
