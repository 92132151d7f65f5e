"""The moderator: games, people, mail and pages around the engine."""
