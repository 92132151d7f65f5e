"""Games and the people in them: what is kept, what time it is for whom, and what happens by itself."""
