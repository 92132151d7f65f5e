"""The state takes over companies."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.nationalisation.demands import TrainlessDecision
from engine.mechanisms.nationalisation.events import (
    CompanyDissolved,
    CompanyKept,
    CompanyNationalised,
    MinorsRemoved,
    PrivateNationalised,
)
from engine.mechanisms.nationalisation.figures import NationalFigures
from engine.mechanisms.nationalisation.moves import Keep, Nationalise
from engine.mechanisms.nationalisation.national import DecideTrainless, grey_city, phase_events, place_national, unpaid
from engine.mechanisms.nationalisation.reading import read_keep, read_nationalise
from engine.mechanisms.nationalisation.recorded import ADAPTER
from engine.mechanisms.nationalisation.saying import SAYINGS
from engine.mechanisms.nationalisation.takeover import TakeOverTrainless
from engine.records import first_demand, unowned

__all__ = [
    "MECHANISM",
    "CompanyDissolved",
    "CompanyNationalised",
    "PrivateNationalised",
    "TakeOverTrainless",
    "grey_city",
    "phase_events",
    "place_national",
    "unpaid",
]

MECHANISM = Mechanism(
    name="nationalisation",
    package=__name__,
    sayings=SAYINGS,
    events=(
        CompanyNationalised,
        CompanyDissolved,
        CompanyKept,
        PrivateNationalised,
        MinorsRemoved,
    ),
    upcasters=unowned("nationalisation", "CompanyNationalised", "PrivateNationalised", "MinorsRemoved")
    | {("trainless", 1): first_demand("nationalisation.TrainlessDecision")},
    figures=NationalFigures,
    demands={TrainlessDecision: DecideTrainless()},
    adapter=ADAPTER,
    moves=(Nationalise, Keep),
    readers={"nationalise": read_nationalise, "keep": read_keep},
)
