"""Commands about the writer: when and how they are reached."""
