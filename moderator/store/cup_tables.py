"""What the database keeps of tournaments. They are called cups here, because an event is what happens in a game."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from moderator.store.tables import Json, Table


class Cup(Table):
    """A tournament. Whoever changes anything about it holds this row."""

    __tablename__ = "cups"

    # What people write: `enter spring-cup`.
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    status: Mapped[str] = mapped_column(String(12), index=True)
    # As announced; see events/terms.py.
    terms: Mapped[Json]
    # Published when entry closes; everything that chance decides in the event follows from it.
    seed: Mapped[str] = mapped_column(String(64), default="")
    # The event whose next season this is.
    season_of: Mapped[str | None] = mapped_column(String(40))
    # What the director wishes for the draws to come: who sits together, who does not.
    wishes: Mapped[Json]
    # When the sweep has to look at it again; empty while it waits for people alone.
    due_at: Mapped[datetime | None] = mapped_column(index=True)
    # What stopped it from going on by itself, and was told to the director.
    trouble: Mapped[str] = mapped_column(Text, default="", server_default="")
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    # Counted up by every change: a second worker that read the same row can't write it.
    version: Mapped[int] = mapped_column(Integer)

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012


class Staff(Table):
    """Who directs an event: its director, and deputies."""

    __tablename__ = "cup_staff"
    __table_args__ = (UniqueConstraint("cup_id", "person_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    cup_id: Mapped[str] = mapped_column(ForeignKey("cups.id"), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    role: Mapped[str] = mapped_column(String(12))


class CupEntry(Table):
    """Somebody who entered an event, or waits for a place."""

    __tablename__ = "cup_entries"
    __table_args__ = (UniqueConstraint("cup_id", "number"), UniqueConstraint("cup_id", "person_id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    cup_id: Mapped[str] = mapped_column(ForeignKey("cups.id"), index=True)
    number: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(80))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    bot: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    status: Mapped[str] = mapped_column(String(12))
    club: Mapped[str] = mapped_column(String(60), default="", server_default="")
    # In a league: 1 is the highest.
    division: Mapped[int] = mapped_column(Integer, default=1, server_default="1")
    # When they came, or came back: the order of the waiting list.
    entered_at: Mapped[datetime]
    left_at: Mapped[datetime | None]

    @property
    def key(self) -> str:
        """The name under which draws and results know them."""
        return f"e{self.number}"


class CupRound(Table):
    """One round of an event, with its draws and all that they were made from."""

    __tablename__ = "cup_rounds"
    __table_args__ = (UniqueConstraint("cup_id", "stage", "number"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    cup_id: Mapped[str] = mapped_column(ForeignKey("cups.id"), index=True)
    stage: Mapped[int] = mapped_column(Integer)
    number: Mapped[int] = mapped_column(Integer)
    status: Mapped[str] = mapped_column(String(12))
    # One for each pool (a division, or everybody): what it was made from, and what came of it.
    draws: Mapped[list[Any]]
    drawn_at: Mapped[datetime]
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    over_at: Mapped[datetime | None]
    # The standings when the round was over, for whoever works them out again.
    standings: Mapped[list[Any] | None] = mapped_column(JSON)


class CupTable(Table):
    """One table of a round: who sits where, its game once there is one, its result once it has one."""

    __tablename__ = "cup_tables"
    __table_args__ = (
        UniqueConstraint("round_id", "number"),
        UniqueConstraint("game_id"),
        Index("cup_tables_of_round", "round_id", "status"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    cup_id: Mapped[str] = mapped_column(ForeignKey("cups.id"), index=True)
    round_id: Mapped[int] = mapped_column(ForeignKey("cup_rounds.id"))
    number: Mapped[int] = mapped_column(Integer)
    pool: Mapped[str] = mapped_column(String(20), default="", server_default="")
    title: Mapped[str] = mapped_column(String(20))
    # In the order of play: the number of each entry, what the seat is called, and who had it before.
    seats: Mapped[list[Any]]
    game_id: Mapped[str | None] = mapped_column(ForeignKey("games.id"))
    status: Mapped[str] = mapped_column(String(12))
    result: Mapped[Json | None] = mapped_column(JSON)
    # What play-outs said of it, where it was not played to its end.
    estimate: Mapped[Json | None] = mapped_column(JSON)


class CupDeed(Table):
    """What the director did: what it was before and is now, and why."""

    __tablename__ = "cup_deeds"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    cup_id: Mapped[str] = mapped_column(ForeignKey("cups.id"), index=True)
    at: Mapped[datetime]
    who: Mapped[str] = mapped_column(String(200))
    what: Mapped[str] = mapped_column(String(60))
    old: Mapped[str] = mapped_column(Text, default="")
    new: Mapped[str] = mapped_column(Text, default="")
    reason: Mapped[str] = mapped_column(Text, default="")


class Appeal(Table):
    """A player's appeal against the result of a table; until it is ruled on the result does not count."""

    __tablename__ = "cup_appeals"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    cup_id: Mapped[str] = mapped_column(ForeignKey("cups.id"), index=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("cup_tables.id"), index=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("cup_entries.id"))
    text: Mapped[str] = mapped_column(Text)
    made_at: Mapped[datetime]
    ruling: Mapped[str] = mapped_column(Text, default="")
    ruled_at: Mapped[datetime | None]


class GameEnd(Table):
    """A game is over, or is no longer: written with the move that made it so, for whoever follows games.

    An event hears of its tables by this and by nothing else, and so do ratings.
    """

    __tablename__ = "game_ends"
    __table_args__ = (Index("game_ends_waiting", "taken_at", "id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), index=True)
    seq: Mapped[int] = mapped_column(Integer)
    over: Mapped[bool] = mapped_column(Boolean)
    at: Mapped[datetime]
    taken_at: Mapped[datetime | None]


class RatingStep(Table):
    """What one finished game made of a person's rating at its title."""

    __tablename__ = "rating_steps"
    __table_args__ = (UniqueConstraint("person_id", "game_id"), Index("ratings_of_title", "title", "id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    title: Mapped[str] = mapped_column(String(20))
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), index=True)
    rank: Mapped[int] = mapped_column(Integer)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    at: Mapped[datetime]
