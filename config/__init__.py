"""Settings and how the servers are set up; imports nothing else of ours."""
