"""How far somebody can be relied on to move in time: facts written down once each, and what they say today.

``reliability(desk, person)`` is for every room above the tables: seating, a tournament's entry, a moderator who looks
for a player. It reads and changes nothing, with one statement. ``reckoned`` alone is pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from moderator.office.desk import Desk
from moderator.store.statuses import Punctuality
from moderator.store.tables import Decision, Person, Seat

# After so long a fact weighs half as much; what is older than the horizon says nothing.
HALF_LIFE = timedelta(days=180)
HORIZON = timedelta(days=3 * 365)
# What a decision is worth that was made in time, late or not at all. Leaving a game weighs as much as ten misses.
WORTH = {Punctuality.ON_TIME: 1.0, Punctuality.LATE: 0.5, Punctuality.MISSED: 0.0, Punctuality.RESIGNED: 0.0}
WEIGHT = {Punctuality.RESIGNED: 10.0}
# So much must be known before a share says anything.
ENOUGH = 5.0


@dataclass(frozen=True, slots=True)
class Reliability:
    """What is known of a person: counts over the last three years, and a share in which old facts fade."""

    on_time: int = 0
    late: int = 0
    missed: int = 0
    excused: int = 0
    resigned: int = 0
    # How much is known, in decisions of today; and which part of it was in time, from 0 to 1.
    known: float = 0.0
    share: float = 0.0

    @property
    def percent(self) -> int | None:
        """The share in whole percent; None as long as too little is known."""
        return round(self.share * 100) if self.known >= ENOUGH else None


def reckoned(facts: Iterable[tuple[datetime, str]], now: datetime) -> Reliability:
    """What these facts say at this moment."""
    counts = dict.fromkeys(Punctuality, 0)
    known = good = 0.0
    for at, word in facts:
        what = Punctuality(word)
        if now - at > HORIZON:
            continue
        counts[what] += 1
        if what in WORTH:
            weight = WEIGHT.get(what, 1.0) * 0.5 ** (max(now - at, timedelta(0)) / HALF_LIFE)
            known += weight
            good += weight * WORTH[what]
    return Reliability(
        counts[Punctuality.ON_TIME],
        counts[Punctuality.LATE],
        counts[Punctuality.MISSED],
        counts[Punctuality.EXCUSED],
        counts[Punctuality.RESIGNED],
        known,
        good / known if known else 0.0,
    )


def reliability(desk: Desk, person: Person) -> Reliability:
    """How far this person can be relied on now."""
    return reckoned(desk.punctual.of_person(person.id, desk.now - HORIZON), desk.now)


def write_down(desk: Desk, seat: Seat, row: Decision, what: Punctuality, overtime: int = 0) -> None:
    """How a decision ended, for whoever played the seat; once a decision."""
    person = desk.holder(seat)
    if person is not None:
        _add(desk, person, seat, what, row.id, overtime)


def left(desk: Desk, seat: Seat) -> None:
    """The seat's owner gave the game up, or was given up by it."""
    person = desk.person(seat.person_id)
    if person is not None:
        _add(desk, person, seat, Punctuality.RESIGNED, None, 0)


def _add(desk: Desk, person: Person, seat: Seat, what: Punctuality, decision: int | None, overtime: int) -> None:
    facts = {"person_id": person.id, "game_id": seat.game_id, "seat_id": seat.id, "decision_id": decision}
    desk.punctual.keep({**facts, "what": what, "overtime": overtime, "at": desk.now})
