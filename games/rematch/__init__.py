"""The premium rematch: the same players, the same terms, one tap each."""
