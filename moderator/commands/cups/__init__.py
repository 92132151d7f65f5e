"""Tournaments, for players and spectators: what there is, entering and leaving, standings, ratings."""
