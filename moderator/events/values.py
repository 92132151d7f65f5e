"""What a tournament is worked out from: plain values, without tables, clock or chance.

The draw, scores, ties, ratings and play-outs take these and give these, so that anybody can work them out again from an
event's record and its published seed. Numbers that decide a place are whole numbers or exact fractions.

- ``draw.draw(task)``: a ``Drawing``
- ``scoring.score(result, scheme)``: a ``Score`` (value and working) for each entrant of the table
- ``ties.rank(entrants, results, scheme, ties, seed)``: each ``Standing``, best first, equal ranks shared
- ``ratings.rate(history)``: the ``Rating`` of everybody in a sequence of ``Rated`` games, by title
- ``playouts.play_out(state, seeds, most_moves)``: an ``Estimate`` for each player
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from engine.message import Message

# Somebody who entered, by a name that never changes within the event: "e12".
Entrant = str


# ---------------------------------------------------------------------- the draw


@dataclass(frozen=True, slots=True)
class TableKey:
    """One table of an event."""

    stage: int
    round: int
    number: int


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a draw; its players stand in the order of their seats."""

    number: int
    seats: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class DrawTask:
    """All that a draw is made from."""

    entrants: tuple[Entrant, ...]
    # Sizes a table may have, and the one wanted where the others need not be.
    sizes: tuple[int, ...]
    wanted: int
    # Points so far; who has none stands at nought.
    scores: Mapping[Entrant, Fraction] = field(default_factory=dict)
    # How often two have met.
    met: Mapping[frozenset[Entrant], int] = field(default_factory=dict)
    # Where each sat in earlier rounds, counted from nought.
    seated: Mapping[Entrant, tuple[int, ...]] = field(default_factory=dict)
    clubs: Mapping[Entrant, str] = field(default_factory=dict)
    # Who must sit together, and who must not.
    pins: tuple[frozenset[Entrant], ...] = ()
    bans: tuple[frozenset[Entrant], ...] = ()
    had_bye: frozenset[Entrant] = frozenset()
    # Whether tables are made of people with like scores.
    swiss: bool = False
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A draw, with how good it is: proved the best there is, or within a gap of the bound."""

    tables: tuple[Table, ...]
    byes: tuple[Entrant, ...]
    optimal: bool
    # (cost - bound) / cost of the first aim that is not proved; nought if optimal.
    gap: Fraction
    # What was made small, the weightiest first.
    cost: tuple[int, ...]
    # Which of these the gap is of; None if it is optimal, or was drawn before that was written down.
    aim: int | None = None

    @property
    def least(self) -> int:
        """What no draw can be below in the aim that the gap is of; nobody knows whether one comes to it."""
        cost = self.cost[self.aim or 0]
        return int(cost - self.gap * cost)


# ---------------------------------------------------------------------- results and their points


class Kind(StrEnum):
    """How somebody came by a result."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    REPLACED = "replaced"
    BYE = "bye"
    ADJUDICATED = "adjudicated"


class Ending(StrEnum):
    """How a table came to its end."""

    PLAYED = "played"
    AGREED = "agreed"
    EARLY = "early"
    # With the set of operating rounds that the terms name.
    SET = "set"
    ADJUDICATED = "adjudicated"
    RULED = "ruled"
    BYE = "bye"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one player came to at a table: final wealth, and rank from 1, shared where wealth is equal."""

    entrant: Entrant
    wealth: int | None
    rank: int | None
    kind: Kind = Kind.PLAYED


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one table, or of a bye (a table of one). In seat order."""

    table: TableKey
    standing: tuple[SeatResult, ...]
    how: Ending = Ending.PLAYED


class Points(StrEnum):
    """What a table's points are."""

    SHARE = "share"  # one's part of the table's wealth
    RANK = "rank"  # points for the place, ties split
    WINS = "wins"  # a win counts, then the share
    MARGIN = "margin"  # 2 - second/first for the winner, one's own part of the winner's wealth for the others
    OWN = "own"  # the event's own table of points by place


@dataclass(frozen=True, slots=True)
class Scheme:
    """How results become points."""

    points: Points = Points.RANK
    # Points by place, for OWN: one row for each size of table, the first place first.
    own: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    # What a bye is worth: as a part of the most a table can bring; None: the player's own average elsewhere.
    bye: Fraction | None = Fraction(1, 2)
    # What a player gets whose seat was forfeited.
    forfeit: Fraction = Fraction(0)
    # What part of the result counts for somebody who took over or gave up a seat.
    replaced: Fraction = Fraction(1)
    # For heats: only each player's best results count; None: all of them.
    best: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """Points from one table, with the working."""

    value: Fraction
    working: Message


class Tie(StrEnum):
    """What tells players with equal points apart, one after the other."""

    WINS = "wins"
    DIRECT = "direct"
    STRENGTH = "strength"
    SHARE = "share"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. Equal ranks are shared."""

    entrant: Entrant
    rank: int
    points: Fraction
    # The values that told ties apart, in the event's order.
    tie_values: tuple[Fraction, ...]
    working: Message


# ---------------------------------------------------------------------- ratings and play-outs


@dataclass(frozen=True, slots=True)
class Rated:
    """A finished regular game as ratings see it: who came where, under names that never change."""

    game: str
    title: str
    # Rank from 1 of each player; equal ranks are ties.
    ranks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength at one title: expected, and how sure that is."""

    player: str
    mu: float
    sigma: float
    games: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """What one seat of an unfinished game is worth in the end, by play-outs.

    ``played`` is the mean of what bots came to, who play games longer than people do, from ``least`` to ``most``.
    ``mean`` is the estimate that decides, drawn from there towards present wealth, with its own interval."""

    player: str
    mean: Fraction
    low: int
    high: int
    played: Fraction = Fraction(0)
    least: int = 0
    most: int = 0
