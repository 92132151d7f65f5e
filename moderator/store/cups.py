"""Tournaments, asked for by name: each question in one statement, however many have entered."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import BindParameter, bindparam, func, select

from moderator.store.cup_tables import Appeal, Cup, CupDeed, CupEntry, CupRound, CupTable, GameEnd, RatingStep, Staff
from moderator.store.games import AT_ONCE
from moderator.store.rows import Rows
from moderator.store.statuses import (
    CupStatus,
    EntryStatus,
    GameStatus,
    RoundStatus,
    SeatRole,
    SeatStatus,
    StaffRole,
    TableStatus,
)
from moderator.store.tables import Game, MoveRow, Person, Seat

DAY = timedelta(days=1)
# So many open events are looked through for a full name.
MOST_OPEN = 30

# Asked over and over while an event goes on; written once, for making a statement costs as much as asking it.
_CUP: BindParameter[str] = bindparam("cup")
_LOCKED = select(Cup).where(Cup.id == _CUP).with_for_update().execution_options(populate_existing=True)
_STAFF = (
    select(Staff, Person)
    .join(Person, Person.id == Staff.person_id)
    .where(Staff.cup_id == _CUP)
    .order_by(Staff.role.desc(), Staff.id)
)
_ENTRIES = select(CupEntry).where(CupEntry.cup_id == _CUP).order_by(CupEntry.number)
_COUNTED = select(CupEntry.status, func.count()).where(CupEntry.cup_id == _CUP).group_by(CupEntry.status)
_ROUNDS = select(CupRound).where(CupRound.cup_id == _CUP).order_by(CupRound.stage, CupRound.number)
_TABLES = select(CupTable).where(CupTable.cup_id == _CUP).order_by(CupTable.round_id, CupTable.number)
_TABLES_OF_ROUND = _TABLES.where(CupTable.round_id == bindparam("round"))


class Cups(Rows):
    """Events, who is in them, their rounds and tables."""

    def get(self, cup_id: str) -> Cup | None:
        return self._session.get(Cup, cup_id)

    def locked(self, cup_id: str) -> Cup | None:
        """The event for changing: nobody else gets it until this desk is done."""
        return self._session.scalars(_LOCKED, {"cup": cup_id}).first()

    def latest(self, most: int, offset: int = 0) -> list[Cup]:
        wanted = select(Cup).order_by(Cup.created_at.desc(), Cup.id).limit(most).offset(offset)
        return list(self._session.scalars(wanted))

    def named(self, ids: Collection[str]) -> dict[str, str]:
        """The full names of the events among these; of those that are open where none is asked about."""
        wanted = select(Cup.id, Cup.name)
        if ids:
            wanted = wanted.where(Cup.id.in_(ids))
        else:
            wanted = wanted.where(Cup.status == CupStatus.OPEN).order_by(Cup.created_at.desc(), Cup.id).limit(MOST_OPEN)
        return {cup: name for cup, name in self._session.execute(wanted)}  # noqa: C416

    def due(self, now: datetime) -> list[str]:
        """Events whose hour has come, and those with a seat that nobody plays any more."""
        going = (CupStatus.OPEN, CupStatus.CLOSED, CupStatus.RUNNING)
        wanted = select(Cup.id).where(Cup.due_at <= now, Cup.status.in_(going)).order_by(Cup.due_at).limit(AT_ONCE)
        given_up = (
            select(CupTable.cup_id)
            .join(CupRound, CupRound.id == CupTable.round_id)
            .join(Cup, Cup.id == CupTable.cup_id)
            .join(Game, Game.id == CupTable.game_id)
            .join(Seat, Seat.game_id == CupTable.game_id)
            .where(CupTable.status == TableStatus.PLAYING, CupRound.status == RoundStatus.RUNNING)
            .where(Cup.status == CupStatus.RUNNING, Game.status == GameStatus.RUNNING, Seat.role == SeatRole.PLAYER)
            .where(Seat.status.in_((SeatStatus.RESIGNED, SeatStatus.DECLINED)), CupRound.ends_at > now)
        )
        found = [*self._session.scalars(wanted), *self._session.scalars(given_up.distinct().limit(AT_ONCE))]
        return list(dict.fromkeys(found))

    def entered_in(self, cups: Collection[str]) -> dict[str, int]:
        """How many have a place in each of several events."""
        wanted = select(CupEntry.cup_id, func.count()).where(CupEntry.cup_id.in_(cups))
        wanted = wanted.where(CupEntry.status == EntryStatus.ENTERED).group_by(CupEntry.cup_id)
        return {cup: count for cup, count in self._session.execute(wanted)}  # noqa: C416

    def ends(self, cups: Collection[str]) -> dict[str, str]:
        """What the log says of the end of each of several events."""
        wanted = select(CupDeed.cup_id, CupDeed.new).where(CupDeed.cup_id.in_(cups), CupDeed.what == "over")
        return {cup: new for cup, new in self._session.execute(wanted)}  # noqa: C416

    def next_season(self, cup_id: str) -> Cup | None:
        return self._session.scalars(select(Cup).where(Cup.season_of == cup_id)).first()

    def announced_by(self, person_id: int, now: datetime) -> int:
        """How many events somebody has announced within a day."""
        mine = select(func.count()).select_from(Cup).join(Staff, Staff.cup_id == Cup.id)
        wanted = mine.where(Staff.person_id == person_id, Staff.role == StaffRole.DIRECTOR, Cup.created_at > now - DAY)
        # What was called off again need not be counted.
        wanted = wanted.where(Cup.status != CupStatus.CANCELLED)
        return self._session.scalar(wanted) or 0

    # People

    def staff(self, cup_id: str) -> list[tuple[Staff, Person]]:
        """The director first, then the deputies."""
        return [(row[0], row[1]) for row in self._session.execute(_STAFF, {"cup": cup_id})]

    def role_of(self, cup_id: str, person_id: int) -> str:
        wanted = select(Staff.role).where(Staff.cup_id == cup_id, Staff.person_id == person_id)
        return self._session.scalar(wanted) or ""

    def directed_by(self, person_id: int) -> list[Cup]:
        """The events that somebody directs, alone or as a deputy."""
        wanted = select(Cup).join(Staff, Staff.cup_id == Cup.id).where(Staff.person_id == person_id)
        return list(self._session.scalars(wanted.order_by(Staff.id)))

    def entries(self, cup_id: str) -> list[CupEntry]:
        """Everybody who ever entered, in the order in which they did."""
        return list(self._session.scalars(_ENTRIES, {"cup": cup_id}))

    def entries_keyed(self, cup_id: str, keys: Collection[str]) -> list[CupEntry]:
        """Those with these names within the event: e3, e12."""
        numbers = [int(key[1:]) for key in keys]
        wanted = select(CupEntry).where(CupEntry.cup_id == cup_id, CupEntry.number.in_(numbers))
        return list(self._session.scalars(wanted.order_by(CupEntry.number)))

    def entry_of(self, cup_id: str, person_id: int) -> CupEntry | None:
        wanted = select(CupEntry).where(CupEntry.cup_id == cup_id, CupEntry.person_id == person_id)
        return self._session.scalars(wanted).first()

    def entries_of(self, person_id: int) -> list[tuple[CupEntry, Cup]]:
        wanted = select(CupEntry, Cup).join(Cup, Cup.id == CupEntry.cup_id).where(CupEntry.person_id == person_id)
        return [(row[0], row[1]) for row in self._session.execute(wanted.order_by(CupEntry.id))]

    def counted_in(self, cup_id: str) -> dict[str, int]:
        """How many have entered and how many wait."""
        return {status: count for status, count in self._session.execute(_COUNTED, {"cup": cup_id})}  # noqa: C416

    def last_number(self, cup_id: str) -> int:
        return self._session.scalar(select(func.max(CupEntry.number)).where(CupEntry.cup_id == cup_id)) or 0

    def first_waiting(self, cup_id: str, after: Collection[str] = ()) -> CupEntry | None:
        """Who came onto the waiting list before all others who are on it; those of the keys ``after`` come last."""
        wanted = select(CupEntry).where(CupEntry.cup_id == cup_id, CupEntry.status == EntryStatus.WAITING)
        waiting = self._session.scalars(wanted.order_by(CupEntry.entered_at, CupEntry.number)).all()
        return next((one for one in waiting if one.key not in after), waiting[0] if waiting else None)

    def people_in(self, cup_id: str) -> dict[int, Person]:
        """Everybody of an event by their number, so that a mail to each costs no question."""
        wanted = select(Person).join(CupEntry, CupEntry.person_id == Person.id).where(CupEntry.cup_id == cup_id)
        return {person.id: person for person in self._session.scalars(wanted)}

    # Rounds and tables

    def rounds(self, cup_id: str) -> list[CupRound]:
        return list(self._session.scalars(_ROUNDS, {"cup": cup_id}))

    def round(self, round_id: int) -> CupRound | None:
        return self._session.get(CupRound, round_id)

    def tables(self, cup_id: str, round_id: int | None = None) -> list[CupTable]:
        """The tables of an event, or of one round, in their order."""
        if round_id:
            return list(self._session.scalars(_TABLES_OF_ROUND, {"cup": cup_id, "round": round_id}))
        return list(self._session.scalars(_TABLES, {"cup": cup_id}))

    def under_way(self, round_id: int) -> list[tuple[int, str]]:
        """Tables of a round at which people may still move, with their games."""
        wanted = select(CupTable.id, Game.id).join(Game, Game.id == CupTable.game_id).order_by(CupTable.number)
        found = self._session.execute(
            wanted.where(
                CupTable.round_id == round_id,
                CupTable.status == TableStatus.PLAYING,
                Game.status == GameStatus.RUNNING,
            )
        )
        return [(row[0], row[1]) for row in found]

    def closed_games(self, cup_id: str) -> list[str]:
        """Games of an event that are neither under way nor over."""
        mine = select(CupTable.game_id).where(CupTable.cup_id == cup_id)
        return list(self._session.scalars(select(Game.id).where(Game.id.in_(mine), Game.status == GameStatus.CLOSED)))

    def table(self, table_id: int) -> CupTable | None:
        return self._session.get(CupTable, table_id)

    def table_locked(self, table_id: int) -> CupTable | None:
        wanted = select(CupTable).where(CupTable.id == table_id).with_for_update()
        return self._session.scalars(wanted.execution_options(populate_existing=True)).first()

    def table_of_game(self, game_id: str) -> CupTable | None:
        return self._session.scalars(select(CupTable).where(CupTable.game_id == game_id)).first()

    def played_for_event(self, game_id: str) -> CupTable | None:
        """The table whose game this is, as long as it is under way and its event goes on."""
        wanted = select(CupTable).join(Cup, Cup.id == CupTable.cup_id)
        wanted = wanted.where(CupTable.game_id == game_id, CupTable.status == TableStatus.PLAYING)
        over = (CupStatus.OVER, CupStatus.CANCELLED)
        return self._session.scalars(wanted.where(Cup.status.not_in(over))).first()

    def planned(self, round_id: int) -> list[int]:
        """Tables whose games are still to be made."""
        wanted = select(CupTable.id).where(CupTable.round_id == round_id, CupTable.status == TableStatus.PLANNED)
        return list(self._session.scalars(wanted.order_by(CupTable.number)))

    def seats_without_player(self, round_id: int) -> list[tuple[str, str]]:
        """Game and name of each seat of a round's tables under way that was given up, or is offered to somebody."""
        wanted = (
            select(Seat.game_id, Seat.name)
            .join(CupTable, CupTable.game_id == Seat.game_id)
            .where(CupTable.round_id == round_id, CupTable.status == TableStatus.PLAYING, Seat.role == SeatRole.PLAYER)
            .where(Seat.status.in_((SeatStatus.RESIGNED, SeatStatus.DECLINED, SeatStatus.INVITED)))
            .order_by(CupTable.number, Seat.position)
        )
        return [(row[0], row[1]) for row in self._session.execute(wanted)]

    def played_by_bots(self, round_id: int) -> set[tuple[str, str]]:
        """Game and name of each seat of a round's tables under way for which a bot moves."""
        wanted = (
            select(Seat.game_id, Seat.name)
            .join(CupTable, CupTable.game_id == Seat.game_id)
            .where(CupTable.round_id == round_id, CupTable.status == TableStatus.PLAYING, Seat.role == SeatRole.PLAYER)
            .where(Seat.bot)
        )
        return {(row[0], row[1]) for row in self._session.execute(wanted)}

    def moved_by_mail(self, cup_id: str) -> set[tuple[str, str]]:
        """Game and name of each seat of an event whose player has written a move."""
        wanted = (
            select(MoveRow.game_id, MoveRow.by)
            .join(CupTable, CupTable.game_id == MoveRow.game_id)
            .where(CupTable.cup_id == cup_id, MoveRow.mail_id.is_not(None))
            .distinct()
        )
        return {(row[0], row[1]) for row in self._session.execute(wanted)}

    def counted_tables(self, round_id: int) -> dict[str, int]:
        wanted = select(CupTable.status, func.count()).where(CupTable.round_id == round_id).group_by(CupTable.status)
        return {status: count for status, count in self._session.execute(wanted)}  # noqa: C416

    def games(self, ids: Collection[str]) -> dict[str, Game]:
        """Games by their number, in one question."""
        return {row.id: row for row in self._session.scalars(select(Game).where(Game.id.in_(ids)))} if ids else {}

    def forget_tables(self, round_id: int) -> None:
        """A draw that was not published is drawn again."""
        for row in self._session.scalars(select(CupTable).where(CupTable.round_id == round_id)):
            self._session.delete(row)
        self._session.flush()

    # What was done

    def deeds(self, cup_id: str, most: int) -> list[CupDeed]:
        wanted = select(CupDeed).where(CupDeed.cup_id == cup_id).order_by(CupDeed.id.desc()).limit(most)
        return list(reversed(list(self._session.scalars(wanted))))

    def appeals(self, cup_id: str) -> list[Appeal]:
        return list(self._session.scalars(select(Appeal).where(Appeal.cup_id == cup_id).order_by(Appeal.id)))

    def open_appeals(self, table_id: int) -> list[Appeal]:
        wanted = select(Appeal).where(Appeal.table_id == table_id, Appeal.ruled_at.is_(None))
        return list(self._session.scalars(wanted.order_by(Appeal.id)))


class Endings(Rows):
    """Games that ended, for whoever follows games; and what ratings make of them."""

    def waiting(self, before: datetime) -> list[str]:
        """Games whose end, or going on after it, nobody has taken up yet."""
        wanted = select(GameEnd.game_id).where(GameEnd.taken_at.is_(None), GameEnd.at <= before)
        return list(self._session.scalars(wanted.distinct().limit(AT_ONCE)))

    def untaken(self, game_id: str) -> list[GameEnd]:
        """What happened to a game since it was last looked at, locked: whoever comes second finds it taken."""
        wanted = select(GameEnd).where(GameEnd.game_id == game_id, GameEnd.taken_at.is_(None)).with_for_update()
        return list(self._session.scalars(wanted.order_by(GameEnd.id)))

    def of_game(self, game_id: str) -> list[GameEnd]:
        return list(self._session.scalars(select(GameEnd).where(GameEnd.game_id == game_id).order_by(GameEnd.id)))

    # Ratings

    def steps(self, title: str | None = None) -> list[RatingStep]:
        """Everything ratings were made from, the oldest first."""
        wanted = select(RatingStep).order_by(RatingStep.id)
        return list(self._session.scalars(wanted.where(RatingStep.title == title) if title else wanted))

    def steps_of(self, person_id: int) -> list[RatingStep]:
        wanted = select(RatingStep).where(RatingStep.person_id == person_id).order_by(RatingStep.id)
        return list(self._session.scalars(wanted))

    def drop_steps(self, game_id: str) -> None:
        for row in self._session.scalars(select(RatingStep).where(RatingStep.game_id == game_id)):
            self._session.delete(row)
        self._session.flush()

    def untold(self) -> frozenset[str]:
        """Games at anonymous tables that are over while their round goes on: nobody may know yet who sat there."""
        wanted = (
            select(Game.id, Game.terms)
            .join(CupTable, CupTable.game_id == Game.id)
            .join(CupRound, CupRound.id == CupTable.round_id)
            .where(CupRound.status != RoundStatus.OVER, Game.status == GameStatus.OVER)
        )
        return frozenset(game for game, terms in self._session.execute(wanted) if (terms or {}).get("anonymous"))

    def shown(self, games: Collection[str]) -> frozenset[str]:
        """Those among these games that everybody may know of."""
        wanted = select(Game.id).where(Game.id.in_(games), Game.visibility == "")
        return frozenset(self._session.scalars(wanted)) - self.untold()

    def finished_with(self, person_id: int) -> list[Game]:
        """Games this person played to the end."""
        wanted = (
            select(Game)
            .join(Seat, Seat.game_id == Game.id)
            .where(Seat.person_id == person_id, Seat.role == SeatRole.PLAYER, Game.status == GameStatus.OVER)
        )
        return list(self._session.scalars(wanted.order_by(Game.ended_at)))

    def rated_people(self) -> list[Person]:
        return list(self._session.scalars(select(Person).where(Person.rated).order_by(Person.name, Person.id)))

    def taken_back_after_the_end(self, game_id: str) -> bool:
        """Whether a result once stood and was undone."""
        wanted = select(GameEnd.id).where(GameEnd.game_id == game_id, ~GameEnd.over)
        return self._session.scalar(wanted.limit(1)) is not None

    def records(self, most: int) -> list[Game]:
        """Games that ended by themselves and everybody may see, the latest first."""
        over = Game.status == GameStatus.OVER
        wanted = select(Game).where(over, Game.result.is_not(None), Game.visibility == "")
        return list(self._session.scalars(wanted.order_by(Game.ended_at.desc()).limit(most)))

    def moves_in(self, games: Collection[str]) -> dict[str, int]:
        """How many moves stand in each of these games."""
        if not games:
            return {}
        wanted = select(MoveRow.game_id, func.count()).where(MoveRow.game_id.in_(games), ~MoveRow.undone)
        return {game: count for game, count in self._session.execute(wanted.group_by(MoveRow.game_id))}  # noqa: C416
