"""People and each other: friendships, who keeps away from whom, conduct."""
