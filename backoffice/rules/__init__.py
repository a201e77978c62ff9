"""Rule-sets of the house, and what a round would be worth under them."""
