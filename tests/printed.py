"""The titles of engine/titles, by their folders: a new one is tried by whatever the others are tried by."""

from __future__ import annotations

import engine
from engine.titles import packages

TITLES: tuple[str, ...] = tuple(
    sorted(package.rpartition(".t")[2] for package in packages() if package.startswith("engine.titles."))
)


def first_draws(title: str, players: tuple[str, ...] = ("Red", "Green", "Blue")) -> dict[str, str]:
    """What chance decides, decided as the first of its outcomes."""
    seats = tuple(engine.Player(name) for name in players)
    return {name: outcomes[0] for name, outcomes in engine.draws(title, seats).items()}
