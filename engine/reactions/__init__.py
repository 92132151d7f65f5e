"""Reactions: what follows from an event, whoever caused it."""
