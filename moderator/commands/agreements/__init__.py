"""Commands by which owners agree."""
