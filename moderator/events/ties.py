"""The standings of an event from its results alone: points, then what tells equals apart, and equal ranks shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from engine.message import Listed, Message
from moderator.events.lots import lot
from moderator.events.scoring import figure, mean, placed, scores_of, shares
from moderator.events.values import Ending, Entrant, Result, Scheme, Standing, Tie

# Lots are compared to so many places.
LOTS = 10**9

# What was looked at to tell each from their equals.
Told = dict[Entrant, tuple[Fraction, ...]]


def rank(
    entrants: Sequence[Entrant], results: Sequence[Result], scheme: Scheme, ties: Sequence[Tie], seed: str
) -> tuple[Standing, ...]:
    """Everybody's line, best first. The order of the results does not matter, and of the entrants only among equals."""
    event = _Event(tuple(entrants), tuple(results), scheme, seed)
    found: list[Standing] = []
    told: Told = dict.fromkeys(entrants, ())
    for group in event.told_apart(tuple(entrants), (None, *ties), told):
        place = len(found) + 1
        found += [event.line(one, place, ties, told[one]) for one in group]
    return tuple(found)


@dataclass
class _Event:
    """Results with everything about them that is asked more than once."""

    entrants: tuple[Entrant, ...]
    results: tuple[Result, ...]
    scheme: Scheme
    seed: str
    # How many of one's tables count.
    counted: dict[Entrant, int] = field(default_factory=dict)

    @cached_property
    def points(self) -> Mapping[Entrant, Fraction]:
        brought: dict[Entrant, list[Fraction]] = {one: [] for one in self.entrants}
        for scores in scores_of(self.results, self.scheme):
            for one, score in scores.items():
                brought.setdefault(one, []).append(score.value)
        best = self.scheme.best
        kept = {one: sorted(values, reverse=True)[:best] for one, values in brought.items()}
        self.counted = {one: len(values) for one, values in kept.items()}
        return {one: sum(values, Fraction(0)) for one, values in kept.items()}

    @cached_property
    def played(self) -> tuple[Result, ...]:
        return tuple(one for one in self.results if one.how not in (Ending.BYE, Ending.VOID))

    @cached_property
    def wins(self) -> Mapping[Entrant, Fraction]:
        found = dict.fromkeys(self.entrants, Fraction(0))
        for result in self.played:
            for one, place in placed(result).items():
                found[one] = found.get(one, Fraction(0)) + place.win
        return found

    @cached_property
    def wealth(self) -> Mapping[Entrant, Fraction]:
        found = dict.fromkeys(self.entrants, Fraction(0))
        for result in self.played:
            for one, share in shares(result).items():
                found[one] = found.get(one, Fraction(0)) + share
        return found

    @cached_property
    def strength(self) -> Mapping[Entrant, Fraction]:
        """The average points of those one has sat with, as often as one has."""
        met: dict[Entrant, list[Fraction]] = {one: [] for one in self.entrants}
        for result in self.played:
            names = [one.entrant for one in result.standing]
            for one in names:
                met.setdefault(one, []).extend(self.points.get(other, Fraction(0)) for other in names if other != one)
        return {one: mean(points) for one, points in met.items()}

    @cached_property
    def meetings(self) -> Mapping[tuple[Entrant, Entrant], int]:
        """How often one of two was ahead of the other, less how often behind."""
        found: dict[tuple[Entrant, Entrant], int] = {}
        for result in self.played:
            places = placed(result)
            for one, mine in places.items():
                for other, theirs in places.items():
                    ahead = (mine.first < theirs.first) - (mine.first > theirs.first)
                    found[one, other] = found.get((one, other), 0) + ahead
        return found

    def value(self, tie: Tie | None, one: Entrant, group: Sequence[Entrant]) -> Fraction:
        match tie:
            case None:
                return self.points[one]
            case Tie.WINS:
                return self.wins[one]
            case Tie.DIRECT:
                return Fraction(sum(self.meetings.get((one, other), 0) for other in group))
            case Tie.STRENGTH:
                return self.strength[one]
            case Tie.SHARE:
                return self.wealth[one]
            case Tie.LOT:
                return Fraction(lot(self.seed, one) % LOTS, LOTS)

    def told_apart(self, group: Sequence[Entrant], ways: Sequence[Tie | None], told: Told) -> list[list[Entrant]]:
        """The group in groups of equals, best first; what was looked at is noted for each."""
        if not ways:
            return [list(group)]
        way, *others = ways
        values = {one: self.value(way, one, group) for one in group}
        if way is not None:
            for one in group:
                told[one] += (values[one],)
        order = sorted(group, key=lambda one: -values[one])
        return [
            equals
            for _, alike in groupby(order, key=lambda one: values[one])
            for equals in self.told_apart(list(alike), others, told)
        ]

    def line(self, one: Entrant, place: int, ties: Sequence[Tie], values: tuple[Fraction, ...]) -> Standing:
        points = self.points[one]
        said = Message(
            "Points: {points}. Tables that count: {tables}.", points=figure(points), tables=self.counted[one]
        )
        if ties:
            each = Listed([_said(tie, value) for tie, value in zip(ties, values, strict=True)], ";")
            said = Message("{points} Among equals: {ties}.", points=said, ties=each)
        return Standing(one, place, points, values, said)


def _said(tie: Tie, value: Fraction) -> Message:
    match tie:
        case Tie.WINS:
            return Message("wins {value}", value=figure(value))
        case Tie.DIRECT:
            return Message("ahead of each other {value}", value=figure(value))
        case Tie.STRENGTH:
            return Message("opponents' points {value}", value=figure(value))
        case Tie.SHARE:
            return Message("shares of wealth {value}", value=figure(value))
        case Tie.LOT:
            return Message("lot {value}", value=figure(value))
