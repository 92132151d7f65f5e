"""Browsers and programs that may act for people, their channels elsewhere, and how often callers asked for something;
asked for by name."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.orm import Session

from moderator.store.rows import Rows
from moderator.store.statuses import HookStatus
from moderator.store.tables import Device, Hook, HookDelivery, SeatKey, Table, Tally


class Devices(Rows):
    """Where somebody is signed in."""

    def with_token(self, token_hash: str) -> Device | None:
        return self._session.scalars(select(Device).where(Device.token_hash == token_hash)).first()

    def get(self, device_id: int) -> Device | None:
        return self._session.get(Device, device_id)

    def of_person(self, person_id: int, now: datetime) -> list[Device]:
        """The one used last comes first."""
        theirs = select(Device).where(Device.person_id == person_id, Device.expires_at > now)
        return list(self._session.scalars(theirs.order_by(Device.seen_at.desc(), Device.id.desc())))

    def seen(self, device_id: int, now: datetime) -> None:
        self._session.execute(update(Device).where(Device.id == device_id).values(seen_at=now))

    def end(self, device_id: int, person_id: int) -> None:
        """Whoever has a copy of the cookie is out as well."""
        self._session.execute(delete(Device).where(Device.id == device_id, Device.person_id == person_id))

    def end_all(self, person_id: int) -> None:
        self._session.execute(delete(Device).where(Device.person_id == person_id))

    def tidy(self, now: datetime) -> None:
        self._session.execute(delete(Device).where(Device.expires_at < now))


# Asked of every mail and of most pages; written once.
_COUNT = (
    select(Tally)
    .where(Tally.what == bindparam("what"), Tally.whose == bindparam("whose"), Tally.slot == bindparam("slot"))
    .with_for_update()
)


class Tallies(Rows):
    """What is limited, counted by stretches of time."""

    def count(self, what: str, whose: str, slot: int) -> Tally | None:
        return self._session.scalars(_COUNT, {"what": what, "whose": whose, "slot": slot}).first()

    def tidy(self, now: datetime) -> None:
        self._session.execute(delete(Tally).where(Tally.expires_at < now))


class Keys(Rows):
    """Keys with which programs send orders."""

    def with_token(self, token_hash: str) -> SeatKey | None:
        return self._session.scalars(select(SeatKey).where(SeatKey.token_hash == token_hash)).first()

    def used(self, seat_id: int, now: datetime) -> None:
        self._session.execute(update(SeatKey).where(SeatKey.seat_id == seat_id).values(used_at=now))

    def of_seat(self, seat_id: int) -> list[SeatKey]:
        return list(self._session.scalars(select(SeatKey).where(SeatKey.seat_id == seat_id).order_by(SeatKey.id)))

    def of_person(self, person_id: int) -> list[SeatKey]:
        return list(self._session.scalars(select(SeatKey).where(SeatKey.person_id == person_id).order_by(SeatKey.id)))


class Hooks(Rows):
    """Channels elsewhere, and what was told there."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._none_for: tuple[str, frozenset[int]] | None = None

    def touched(self, row: Table | None = None) -> None:
        """A row was written or thrown away, or (without one) anything may have been taken back."""
        if row is None or isinstance(row, Hook):
            self._none_for = None

    def none_for(self, game_id: str, people: Collection[int]) -> None:
        """Somebody has looked: nothing listens to this game for any of these people."""
        self._none_for = (game_id, frozenset(people))

    def get(self, hook_id: int) -> Hook | None:
        return self._session.get(Hook, hook_id)

    def of_person(self, person_id: int) -> list[Hook]:
        return list(self._session.scalars(select(Hook).where(Hook.person_id == person_id).order_by(Hook.id)))

    def telling(self, people: Collection[int], games: Collection[str]) -> list[Hook]:
        """Where these people are told about their games, or everybody about one of these."""
        if self._none_for is not None and set(games) <= {self._none_for[0]} and set(people) <= self._none_for[1]:
            return []
        theirs = Hook.person_id.in_(people) & ~Hook.whole & (Hook.game_id.in_(games) | Hook.game_id.is_(None))
        wanted = select(Hook).where(~Hook.stopped, theirs | (Hook.game_id.in_(games) & Hook.whole))
        return list(self._session.scalars(wanted.order_by(Hook.id)))

    def drop(self, hook: Hook) -> None:
        self._session.execute(delete(HookDelivery).where(HookDelivery.hook_id == hook.id))
        self._session.delete(hook)
        self._session.flush()

    def delivery(self, delivery_id: int) -> HookDelivery | None:
        wanted = select(HookDelivery).where(HookDelivery.id == delivery_id)
        return self._session.scalars(wanted.with_for_update()).first()

    def has(self, key: str) -> bool:
        return self._session.scalars(select(HookDelivery.id).where(HookDelivery.key == key)).first() is not None

    def put_off(self, person_id: int, until: datetime) -> None:
        """What waits to be told to somebody's channels waits until then."""
        theirs = select(Hook.id).where(Hook.person_id == person_id)
        wanted = update(HookDelivery).where(HookDelivery.hook_id.in_(theirs), HookDelivery.status == HookStatus.PENDING)
        self._session.execute(wanted.where(HookDelivery.due_at < until).values(due_at=until))

    def deliveries(self, hook_id: int, most: int) -> list[HookDelivery]:
        """What was told lately, the latest first."""
        wanted = select(HookDelivery).where(HookDelivery.hook_id == hook_id)
        return list(self._session.scalars(wanted.order_by(HookDelivery.id.desc()).limit(most)))

    def due(self, now: datetime, most: int) -> list[int]:
        wanted = select(HookDelivery.id).where(HookDelivery.status == HookStatus.PENDING, HookDelivery.due_at <= now)
        return list(self._session.scalars(wanted.order_by(HookDelivery.due_at, HookDelivery.id).limit(most)))

    def tidy(self, before: datetime) -> None:
        old = delete(HookDelivery).where(HookDelivery.status != HookStatus.PENDING, HookDelivery.created_at < before)
        self._session.execute(old)
