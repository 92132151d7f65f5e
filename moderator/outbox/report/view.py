"""What a report is made from: one position as one seat may see it, and all that the service knows around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from engine import BidUpTo, Event, Standing, State
from moderator.store.mails import Answered, Kind, Notice


class Detail(StrEnum):
    """How much of the position a mail shows.

    ``full``: everything one could play from. ``short``: what is new and whose turn it is. ``decision``: what is asked
    of the reader, and what they may order. ``line``: whose turn it is.
    """

    FULL = "full"
    SHORT = "short"
    DECISION = "decision"
    LINE = "line"


@dataclass(frozen=True)
class Happening:
    """One move as it was played, and the position before it. ``order`` without events: the game was taken back."""

    number: int
    by: str
    order: str
    events: tuple[Event, ...]
    before: State
    how: str = "mail"


@dataclass(frozen=True)
class Deadline:
    """When a decision is due; without a moment the clock stands still."""

    due: datetime | None
    grace: int = 24
    # wait: the moderator decides; default: a safe order is played.
    otherwise: str = "wait"
    # Counts the changes of this deadline, for calendars.
    sequence: int = 0
    # Until when the decision costs the bank nothing, and what is left in it.
    free: datetime | None = None
    bank: timedelta | None = None

    @property
    def until(self) -> datetime | None:
        """When the grace is over: until then whoever is late may still move, whatever happens afterwards."""
        return None if self.due is None else self.due + timedelta(hours=self.grace)

    def passed(self, now: datetime) -> bool:
        return self.due is not None and self.due <= now


@dataclass(frozen=True)
class OfferShown:
    """An open agreement."""

    number: int
    by: str
    what: str
    lapses: datetime | None = None
    # Whether the reader is the one to answer.
    mine: bool = False


@dataclass(frozen=True)
class PressShown:
    """What one player wrote to others."""

    by: str
    text: str


@dataclass(frozen=True)
class Today:
    """One game in the mail of a day: what is asked of the reader, or of whom, by when, and what is new."""

    game: str
    title: str
    turn: int
    round: str
    asked: str
    # Whether it waits for the reader.
    mine: bool
    mover: str
    # Not known while the clock stands, or is yet to be set.
    due: datetime | None
    paused: bool
    news: tuple[str, ...]
    address: str
    page: str


@dataclass(frozen=True)
class Lesson:
    """One mail of the tutorial: the kind of decision it explains, and which of how many lessons it is."""

    kind: str
    number: int
    count: int


@dataclass(frozen=True)
class ReportView:
    """Everything one mail is made from. ``game`` empty: a mail about none; ``state`` None: no position to show."""

    game: str
    kind: Kind
    seat: str
    state: State | None
    turn: int = 1
    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    language: str = "en"
    zone: str = "UTC"
    # Where orders go, and the game's page.
    address: str = ""
    page: str = ""
    happened: tuple[Happening, ...] = ()
    # The moves of the present round.
    log: tuple[Happening, ...] = ()
    # Hexes to be framed on the map: those that changed in this round, the same for every reader.
    changed: frozenset[str] = frozenset()
    deadline: Deadline | None = None
    queued: tuple[str, ...] = ()
    # The values of those; what was queued as it was written has none.
    filed: tuple[Standing | BidUpTo, ...] = ()
    offers: tuple[OfferShown, ...] = ()
    press: tuple[PressShown, ...] = ()
    # What has changed and why, in the reader's language, where the mail is about one thing alone.
    news: str = ""
    note: str = ""
    # Where the mail leads, if that is all it is for.
    link: str = ""
    # Orders that would answer this mail.
    replies: tuple[str, ...] = ()
    # Whose seat the reader plays for a while.
    owner: str = ""
    # Names at the table, where the game has not begun; who has invited them, and what the map of the title looks like.
    table: tuple[str, ...] = ()
    host: str = ""
    opening: State | None = None
    # What the game is played under, in the reader's language.
    conditions: tuple[str, ...] = ()
    title: str = ""
    answer: Answered | None = None
    # The mail asks for a move, whatever else it is: an answer may end with "and it is your move again".
    asking: bool = False
    # The position after orders that were only tried, and the hexes they would change.
    tried: State | None = None
    would_change: frozenset[str] = frozenset()
    # What of the position is shown, where the kind of the mail does not say it.
    detail: Detail | None = None
    # Nobody ever asked the reader for a move before: how orders are written is explained, once.
    first: bool = False
    # They have never laid a tile: what a facing is stands with the tiles.
    compass: bool = False
    # The lesson of the tutorial this mail gives.
    lesson: Lesson | None = None
    # News that would have been mails of their own.
    notices: tuple[Notice, ...] = ()
    # All games of the reader that there is something to say of.
    day: tuple[Today, ...] = ()
    # Who can still take the last turn back, and until when.
    thinking: tuple[str, datetime] | None = None
    # What is left in the banks of time, where the game has them.
    banks: tuple[tuple[str, timedelta], ...] = ()
    # The game is over, though its position may not say so: it was ended where it stood.
    over: bool = False
    # For the end: place, player and wealth as the result has them, and how it came about if not by the rules; what
    # lateness cost in cash, and in points of a tournament.
    ranked: Sequence[tuple[int, str, int]] = ()
    ended: str = ""
    # Seats of an event that a bot has played to the end for somebody who went.
    forfeited: frozenset[str] = frozenset()
    fines: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    # For the end: what each was worth, round by round.
    wealth: tuple[tuple[str, Mapping[str, int]], ...] = ()
    # For readers who asked for text only: no HTML, no pictures, no files.
    text_only: bool = False
    # The chain: the move this mail shows with its link, what became of the mail it answers, and at the end all of it.
    record: tuple[int, str] | None = None
    receipt: tuple[tuple[int, str], ...] = ()
    whole_record: bytes = b""
    # For the report of a tournament: pictures with what they show, in words.
    pictures: tuple[tuple[File, str], ...] = ()


@dataclass(frozen=True)
class File:
    """A file in a mail; with a ``cid`` it is a picture the HTML part shows."""

    name: str
    type: str
    data: bytes
    cid: str = ""


@dataclass(frozen=True)
class RenderedMail:
    """A mail ready to be put into an envelope."""

    subject: str
    text: str
    html: str
    related: tuple[File, ...] = ()
    attachments: tuple[File, ...] = ()
