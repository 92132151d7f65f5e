"""What a mail says, who it is from, how far that is proved, and whether it deserves an answer."""
