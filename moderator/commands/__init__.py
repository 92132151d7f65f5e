"""What players may write besides orders. One file per command; a command's docstring is the help players get."""
