"""Orders on file: what a player would do, said once. Values that are read, written, told in plain words and judged.

``facts`` are what a condition may name, ``orders`` what may be kept, a module for each thing players say; ``reading``
is how both are read in every language, ``storing`` how they are kept for ever. Whoever keeps them asks ``evaluate`` (in
``orders``) what follows from one now.
"""
