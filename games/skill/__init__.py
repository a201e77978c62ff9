"""How well people play: rounds judged by workers, and what is told of it."""
