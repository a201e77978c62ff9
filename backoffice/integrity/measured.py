"""How much of collusion is found, as `make bench ONLY=integrity` measured it; staff see it."""

ROUNDS = (25, 50, 100)  # together, with 150 rounds of each player with others
# The share of colluding pairs that is found, of bots that cheat at every second turn. Measured with
# 47 such pairs, and with 242 innocent ones, of which none was pointed out.
MEASURED = {
    "feeding": (1.0, 1.0, 1.0),
    "sharing_hands": (0.42, 0.5, 0.83),
    "soft_knocking": (0.33, 0.5, 0.83),
    "dumping": (1.0, 1.0, 1.0),
}
