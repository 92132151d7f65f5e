"""The colours of our pictures. Pairs that must be told apart differ in lightness too, for eyes that see few hues.

No meaning rests on colour alone: tiles carry their numbers, stations their letters.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.title import Title

INK = "#1b1b1b"
PAPER = "#ffffff"
QUIET = "#5c5c5c"
CHANGED = "#c2007a"
WATER = "#2b7bba"
SHALLOWS = "#e4f1fb"
ROCK = "#8d8371"
CLOSED = "#8a2d2d"
# Between hexes on which nothing was built.
EDGE = "#a79f87"

# What lies on a hex: printed ground, the four colours of tiles, and what is never built on.
GROUND = {
    "blank": "#f6f1e1",
    "yellow": "#ffdd3c",
    "green": "#7cc36a",
    "brown": "#b0713a",
    "grey": "#c3c7cc",
    "red": "#e8907c",
    "blue": "#a9d3ee",
}

# Zones of the market.
RULE = "#8f8f8f"
CONVERT = "#e0b400"
ZONES = {
    "plain": "#fbfbf8",
    "yellow": "#fff0a8",
    "orange": "#f6bd7e",
    "brown": "#cf9d74",
    "par": "#f3c6c6",
    "minor_par": "#cfe3f5",
    "public_par": "#f3c6c6",
    "both": "#dccdec",
    "end": "#c9c2e6",
}

# Background and letters of station markers, in the order of the charters. Neighbours in the list differ in lightness.
MARKERS = (
    ("#1f4e9c", "#ffffff"),
    ("#f2b01e", "#1b1b1b"),
    ("#8e1b1b", "#ffffff"),
    ("#9bd0f5", "#1b1b1b"),
    ("#14532d", "#ffffff"),
    ("#f28cb1", "#1b1b1b"),
    ("#4b2a7b", "#ffffff"),
    ("#b5e48c", "#1b1b1b"),
    ("#6b3f1d", "#ffffff"),
    ("#d9c7f2", "#1b1b1b"),
    ("#0f766e", "#ffffff"),
    ("#ffd9b3", "#1b1b1b"),
    # As far from those above and from each other as calm colours can be; letters on each have a contrast of 5 or more.
    ("#2ee6d0", "#1b1b1b"),
    ("#dc7cf4", "#1b1b1b"),
    ("#f48858", "#1b1b1b"),
    ("#b8107c", "#ffffff"),
    ("#7c647c", "#ffffff"),
    ("#1ca034", "#1b1b1b"),
    ("#707010", "#ffffff"),
    ("#701c40", "#ffffff"),
    ("#10a0f4", "#1b1b1b"),
    ("#94947c", "#1b1b1b"),
    ("#f44c70", "#1b1b1b"),
    ("#e8e858", "#1b1b1b"),
)
# Lines and names of players: whoever sits at the seat called Red is drawn in red, the others in what is left.
SEATS = {
    "red": ("#c62828", "#ffffff"),
    "green": ("#2e7d32", "#ffffff"),
    "blue": ("#1f4e9c", "#ffffff"),
    "yellow": ("#e3b505", "#1b1b1b"),
    "violet": ("#7b2fa0", "#ffffff"),
    "orange": ("#ef7d00", "#1b1b1b"),
    "black": ("#1b1b1b", "#ffffff"),
    "brown": ("#6b3f1d", "#ffffff"),
    "pink": ("#f28cb1", "#1b1b1b"),
    "grey": ("#94947c", "#1b1b1b"),
}
# What else seats of these colours are called.
CALLED = {
    "red": ("rot", "rouge", "빨강"),
    "green": ("grün", "vert", "초록"),
    "blue": ("blau", "bleu", "파랑"),
    "yellow": ("gelb", "jaune", "노랑"),
    "violet": ("violett", "lila", "purple", "보라"),
    "orange": ("주황",),
    "black": ("schwarz", "noir", "검정"),
    "brown": ("braun", "brun", "marron", "갈색"),
    "pink": ("rosa", "rose", "분홍"),
    "grey": ("grau", "gris", "gray", "회색"),
}
_COLOUR = {name: colour for colour, names in CALLED.items() for name in (colour, *names)}
NEUTRAL = ("#e4e4e4", "#1b1b1b")
STATE = ("#1b1b1b", "#ffffff")


def players(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The colour of each player and of letters on it, by the seats in their order: the same in every picture."""
    said = {name: _COLOUR.get(name.strip().casefold(), "") for name in names}
    left = iter([colour for colour in SEATS if colour not in said.values()] * len(names))
    return {name: SEATS[colour or next(left)] for name, colour in said.items()}


def marker(title: Title, symbol: str) -> tuple[str, str]:
    """Background and letters of a company's marker. The publics have the first colours, then the minors."""
    spec = title.companies.get(symbol)  # type: ignore[call-overload]
    if spec is None:
        return NEUTRAL
    if not spec.kind.directed:
        return STATE
    directed = [s for s, other in title.companies.items() if other.kind.directed]
    in_order = sorted(directed, key=lambda symbol: not title.companies[symbol].kind.traded)
    return MARKERS[in_order.index(spec.symbol) % len(MARKERS)]
