"""Steps: the kinds of decision, one file each. Their fields are the variations between titles."""
