"""Commands that ask and change nothing."""
