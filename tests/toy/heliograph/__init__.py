"""A mechanism only the toy has, with everything a mechanism can bring; nobody outside this folder knows it.

Where the option ``heliograph`` is on, a director flashes a signal from a hex, once each; it earns 1 and stays marked.
"""

from __future__ import annotations

from engine.mechanism import Mechanism
from tests.toy.heliograph.recorded import ADAPTER
from tests.toy.heliograph.saying import SAYINGS
from tests.toy.heliograph.signals import Flash, Flashed, HeliographFigures, Signals, habit, marks

MECHANISM = Mechanism(
    name="heliograph",
    package=__name__,
    figures=HeliographFigures,
    options=("heliograph",),
    own=Signals,
    events=(Flashed,),
    moves=(Flash,),
    marks=marks,
    habit=habit,
    adapter=ADAPTER,
    sayings=SAYINGS,
)
