"""Tournaments: entry, rounds and their tables, results and standings, and the arithmetic of them."""
