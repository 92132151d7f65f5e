"""Rounds: small machines that only move the cursor."""
