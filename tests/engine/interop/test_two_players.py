"""The two-player variant of recorded games."""

from __future__ import annotations

import engine
from engine.interop.record import Draws, read_record
from engine.interop.site18xx import begin


def test_two_privates_are_drawn_from_the_seed_as_the_site_draws() -> None:
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}]
    file = {"id": 77, "title": "1861", "players": players, "settings": {"seed": 77}, "actions": []}
    draw = Draws(77)
    lots = sorted((draw.next(), name) for name in ("TSR", "BSS", "MYR", "MRR", "WVR"))
    state = begin(read_record(file)).state
    assert {"TSR", "BSS", "MYR", "MRR", "WVR"} - set(state.privates) == {name for _, name in lots[:2]}
    assert state.depot.count("2") == 7
    assert state.cash[engine.Player("Ann")] == 420
