"""Where mail enters: bytes in, accepted or refused. Nothing is parsed here and no database is touched."""
