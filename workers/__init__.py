"""Celery tasks: thin, safe to run twice, late or never. The database is the truth, the broker a doorbell."""
