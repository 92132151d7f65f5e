"""What routes of a company earn beyond the value of their stops."""

from __future__ import annotations

from engine.mechanisms.bonuses.figures import BonusFigures
from engine.names import Company
from engine.runs.problem import Bonus, HexBonus, PairBonus
from engine.state import State


def route_bonuses(state: State, company: Company) -> tuple[Bonus, ...]:
    """The pairs of the title, and the privates the company owns."""
    found: list[Bonus] = [
        PairBonus(frozenset(pair.hexes), frozenset(pair.partners), pair.extra, pair.multiplied)
        for pair in state.title.figures(BonusFigures).pairs
    ]
    for private in state.privates_of(company):
        spec = state.title.privates[private]
        if spec.bonus:
            found.append(HexBonus(frozenset(spec.bonus_hexes), spec.bonus))
    return tuple(found)
