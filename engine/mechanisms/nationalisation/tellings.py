"""What sentences about companies taken over by the state need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.mechanisms.nationalisation.events import CompanyDissolved, CompanyNationalised
from engine.message import Value
from engine.text.telling import Telling, Told, Voice, why


def _nationalised(x: CompanyNationalised, v: Voice) -> Told:
    key = type(x).__name__ + ("" if x.payments else "_unpaid")
    fell = v.state is not None and x.company in v.state.market and v.state.price(x.company) != x.price
    taken = v.part("taken_and_fell" if fell else "taken", why=why(x.why), price=x.price)
    return key, {"company": x.company, "taken": taken, "payments": v.payments(x.payments), **_left(x, v)}


def _left(x: CompanyNationalised, v: Voice) -> dict[str, Value]:
    """What the company had, which leaves the game with it."""
    state = v.state
    had = {
        "trains": state is None or bool(state.trains_of(x.company)),
        "privates": state is None or bool(state.privates_of(x.company)),
    }
    things = "_and_".join(name for name, some in had.items() if some)
    money = state is None or state.cash_of(x.company)
    return {"money": v.part("its_money") if money else "", "things": v.part(f"its_{things}") if things else ""}


TELLINGS: Mapping[type[Event], Telling] = {CompanyNationalised: _nationalised, CompanyDissolved: _nationalised}
