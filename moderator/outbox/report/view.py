"""What a report is made from: one position as one seat may see it, and all that the service knows around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from engine.events import Event
from engine.state import State


class Kind(StrEnum):
    """Which mail it is."""

    MOVE = "move"
    SUMMARY = "summary"
    ANSWER = "answer"
    REMINDER = "reminder"
    LATE = "late"
    INVITATION = "invitation"
    DEADLINE = "deadline"
    PRESS = "press"
    DIGEST = "digest"
    END = "end"
    GM = "gm"


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


@dataclass(frozen=True)
class Offer:
    """An open agreement."""

    number: int
    by: str
    what: str
    lapses: datetime | None = None
    # Whether the reader is the one to answer.
    mine: bool = False


@dataclass(frozen=True)
class Press:
    """What one player wrote to others."""

    by: str
    text: str


@dataclass(frozen=True)
class AnswerLine:
    """One line of an answer's transcript."""

    mark: str
    number: int
    text: str
    said: str = ""
    instead: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True)
class Answered:
    """What became of a mail."""

    word: str
    headline: str = ""
    topic: str = ""
    lines: tuple[AnswerLine, ...] = ()
    notes: tuple[str, ...] = ()
    blocks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ReportView:
    """Everything one mail is made from. ``state`` None: a game that has not begun."""

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
    offers: tuple[Offer, ...] = ()
    press: tuple[Press, ...] = ()
    # What has changed and why, in the reader's language, where the mail is about one thing alone.
    news: str = ""
    note: str = ""
    # Names at the table, where the game has not begun.
    table: tuple[str, ...] = ()
    title: str = ""
    answer: Answered | None = None
    # For the end: what each was worth, round by round.
    wealth: tuple[tuple[str, Mapping[str, int]], ...] = ()
    # For readers who asked for text only: no HTML, no pictures, no files.
    text_only: bool = False


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
