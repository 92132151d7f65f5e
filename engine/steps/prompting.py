"""Whether everything is asked that the public site asks, or only what can be decided."""

from __future__ import annotations

from engine.state import State


def as_the_site_asks(state: State) -> bool:
    """Games recorded on the public site are asked every question that it asks."""
    return bool(state.option("prompting") == "site")
