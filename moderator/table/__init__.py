"""What happens at a table: orders, deadlines, offers, orders on file, seats, and who is told."""
