"""The tournament director's commands."""
