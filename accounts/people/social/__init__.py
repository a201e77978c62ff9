"""What people do with each other, as far as it needs no database: words, names and reputation."""

from accounts.people.social.names import is_plain, reserved_word, scripts_of, skeleton_of
from accounts.people.social.reputation import Reputation, reputation_of
from accounts.people.social.words import WORDS_MAX, clean_words
