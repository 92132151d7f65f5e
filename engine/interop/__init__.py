"""The public site's game files, in and out."""
