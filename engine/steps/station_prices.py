"""What a station costs."""

from __future__ import annotations

from engine.board.hexes import Hex
from engine.names import Company
from engine.state import State


def by_distance(state: State, company: Company, hex_: Hex) -> int:
    """By the number of stations on the map, times the distance to the nearest of them."""
    own, rates = state.board.stations(company), state.title.station_per_hex
    rate = rates[min(len(own), len(rates) - 1)]
    return rate * min((state.title.plan.distance(hex_, there) for there, _ in own), default=0)


def by_charter(state: State, company: Company, hex_: Hex) -> int:
    """As printed on the charter, one price for each station left."""
    prices = state.title.companies[company].station_prices
    return prices[len(prices) - state.stations_left[company]]
