"""Games, seats and what is said at a table, asked for by name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import String, bindparam, delete, func, select, union

from moderator.store.rows import Rows
from moderator.store.statuses import LIVE, GameStatus, OnFile, SeatRole, SeatStatus
from moderator.store.tables import (
    Decision,
    Game,
    Hook,
    HookDelivery,
    MoveRow,
    Note,
    Offer,
    OrderOnFile,
    Outgoing,
    Press,
    Seat,
    SeatKey,
    Snapshot,
    Vote,
)

# No pass of the sweep takes up more at once; the next finds the rest.
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Waiting:
    """What there is besides a game's own rows: offers that live, orders on file, channels elsewhere that listen."""

    offers: bool
    filed: bool
    hooks: bool


# Asked with every order; written once, for making a statement costs as much as asking it.
_GAME = bindparam("game", type_=String())
_WAITING = select(
    select(Offer.id).where(Offer.game_id == _GAME, Offer.status.in_(LIVE)).exists(),
    select(OrderOnFile.id).where(OrderOnFile.game_id == _GAME, OrderOnFile.status == OnFile.OPEN).exists(),
    select(Hook.id)
    .where(~Hook.stopped, Hook.person_id.in_(bindparam("people", expanding=True)) | (Hook.game_id == _GAME))
    .exists(),
)
_NAMED = select(Game.id).where(Game.id == bindparam("game"))
_LOCKED = select(Game).where(Game.id == _GAME).with_for_update().execution_options(populate_existing=True)
_TOKEN_NAMED = select(Seat.id).where(Seat.token_hash == bindparam("token"))
_WITH_TOKEN = select(Seat).where(Seat.token_hash == bindparam("token"))
_OF_GAME = select(Seat).where(Seat.game_id == _GAME).order_by(Seat.position, Seat.id)


class Games(Rows):
    """Games as they are listed; to look into one or to change it, ask the desk for it."""

    def latest(self, most: int, status: str | None = None) -> list[Game]:
        wanted = select(Game).order_by(Game.created_at.desc()).limit(most)
        return list(self._session.scalars(wanted.where(Game.status == status) if status else wanted))

    def press(self, game_id: str, reader: str, person_id: int, most: int) -> list[Press]:
        """What somebody, who has the seat of this name now, has written or was written at a table, the latest last."""
        wanted = select(Press).where(Press.game_id == game_id).order_by(Press.id.desc()).limit(10 * most)
        theirs = [
            one
            for one in self._session.scalars(wanted)
            if (reader == one.by or reader in one.to if one.people is None else person_id in one.people)
        ]
        return theirs[:most][::-1]

    def listed(self, most: int, *statuses: str) -> list[Game]:
        """Games that everybody may find, those that ended or began last first."""
        latest = func.coalesce(Game.ended_at, Game.started_at, Game.created_at).desc()
        wanted = select(Game).where(Game.visibility == "").order_by(latest).limit(most)
        return list(self._session.scalars(wanted.where(Game.status.in_(statuses)) if statuses else wanted))

    def page(self, most: int, offset: int, status: str | None) -> list[Game]:
        """Games that everybody may find, the latest first, after so many."""
        wanted = select(Game).where(Game.visibility == "").order_by(Game.created_at.desc(), Game.id)
        wanted = wanted.where(Game.status == status) if status else wanted
        return list(self._session.scalars(wanted.offset(offset).limit(most)))

    def with_open_seats(self, most: int) -> list[Game]:
        free = select(Seat.id).where(Seat.game_id == Game.id, Seat.status == SeatStatus.OPEN).exists()
        wanted = select(Game).where(Game.visibility == "", Game.status == GameStatus.INVITING, free)
        return list(self._session.scalars(wanted.order_by(Game.created_at.desc()).limit(most)))

    def moderated_by(self, person_id: int) -> list[Game]:
        """The latest first."""
        theirs = select(Seat.game_id).where(Seat.role == SeatRole.GM, Seat.person_id == person_id)
        return list(self._session.scalars(select(Game).where(Game.id.in_(theirs)).order_by(Game.created_at.desc())))

    def erase(self, game_id: str) -> None:
        """Leaves nothing of a game. Only for games that were tried and given up; records are kept for ever."""
        seats = select(Seat.id).where(Seat.game_id == game_id)
        hooks = select(Hook.id).where(Hook.game_id == game_id)
        self._session.execute(delete(HookDelivery).where(HookDelivery.hook_id.in_(hooks)))
        for by_seat in (Note, SeatKey):
            self._session.execute(delete(by_seat).where(by_seat.seat_id.in_(seats)))
        for table in (Hook, OrderOnFile, Offer, Press, Vote, Decision, Snapshot, MoveRow, Outgoing, Seat):
            self._session.execute(delete(table).where(table.game_id == game_id))
        self._session.execute(delete(Game).where(Game.id == game_id))

    def row(self, game_id: str) -> Game | None:
        return self._session.get(Game, game_id)

    def has(self, game_id: str) -> bool:
        """Whether there is such a game; asked for every recipient of every mail, so nothing of it is loaded."""
        return self._session.execute(_NAMED, {"game": game_id}).first() is not None

    def locked(self, game_id: str) -> Game | None:
        """The row for changing, as it is now."""
        return self._session.scalars(_LOCKED, {"game": game_id}).first()

    def all(self) -> list[str]:
        return list(self._session.scalars(select(Game.id).order_by(Game.id)))

    def torn_from(self) -> list[str]:
        """Games that are not there though there are moves, seats or clocks of them."""
        named = (
            select(table.game_id).where(table.game_id.not_in(select(Game.id))) for table in (MoveRow, Seat, Decision)
        )
        return sorted(set(self._session.scalars(union(*named))))

    def snapshots(self, game_id: str) -> list[Snapshot]:
        """The positions that are kept of a game, so that it need not be played again from its first move."""
        wanted = select(Snapshot).where(Snapshot.game_id == game_id).order_by(Snapshot.seq)
        return list(self._session.scalars(wanted))

    def running(self) -> list[str]:
        return list(self._session.scalars(select(Game.id).where(Game.status == GameStatus.RUNNING).order_by(Game.id)))

    def counted(self) -> dict[str, int]:
        return self._counted(Game.status)

    def bots_due(self, before: datetime) -> list[str]:
        """Running games in which a bot has had to move since then."""
        due = select(Game.id).where(Game.bot_due_at <= before, Game.status == GameStatus.RUNNING).limit(AT_ONCE)
        return list(self._session.scalars(due))

    def moves(self, game_id: str) -> list[MoveRow]:
        """All moves that stand, the first one first."""
        wanted = select(MoveRow).where(MoveRow.game_id == game_id, ~MoveRow.undone).order_by(MoveRow.seq)
        return list(self._session.scalars(wanted))

    def record(self, game_id: str) -> list[MoveRow]:
        """All moves that were ever played, those taken back too."""
        return list(self._session.scalars(select(MoveRow).where(MoveRow.game_id == game_id).order_by(MoveRow.seq)))

    def waiting(self, game_id: str, people: Collection[int]) -> Waiting:
        """Whether anything waits beside this game, with one statement: mostly nothing does."""
        return Waiting(*self._session.execute(_WAITING, {"game": game_id, "people": list(people)}).one())

    def laid_by(self, person_id: int) -> bool:
        """Whether somebody has ever laid a tile themselves, in any game."""
        theirs = (Seat.person_id == person_id) & (Seat.game_id == MoveRow.game_id) & (Seat.name == MoveRow.by)
        laid = MoveRow.order.like("lay %") & MoveRow.how.not_in(("bot", "default"))
        return self._session.scalars(select(MoveRow.id).join(Seat, theirs).where(laid).limit(1)).first() is not None

    def votes(self, game_id: str, topic: str) -> list[Vote]:
        return list(self._session.scalars(select(Vote).where(Vote.game_id == game_id, Vote.topic == topic)))

    def forget_votes(self, game_id: str, seat: str) -> None:
        self._session.execute(delete(Vote).where(Vote.game_id == game_id, Vote.seat == seat))


class Seats(Rows):
    """Places at tables."""

    def get(self, seat_id: int | None) -> Seat | None:
        return None if seat_id is None else self._session.get(Seat, seat_id)

    def all(self) -> list[Seat]:
        return list(self._session.scalars(select(Seat).order_by(Seat.id)))

    def with_token(self, token_hash: str) -> Seat | None:
        return self._session.scalars(_WITH_TOKEN, {"token": token_hash}).first()

    def has_token(self, token_hash: str) -> bool:
        return self._session.execute(_TOKEN_NAMED, {"token": token_hash}).first() is not None

    def of_game(self, game_id: str) -> list[Seat]:
        return list(self._session.scalars(_OF_GAME, {"game": game_id}))

    def of_person(self, person_id: int) -> list[Seat]:
        """Every place this person has or stands in for."""
        theirs = (Seat.person_id == person_id) | (Seat.substitute_id == person_id)
        return list(self._session.scalars(select(Seat).where(theirs).order_by(Seat.id)))

    def under_way_of(self, person_id: int, most: int) -> list[Seat]:
        """Places this person has or stands in for in games that are not over; those that began last come first."""
        theirs = (Seat.person_id == person_id) | (Seat.substitute_id == person_id)
        open_ = (Game.status != GameStatus.OVER) & (Seat.status != SeatStatus.DECLINED)
        wanted = select(Seat).join(Game, Game.id == Seat.game_id).where(theirs, open_)
        return list(self._session.scalars(wanted.order_by(Seat.id.desc()).limit(most)))

    def taken_by(self, person_id: int) -> list[Seat]:
        """Where this person has joined a game."""
        wanted = select(Seat).where(Seat.person_id == person_id, Seat.status == SeatStatus.JOINED)
        return list(self._session.scalars(wanted))

    def substitute_over(self, now: datetime) -> list[int]:
        over = select(Seat.id).where(Seat.substitute_id.is_not(None), Seat.substitute_until <= now).limit(AT_ONCE)
        return list(self._session.scalars(over))

    def forget_notes(self, seat_id: int) -> None:
        self._session.execute(delete(Note).where(Note.seat_id == seat_id))

    def notes(self, seat_id: int) -> list[Note]:
        return list(self._session.scalars(select(Note).where(Note.seat_id == seat_id).order_by(Note.id)))
