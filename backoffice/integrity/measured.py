"""How much of collusion is found, as `make bench ONLY=integrity` measured it; staff see it."""

ROUNDS = (25, 50, 100, 200)  # together, with 300 rounds of each player with others
# The share of colluding pairs that is found, of bots that cheat at every second turn.
MEASURED = {
    "feeding": (1.0, 1.0, 1.0, 1.0),
    "sharing_hands": (0.5, 0.75, 1.0, 1.0),
    "soft_knocking": (0.25, 0.75, 1.0, 1.0),
    "dumping": (1.0, 1.0, 1.0, 1.0),
}
