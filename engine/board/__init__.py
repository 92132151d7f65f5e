"""The board: hexes, tiles, stations, and where track leads. It knows no money, no turn and no title."""
