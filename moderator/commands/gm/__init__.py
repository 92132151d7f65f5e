"""The moderator's commands."""
