"""Commands about orders given ahead of their turn."""
