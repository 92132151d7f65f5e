"""Games as they were stored, in every form that was ever written."""
