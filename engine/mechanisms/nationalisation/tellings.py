"""What sentences about companies taken over by the state need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.nationalisation.events import CompanyDissolved, CompanyNationalised
from engine.text.telling import Telling, Told, Voice, why


def _nationalised(x: CompanyNationalised, v: Voice) -> Told:
    key = type(x).__name__ + ("" if x.payments else "_unpaid")
    fell = v.state is not None and x.company in v.state.market and v.state.price(x.company) != x.price
    taken = v.part("taken_and_fell" if fell else "taken", why=why(x.why), price=x.price)
    return key, {"company": x.company, "taken": taken, "payments": v.payments(x.payments)}


TELLINGS: Mapping[type[Event], Telling] = {CompanyNationalised: _nationalised, CompanyDissolved: _nationalised}
