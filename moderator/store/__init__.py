"""The database: its tables, the queries that belong to them, and a game as it is kept."""
