"""Positions of this title. The name stands here alone, so that a title begun from this one tries its own rules."""

from __future__ import annotations

from functools import partial

from tests.engine.positions import opening as any_opening
from tests.engine.positions import position as any_position

opening = partial(any_opening, "1861")
position = partial(any_position, "1861")
