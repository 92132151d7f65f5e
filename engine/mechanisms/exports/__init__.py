"""New trains that leave the game unsold at the end of an operating round."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.exports.events import TrainExported
from engine.mechanisms.exports.reactions import export, open_phase, to_come
from engine.mechanisms.exports.recorded import ADAPTER

__all__ = ["MECHANISM", "TrainExported", "export", "open_phase", "to_come"]

MECHANISM = Mechanism(name="exports", package=__name__, events=(TrainExported,), adapter=ADAPTER)
