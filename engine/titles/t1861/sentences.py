"""What is said of the events only 1861 has."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import Event
from engine.text.sentences import Said, Voice, listed, many
from engine.titles.t1861.loans import LoansWrittenOff
from engine.titles.t1861.mergers import PublicFormed
from engine.titles.t1861.national import CompanyNationalised, MinorsRemoved, PrivateNationalised
from engine.titles.t1861.setup import TrainsRemoved


def _formed(event: PublicFormed, voice: Voice) -> str:
    how = "is converted into" if len(event.minors) == 1 else "merge into"
    director = f"; {event.director} is its director" if event.director else ""
    return f"{listed(event.minors)} {how} {event.public} at {voice.price(event.cell)}{director}."


def _nationalised(event: CompanyNationalised, voice: Voice) -> str:
    paid = listed(f"{player} {voice.money(amount)}" for player, amount in event.payments)
    given = f"; the bank pays {paid}" if event.payments else ""
    return f"{event.company} is nationalised ({event.why}) at {voice.money(event.price)}{given}."


SENTENCES: Mapping[type[Event], Said] = {
    PublicFormed: _formed,
    CompanyNationalised: _nationalised,
    PrivateNationalised: lambda x, v: (
        f"The state railway takes over {x.private}; the bank pays {v.money(x.amount)} to {x.owner}."
    ),
    LoansWrittenOff: lambda x, v: f"The fall of its price settles {many(x.count, 'loan')} of {x.company}.",
    MinorsRemoved: lambda x, v: f"{listed(x.minors)} can't be started any more.",
    TrainsRemoved: lambda x, v: f"These trains are not used: {listed(f'{n} × {train}' for train, n in x.trains)}.",
}
