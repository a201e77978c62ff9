"""The director's reasons and refusals as sentences, and the formula behind chips."""
