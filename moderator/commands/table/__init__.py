"""Commands about the game one sits at: its beginning, its talk, its seats."""
