"""One mail being worked through for one person: what its commands may see and do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from moderator.commands.registry import Said
from moderator.desk import Desk
from moderator.games.game import Play
from moderator.games.refusal import Refusal
from moderator.games.store import Person, Seat


@dataclass
class Sitting:
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
    queued: list[str] = field(default_factory=list)
    # (order, events) of what was played by this mail.
    played: list[tuple[str, list[Any]]] = field(default_factory=list)
    # Answers to questions, as titled blocks under the transcript.
    blocks: list[tuple[Said, Said]] = field(default_factory=list)
    # Something beyond the seat itself changed: the game has to go on from here.
    changed: bool = False
    # A word was mailed that must come back before this is done.
    confirming: bool = False
    how: str = "mail"

    @property
    def game(self) -> Play:
        if self.play is None:
            raise Refusal("This mailbox belongs to no game. Reply to a mail of your game, or write: help")
        return self.play

    @property
    def begun(self) -> Play:
        """The game, for what makes no sense before its first move."""
        if self.game.row.status == "inviting":
            raise Refusal("The game has not begun.", instead=("status",))
        return self.game

    @property
    def my_seat(self) -> Seat:
        if self.seat is None:
            raise Refusal("This is only for a seat in a game.")
        if self.seat.status == "resigned":
            raise Refusal("You have given up this seat; somebody else plays it now.", instead=("status",))
        return self.seat

    @property
    def me(self) -> Person:
        if self.person is None:
            raise Refusal("I don't know you yet.")
        return self.person

    @property
    def is_gm(self) -> bool:
        return self.play is not None and self.person is not None and self.play.row.gm_id == self.person.id

    def say(self, title: Said, text: Said) -> None:
        self.blocks.append((title, text))

    @property
    def language(self) -> str:
        """In which language the answer is read."""
        return self.person.language if self.person is not None else "en"

    def sentences(self, events: Sequence[Any]) -> list[str]:
        return self.desk.rules.sentences(events, self.play.state if self.play is not None else None, self.language)
