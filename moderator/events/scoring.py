"""What a table's result is worth to each of its players, in exact fractions and with the working.

Places are those of the result; who shares places shares what they bring. Whoever has no place (a forfeit) comes after
everybody who has one. Where a ruling gives places and no wealth, or puts somebody before a richer one, shares are taken
as the places are: nobody gains more than who was ruled to be before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.message import Message
from moderator.events.values import Ending, Entrant, Kind, Points, Result, Scheme, Score, SeatResult

# A win, where wins count first: more than the shares of all tables of an event together.
WIN = 100


@dataclass(frozen=True, slots=True)
class Place:
    """The places one player has, shared or not: the first and the last of them, from 1."""

    first: int
    last: int

    @property
    def win(self) -> Fraction:
        """A win, or one's part of it."""
        return Fraction(1, self.last) if self.first == 1 else Fraction(0)


def score(result: Result, scheme: Scheme, averages: Mapping[Entrant, Fraction] | None = None) -> dict[Entrant, Score]:
    """Points and working of everybody at the table; `averages` is for byes that bring one's own average."""
    if result.how is Ending.VOID:
        return {one.entrant: Score(Fraction(0), Message("The table does not count.")) for one in result.standing}
    places = placed(result)
    return {one.entrant: _score(result, one, places[one.entrant], scheme, averages or {}) for one in result.standing}


def _score(
    result: Result, one: SeatResult, place: Place, scheme: Scheme, averages: Mapping[Entrant, Fraction]
) -> Score:
    if one.kind is Kind.BYE or result.how is Ending.BYE:
        return _bye(one.entrant, scheme, averages)
    if one.kind is Kind.FORFEIT:
        return Score(scheme.forfeit, Message("The seat was forfeited."))
    match scheme.points:
        case Points.SHARE:
            found = Score(shares(result)[one.entrant], _share_said(result, one))
        case Points.RANK:
            found = _by_rank(place, len(result.standing))
        case Points.WINS:
            found = _by_wins(result, one, place)
        case Points.MARGIN:
            found = _by_margin(result, one, place)
        case Points.OWN:
            found = _by_table(place, len(result.standing), scheme)
    if one.kind is Kind.REPLACED and scheme.replaced != 1:
        said = Message(
            "{working} A seat that changed hands counts {part} of it.",
            working=found.working,
            part=figure(scheme.replaced),
        )
        return Score(found.value * scheme.replaced, said)
    return found


def placed(result: Result) -> dict[Entrant, Place]:
    """The places of everybody at a table, from the ranks it came with."""
    last = len(result.standing) + 1
    ranks = [last if one.rank is None or one.kind is Kind.FORFEIT else one.rank for one in result.standing]
    return {
        one.entrant: Place(1 + sum(other < rank for other in ranks), sum(other <= rank for other in ranks))
        for one, rank in zip(result.standing, ranks, strict=True)
    }


def shares(result: Result) -> dict[Entrant, Fraction]:
    """Everybody's part of the table's wealth; by place where wealth is not known, equal where there is none."""
    counted = [one for one in result.standing if one.kind is not Kind.FORFEIT]
    found = dict.fromkeys((one.entrant for one in result.standing), Fraction(0))
    if any(one.wealth is None for one in counted) or overruled(result):
        places, seats = placed(result), len(result.standing)
        worth = {one.entrant: _ahead(places[one.entrant], seats) for one in counted}
    else:
        worth = {one.entrant: Fraction(max(0, one.wealth or 0)) for one in counted}
    total = sum(worth.values())
    for name, each in worth.items():
        found[name] = each / total if total else Fraction(1, len(counted))
    return found


def overruled(result: Result) -> bool:
    """Whether the director has ruled otherwise than wealth would have it."""
    known = [
        (one.rank, one.wealth)
        for one in result.standing
        if one.kind is not Kind.FORFEIT and one.rank is not None and one.wealth is not None
    ]
    pairs = ((mine, theirs) for mine in known for theirs in known)
    return result.how is Ending.RULED and any(mine[0] < theirs[0] and mine[1] < theirs[1] for mine, theirs in pairs)


def _ahead(place: Place, seats: int) -> Fraction:
    """How many of the others one is ahead of; half of those one shares places with."""
    return seats - Fraction(place.first + place.last, 2)


def _share_said(result: Result, one: SeatResult) -> Message:
    total = sum(max(0, each.wealth or 0) for each in result.standing if each.kind is not Kind.FORFEIT)
    if overruled(result):
        return Message("The share is taken from the place, as the director has ruled.")
    if one.wealth is None or not total:
        return Message("The share is taken from the place, since nobody's wealth is known.")
    return Message("{wealth:number} of the table's {total:number}.", wealth=max(0, one.wealth), total=total)


def _by_rank(place: Place, seats: int) -> Score:
    """The part of the others one is ahead of: 1 for the first and 0 for the last, at tables of any size."""
    if seats < 2:
        return Score(Fraction(1), Message("Alone at the table."))
    ahead = _ahead(place, seats)
    said = Message("Ahead of {ahead} of {others} (shared places count half).", ahead=figure(ahead), others=seats - 1)
    return Score(ahead / (seats - 1), said)


def _by_wins(result: Result, one: SeatResult, place: Place) -> Score:
    share = shares(result)[one.entrant]
    said = Message("Wins: {wins}; {share}", wins=figure(place.win), share=_share_said(result, one))
    return Score(WIN * place.win + share, said)


def _by_margin(result: Result, one: SeatResult, place: Place) -> Score:
    """The winner: 2 less the second's part of the winner's wealth, as conventions have it. Others: their own part."""
    wealth = sorted(
        (max(0, each.wealth or 0) for each in result.standing if each.kind is not Kind.FORFEIT), reverse=True
    )
    known = all(each.wealth is not None for each in result.standing if each.kind is not Kind.FORFEIT)
    if overruled(result):
        value = Fraction(1) if place.first == 1 else Fraction(0)
        return Score(value, Message("No margin, since the director has ruled who came where: 1 for the winner."))
    if not known or not wealth[0]:
        value = Fraction(1) if place.first == 1 else Fraction(0)
        return Score(value, Message("No margin, since nobody's wealth is known: 1 for the winner."))
    if place.first == 1:
        second = wealth[1] if len(wealth) > 1 else 0
        said = Message("Won: 2 less {second:number}/{first:number}.", second=second, first=wealth[0])
        return Score(2 - Fraction(second, wealth[0]), said)
    own = max(0, one.wealth or 0)
    return Score(
        Fraction(own, wealth[0]),
        Message("{wealth:number} of the winner's {first:number}.", wealth=own, first=wealth[0]),
    )


def _by_table(place: Place, seats: int, scheme: Scheme) -> Score:
    """The event's own points for the places, and nothing for places it does not name."""
    row = scheme.own.get(seats, ())
    points = [row[number - 1] if number <= len(row) else Fraction(0) for number in range(place.first, place.last + 1)]
    value = sum(points, Fraction(0)) / len(points)
    if place.first == place.last:
        return Score(value, Message("Place {place} of {seats}.", place=place.first, seats=seats))
    said = Message("Places {first} to {last} of {seats}, shared.", first=place.first, last=place.last, seats=seats)
    return Score(value, said)


def _bye(entrant: Entrant, scheme: Scheme, averages: Mapping[Entrant, Fraction]) -> Score:
    if scheme.bye is None:
        return Score(averages.get(entrant, Fraction(0)), Message("A bye counts as the average of one's tables."))
    said = Message("A bye counts as {part} of the most a table can bring.", part=figure(scheme.bye))
    return Score(scheme.bye * most(scheme), said)


def most(scheme: Scheme) -> Fraction:
    """The most a table can bring."""
    match scheme.points:
        case Points.SHARE | Points.RANK:
            return Fraction(1)
        case Points.WINS:
            return Fraction(WIN + 1)
        case Points.MARGIN:
            return Fraction(2)
        case Points.OWN:
            return max((points for row in scheme.own.values() for points in row), default=Fraction(0))


def scores_of(results: Sequence[Result], scheme: Scheme) -> list[dict[Entrant, Score]]:
    """The scores of several tables, result by result; byes by average know the other tables."""
    averages: dict[Entrant, Fraction] = {}
    if scheme.bye is None:
        brought: dict[Entrant, list[Fraction]] = {}
        for result in results:
            if result.how not in (Ending.BYE, Ending.VOID):
                for one, found in score(result, scheme).items():
                    brought.setdefault(one, []).append(found.value)
        averages = {one: mean(values) for one, values in brought.items()}
    return [score(result, scheme, averages) for result in results]


def mean(values: Iterable[Fraction]) -> Fraction:
    found = list(values)
    return sum(found, Fraction(0)) / len(found) if found else Fraction(0)


def figure(value: Fraction) -> Message | int:
    """A fraction as people read it: a whole number, or three decimals, rounded to the nearest."""
    if value.denominator == 1:
        return value.numerator
    thousandths = round(abs(value) * 1000)
    whole, part = divmod(thousandths, 1000)
    sign = "-" if value < 0 else ""
    return Message("{whole}.{part}", whole=f"{sign}{whole}", part=f"{part:03d}".rstrip("0") or "0")
