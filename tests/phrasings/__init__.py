"""What people write for an order, in each language, with the position it is said in and what it means."""
