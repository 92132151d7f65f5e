"""What a title may have, one folder each."""
