"""Mail going out: who is told what, how it reads, and how it is sent."""
