"""What a bot thinks of a position, one kind of decision a file. Cheap rules of thumb, counted in steps and never in
seconds, so that the same position always gives the same order."""
