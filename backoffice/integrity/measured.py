"""How much of collusion is found, as `make bench ONLY=integrity` measured it; staff see it."""

ROUNDS = (25, 50, 100)  # together, with 150 rounds of each player with others
# The share of colluding pairs that is found, of bots that cheat at every second turn. Measured with
# 80 such pairs, and with 420 innocent ones, of which none was pointed out.
MEASURED = {
    "feeding": (1.0, 1.0, 1.0),
    "sharing_hands": (0.45, 0.5, 0.9),
    "soft_knocking": (0.3, 0.5, 0.75),
    "dumping": (1.0, 1.0, 1.0),
}
