"""Cities of a hex are counted from 1 wherever people read them, in orders and in refusals alike."""

from __future__ import annotations

import re

import pytest

import engine
from engine.mechanisms.mergers.merging import spoken
from engine.steps.place_station import city_in

SEATS = tuple(engine.Player(name) for name in ("Red", "Green", "Blue"))


def test_a_refusal_names_cities_by_the_numbers_orders_use() -> None:
    state = engine.replay(engine.start("1861", SEATS))
    with pytest.raises(engine.Illegal, match=re.escape("say city 1 or city 2 or city 3.")):
        city_in(state, "D14", -1, lambda city: True)
    with pytest.raises(engine.Illegal, match="has no city 9"):
        city_in(state, "D14", 8, lambda city: True)


def test_stations_to_keep_are_named_as_orders_name_them() -> None:
    assert spoken("D14:1") == "D14 city 2"
    assert spoken("B4") == "B4"
