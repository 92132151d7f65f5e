"""What of the page of 1861 has nothing to prove, and which traps are another title's."""

from __future__ import annotations

from tests.engine.titles.proving import rules_of

RULES = rules_of("1861")

# Paragraphs that say what words mean or where things come from; there is nothing in them to prove.
VOCABULARY = {
    "1.1": "how the page came about",
    "1.2": "how paragraphs are cited",
    "1.3": "vocabulary",
    "1.4": "how doubts were decided",
    "22.1": "where the choices are written",
    "24.2": "a matter of the service that keeps orders, not of the engine",
    "24.4": "a matter of the service that sets deadlines, not of the engine",
}

# Traps of the field notes that concern another title alone (T81 to T101 are 1882's).
WAITING = {
    "T9": "1867: a home city is chosen before the bids",
    "T24": "1867: hexes with a stub; 1861 has none",
}
