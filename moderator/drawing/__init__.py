"""Pictures and text drawings of a position: the map, the market and the wealth of the players."""
