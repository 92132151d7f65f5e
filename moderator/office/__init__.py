"""What the service is wired from, the unit of work, and what every room needs: addresses, clock, refusals."""
