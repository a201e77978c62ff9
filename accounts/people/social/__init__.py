"""What people do with each other, as far as it needs no database: words and reputation."""

from accounts.people.social.reputation import Reputation, reputation_of
from accounts.people.social.words import WORDS_MAX, clean_words

__all__ = ["WORDS_MAX", "Reputation", "clean_words", "reputation_of"]
