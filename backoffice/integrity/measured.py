"""How much of collusion is found, as `make bench ONLY=integrity` measured it; staff see it."""

ROUNDS = (25, 50, 100, 200)  # together, with 300 rounds of each player with others
# The share of colluding pairs that is found, of bots that cheat at every second turn.
MEASURED = {
    "feeding": (0.0, 0.0, 0.0, 0.0),
    "sharing_hands": (0.0, 0.0, 0.0, 0.0),
    "soft_knocking": (0.0, 0.0, 0.0, 0.0),
    "dumping": (0.0, 0.0, 0.0, 0.0),
}
