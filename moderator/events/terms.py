"""What an event is played under: one value, whether it is announced by mail, on a page, in TOML or at the command line.

All of them come down to lines, as those of `new game` do: `terms_read` reads them, `terms_told` tells people what they
mean.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any

import engine
from engine import Player, Refused
from engine.message import Listed
from moderator.events.values import Points, Scheme, Tie
from moderator.table.planning import GamePlan
from moderator.table.seating import draw as draw_title

VERSION = 1
# More than any event needs; a mail can't ask for endless work.
MOST_STAGES, MOST_ROUNDS, MOST_PLACES, MOST_TITLES, MOST_PLAYOUTS, MOST_SETS = 6, 20, 2000, 12, 200, 20
SMALLEST, LARGEST = 2, 6
MOST_ABOUT = 2000
# What a line begins with, where that is not the name of what it says.
WORD = {
    "points": "points",
    "unfinished": "unfinished",
    "replacing": "replacement",
    "entry_until": "entry until",
    "starts": "starts",
    "ends": "ends",
}


class Format(StrEnum):
    """How a stage is played."""

    HEATS = "heats"
    SWISS = "swiss"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    LEAGUE = "league"


class Unfinished(StrEnum):
    """What becomes of a table that is not over when its round is."""

    ADJUDICATE = "adjudicate"
    STANDS = "stands"
    RULING = "ruling"


class Replacing(StrEnum):
    """Who takes the seat of somebody who goes."""

    WAITING = "waiting list"
    BOT = "bot"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One part of an event. A knock-out has as many rounds as it takes."""

    format: Format
    rounds: int = 1
    # Of how many results the best count, for heats.
    best: int | None = None
    # How many go on to it from the stage before.
    top: int | None = None
    # Players in a group.
    of: int | None = None
    divisions: int = 1
    promote: int = 1

    def line(self) -> str:
        said = [self.format.value]
        if self.format is not Format.KNOCKOUT:
            said.append(str(self.rounds))
        said += [f"of {self.of}"] if self.of else []
        said += [f"best {self.best}"] if self.best else []
        said += [f"divisions {self.divisions} promote {self.promote}"] if self.format is Format.LEAGUE else []
        said += [f"top {self.top}"] if self.top else []
        return " ".join(said)


@dataclass(frozen=True, slots=True)
class EventTerms:
    """An event as announced."""

    called: str = ""
    titles: tuple[str, ...] = ()
    stages: tuple[StagePlan, ...] = (StagePlan(Format.SWISS, 3),)
    wanted: int = 4
    sizes: tuple[int, ...] = (3, 4, 5)
    points: Points = Points.RANK
    own: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    ties: tuple[Tie, ...] = (Tie.WINS, Tie.DIRECT, Tie.STRENGTH, Tie.SHARE, Tie.LOT)
    # What a bye is worth, as a part of the most a table can bring; None: one's own average.
    bye: Fraction | None = Fraction(1, 2)
    forfeit: Fraction = Fraction(0)
    replaced: Fraction = Fraction(1)
    entry_until: datetime | None = None
    starts: datetime | None = None
    ends: datetime | None = None
    # How long a round may last, and the pause before the next.
    round_days: int = 60
    rest_days: int = 0
    # Whether rounds are drawn and published without the director's word.
    by_itself: bool = True
    # The set of operating rounds with which every table ends, whatever its rules say; 0: it goes on to its own end.
    early_end: int = 0
    unfinished: Unfinished = Unfinished.ADJUDICATE
    playouts: int = 20
    replacing: Replacing = Replacing.WAITING
    anonymous: bool = False
    duplicate: bool = False
    press: bool = True
    directors_play: bool = False
    bar_reliability: int | None = None
    bar_rating: int | None = None
    places: int = 100
    waiting_list: bool = True
    about: str = ""
    # Who is left behind in different groups is ranked together; what was announced before that rule stays by its own.
    pools_together: bool = True
    # Lines of a new game: options and clock. Whoever stays away is replaced by the event's rule, not by its director.
    game: tuple[str, ...] = ("late default", "ladder 2")

    @property
    def scheme(self) -> Scheme:
        return Scheme(self.points, self.own, self.bye, self.forfeit, self.replaced)

    def plan(self, title: str) -> GamePlan:
        """A game under these terms, without its players."""
        return GamePlan(title).and_said(self.game)

    def checked(self) -> EventTerms:
        """The same terms, if an event can be played under them. Raises Refused."""
        if not self.titles:
            raise Refused("The terms name no title.", instead=tuple(f"titles {one}" for one in engine.titles()))
        if self.places < self.sizes[0]:
            raise Refused(
                "{places} places are too few for a table of {least}.", places=self.places, least=self.sizes[0]
            )
        if self.wanted not in self.sizes:
            raise Refused(
                "Tables of {wanted} are wanted, but not allowed.", instead=("tables 4 from 3 to 5",), wanted=self.wanted
            )
        for title in self.titles:
            for size in self.sizes:
                playable(self, title, [f"Player {number}" for number in range(1, size + 1)])
        if any(one.format is Format.KNOCKOUT for one in self.stages[:-1]):
            raise Refused(
                "A knock-out or a final is the last stage: it goes on until one table is left.",
                instead=("format swiss 3 then final",),
            )
        for stage in self.stages:
            _possible(stage, self.sizes[0])
        if self.stages[0].top is not None:
            raise Refused("Everybody plays in the first stage; `top` is for those after it.")
        for after in self.stages[1:]:
            if after.top is None and after.format is not Format.KNOCKOUT:
                raise Refused(
                    "How many go on to {stage}?", instead=("swiss 3 then knockout top 16",), stage=after.line()
                )
        if self.points is Points.OWN and any(size not in self.own for size in self.sizes):
            missing = [size for size in self.sizes if size not in self.own]
            rows = tuple(f"own {size}: {' '.join(map(str, range(size - 1, -1, -1)))}" for size in missing)
            raise Refused("Tables of {sizes} have no points.", instead=rows, sizes=Listed(missing, ","))
        if self.duplicate and len(self.sizes) > 1:
            raise Refused("A duplicate event has tables of one size.", instead=("tables 4",))
        return self

    # Stored

    def encode(self) -> dict[str, Any]:
        """As it is stored: all fields, also those that have today's usual values."""
        return {"v": VERSION, **{one.name: _plain(getattr(self, one.name)) for one in fields(self)}}

    # Shown

    def lines(self) -> list[str]:
        """As it would be announced, in one form; the text that is kept in the log."""
        return list(_lines(self))


def decode(data: Mapping[str, Any]) -> EventTerms:
    """Terms as they were stored, by whatever version of ours."""
    if data.get("v") != VERSION:
        raise ValueError(f"terms of version {data.get('v')}")
    kept = {name: value for name, value in data.items() if name != "v"}
    return EventTerms(
        **{
            **kept,
            "titles": tuple(kept["titles"]),
            "stages": tuple(StagePlan(**{**one, "format": Format(one["format"])}) for one in kept["stages"]),
            "sizes": tuple(kept["sizes"]),
            "points": Points(kept["points"]),
            "own": {int(size): tuple(map(Fraction, row)) for size, row in kept["own"].items()},
            "ties": tuple(map(Tie, kept["ties"])),
            "bye": None if kept["bye"] is None else Fraction(kept["bye"]),
            "forfeit": Fraction(kept["forfeit"]),
            "replaced": Fraction(kept["replaced"]),
            "unfinished": Unfinished(kept["unfinished"]),
            "replacing": Replacing(kept["replacing"]),
            "game": tuple(kept["game"]),
            "pools_together": kept.get("pools_together", False),
            **{
                name: None if kept[name] is None else datetime.fromisoformat(kept[name])
                for name in ("entry_until", "starts", "ends")
            },
        }
    )


def _plain(value: Any) -> Any:
    if isinstance(value, StagePlan):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return value.value if isinstance(value, StrEnum) else value


def _possible(stage: StagePlan, least: int) -> None:
    """Refuses numbers of a stage that contradict each other, or no table could be made of."""
    if stage.best is not None and not 1 <= stage.best <= stage.rounds:
        raise Refused("Of {rounds} rounds from 1 to {rounds} can count.", rounds=stage.rounds)
    if stage.divisions < 1 or stage.promote < 1:
        raise Refused("A league has a division or more, and somebody goes up and down.")
    for number in (stage.of, stage.top):
        if number is not None and number < least:
            raise Refused("{count} players are too few for a table of {sizes}.", count=number, sizes=least)


def playable(terms: EventTerms, title: str, names: Sequence[str]) -> None:
    """Refuses a table that can't be played: the engine alone knows for how many a title is, and which names it has."""
    plan = terms.plan(title)
    seats = [Player(name) for name in names]
    try:
        engine.start(title, seats, draw_title(title, seats, plan.options, _First()), plan.options)
    except engine.Unplayable as wrong:
        raise Refused("{title} for {size} players: {why}", title=title, size=len(names), why=wrong.message) from wrong


class _First(random.Random):
    """Chance that always takes the first: whether a table can be played does not depend on it."""

    def choice(self, seq: Any) -> Any:
        return seq[0]


def _lines(terms: EventTerms) -> Iterator[str]:
    def yes(flag: bool) -> str:
        return "yes" if flag else "no"

    yield f"called {terms.called}"
    yield f"titles {', '.join(terms.titles)}"
    yield f"format {' then '.join(stage.line() for stage in terms.stages)}"
    yield f"tables {terms.wanted} from {terms.sizes[0]} to {terms.sizes[-1]}"
    yield f"points {terms.points}"
    yield from (f"own {size}: {' '.join(map(str, row))}" for size, row in sorted(terms.own.items()))
    yield f"ties {', '.join(terms.ties)}"
    yield f"bye {'average' if terms.bye is None else terms.bye}"
    yield f"forfeit {terms.forfeit}"
    yield f"replaced {terms.replaced}"
    for name in ("entry_until", "starts", "ends"):
        at = getattr(terms, name)
        if at is not None:
            yield f"{WORD[name]} {at:%Y-%m-%d %H:%M}"
    yield f"round {terms.round_days} days"
    yield f"rest {terms.rest_days} days"
    yield f"next round {'by itself' if terms.by_itself else 'on my word'}"
    if terms.early_end:
        yield f"early end after OR {terms.early_end}"
    yield f"unfinished {terms.unfinished}"
    yield f"playouts {terms.playouts}"
    yield f"replacement {terms.replacing}"
    yield f"anonymous {yes(terms.anonymous)}"
    yield f"duplicate {yes(terms.duplicate)}"
    yield f"press {yes(terms.press)}"
    yield f"directors play {yes(terms.directors_play)}"
    for name in ("reliability", "rating"):
        bar = getattr(terms, f"bar_{name}")
        if bar is not None:
            yield f"bar {name} {bar}"
    yield f"places {terms.places}"
    yield f"waiting list {yes(terms.waiting_list)}"
    yield "fee none"
    if terms.about:
        yield f"about {terms.about}"
    yield from terms.game
