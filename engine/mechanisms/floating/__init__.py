"""A company operates once enough of it is sold."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.floating.events import CompanyFloated
from engine.mechanisms.floating.figures import FloatFigures
from engine.mechanisms.floating.reactions import float_company
from engine.records import unowned

__all__ = ["MECHANISM", "CompanyFloated", "float_company"]

MECHANISM = Mechanism(
    name="floating",
    package=__name__,
    events=(CompanyFloated,),
    upcasters=unowned("floating", "CompanyFloated"),
    figures=FloatFigures,
)
