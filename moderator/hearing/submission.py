"""One mail being worked through for one person: what its commands may see and do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from engine import Event, Refused
from moderator.hearing.permissions import Role
from moderator.office.desk import Desk
from moderator.outbox.told import sentences
from moderator.store.game import Play
from moderator.store.mails import AnswerBlock, Said
from moderator.store.statuses import GameStatus, SeatRole, SeatStatus
from moderator.store.tables import Person, Seat
from moderator.table.playing import Played, refuse_if_closed


@dataclass(frozen=True)
class Attached:
    """A file that came with a mail; its bytes are decoded when they are asked for."""

    name: str
    kind: str
    data: Callable[[], bytes]


@dataclass(frozen=True)
class AwaitsWord:
    """Something that is done when a word comes back: what is kept of it, how it is shown, and whom the word goes to."""

    kept: Mapping[str, Any]
    shown: Said
    address: str
    person: Person | None
    seat: Seat | None
    # Whether the address is somebody's own; else it gets the word alone.
    proved: bool


@dataclass
class Submission:
    """Who writes, about which game, and what has come of it so far."""

    desk: Desk
    mail_id: int | None
    person: Person | None = None
    sender: str = ""
    subject: str = ""
    play: Play | None = None
    seat: Seat | None = None
    # Whose orders are played: the writer's own seat, or another's while the moderator acts for it.
    acting: Seat | None = None
    preview: bool = False
    # Orders kept for the next turn of a seat: the writer's own, or another's while the moderator acts for it.
    queued: dict[int, list[str]] = field(default_factory=dict)
    # What was played by this mail.
    played: list[Played] = field(default_factory=list)
    # Lines about a run or earnings where there are none, by their number: why, and what could be written instead.
    # Beside orders they are only told; a mail that says nothing else is refused.
    # What lines put on file, in plain words: should the mail be refused, they have neither number nor seal.
    filed: dict[int, Said] = field(default_factory=dict)
    needless: dict[int, Refused] = field(default_factory=dict)
    # The turn that the orders of this mail were written for is over; whatever else it says is not for the next one.
    ended: bool = False
    # Answers to questions, as titled blocks under the transcript.
    blocks: list[AnswerBlock] = field(default_factory=list)
    # Whom or what concerns that can't be taken back, beside what it changes; for a page that shows it first.
    about: list[Said] = field(default_factory=list)
    # Something beyond the seat itself changed: the game has to go on from here.
    changed: bool = False
    # The writer is proved to be who they are, though no seat's secret stands for them.
    known: bool = False
    # The mail whose files count, where that is not the one that is answered: a word has come back for it.
    letter_id: int | None = None
    # The files of that mail, found by the reader that found its text.
    attached: Callable[[], Sequence[Attached]] = tuple
    # Nobody knows yet who wrote: what is asked for may be looked at, but no work is worth doing for it.
    unproved: bool = False
    # The events that this mail has announced: who is not known yet directs them all the same, if it is theirs.
    announced: set[str] = field(default_factory=set)
    # What was counted because it costs work: it counts too where all that the mail did is taken back.
    spent: list[tuple[str, str, int, timedelta]] = field(default_factory=list)
    # A program writes, with a key of the seat.
    program: bool = False
    # It was written by whoever sits at a browser that is signed in, which may have been left open.
    on_page: bool = False
    # What a page or a program had seen when it wrote: within one turn the same words may be meant twice.
    seen: str = ""
    # The last move of the position on which it was tried: within one turn a `pass` may be for another step by now.
    tried_on: int | None = None
    # The events whose question the mail answers, by the name of the mail that asked.
    answers: Sequence[str] = ()
    # A line above has accepted the invitation.
    joined: bool = False
    # The writer could not read their invitation, and may want it again.
    unread: bool = False
    # A word is mailed that must come back before this is done.
    confirming: bool = False
    # All that waits for a word; those are mailed when the whole mail is read.
    asked: list[AwaitsWord] = field(default_factory=list)
    # What would have waited for a word, where all of the mail was only tried.
    would_ask: list[AwaitsWord] = field(default_factory=list)
    # What the word that has come back for the whole mail was shown to do: it needs no second one.
    agreed: Sequence[Mapping[str, Any]] = ()
    # How often the table was told of something; each time is a mail of its own until they are put together.
    told: int = 0
    # To whom the word was mailed that somebody else who directs has sent back.
    word_of: Person | None = None
    how: str = "mail"
    # Whoever sits at the machine has said that they mean what can't be taken back.
    sure: bool = True
    # What directors can't take back was shown on a page before, with a button that is the word for it.
    meant: bool = False
    # What the writer calls themselves in From.
    called: str = ""
    # The language the mail seems to be in; it counts where nobody knows which its writer wants.
    hint: str = ""
    # The language of the page on which it was written: its answer is read there.
    read_in: str = ""

    @property
    def game(self) -> Play:
        if self.play is None:
            raise Refused(
                "This is no command, and this mailbox belongs to no game. Reply to an email of your game, "
                "leave the line out, or write: help"
            )
        return self.play

    @property
    def begun(self) -> Play:
        """The game, for what makes no sense before its first move."""
        if self.game.status == GameStatus.INVITING:
            raise Refused("The game has not begun.", instead=("status",))
        return self.game

    @property
    def live(self) -> Play:
        """The game, for what would change how it stands: not while its time is up and its result is worked out."""
        refuse_if_closed(self.game)
        return self.game

    @property
    def not_over(self) -> Play:
        """The game, for what says how it goes on."""
        if self.game.status == GameStatus.OVER:
            raise Refused("The game is over.", instead=("history",))
        return self.game

    @property
    def in_play(self) -> Play:
        """The game, for what players agree on: it has begun, and is not over."""
        refuse_if_closed(self.not_over)
        return self.begun

    @property
    def my_seat(self) -> Seat:
        if self.seat is None:
            raise Refused("Only a player in a game can do this.")
        if self.seat.status == SeatStatus.RESIGNED:
            raise Refused("You have given up this seat; somebody else plays it now.", instead=("status",))
        return self.seat

    @property
    def me(self) -> Person:
        if self.person is None:
            raise Refused("I don't know you yet.")
        return self.person

    @property
    def zone(self) -> str:
        """In whose hours the writer reads moments; whoever sits at the machine is nobody who plays."""
        return self.person.zone if self.person is not None else "UTC"

    @property
    def is_gm(self) -> bool:
        """Whether the writer moderates the game, as its first or its second moderator."""
        return self.play is not None and self.person is not None and self.play.moderated_by(self.person.id)

    @property
    def roles(self) -> frozenset[Role]:
        """What the writer is here, as the table of permissions asks."""
        if self.person is not None and self.person.blocked:
            return frozenset()
        found = {Role.STRANGER}
        if self.known:
            found.add(Role.PERSON)
        if self.is_gm and self.play is not None and self.person is not None:
            found.add(Role.MODERATOR if self.play.moderator_id == self.person.id else Role.SECOND)
        if self.seat is not None and self.seat.role == SeatRole.PLAYER and self.person is not None:
            owner = Role.PROGRAM if self.program else Role.OWNER
            found.add(owner if self.person.id == self.seat.person_id else Role.SUBSTITUTE)
        return frozenset(found)

    def within(self, what: str, whose: str, most: int, stretch: timedelta) -> bool:
        """Counts one more of what costs work; False if that is more than ``most`` in a stretch of time."""
        self.spent.append((what, whose, most, stretch))
        return self.desk.within(what, whose, most, stretch)

    def say(self, title: Said, text: Said, picture: str = "") -> None:
        self.blocks.append(AnswerBlock(title, text, picture))

    @property
    def language(self) -> str:
        """In which language the answer is read."""
        return self.read_in or (self.person.language if self.person is not None else self.hint or "en")

    def sentences(self, events: Sequence[Event]) -> list[str]:
        return sentences(events, self.play.state if self.play is not None else None, self.language)
