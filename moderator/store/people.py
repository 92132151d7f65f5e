"""People, their addresses and their absences, asked for by name."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, select, update

from moderator.store.cup_tables import CupEntry, RatingStep, Staff
from moderator.store.games import AT_ONCE
from moderator.store.rows import Rows
from moderator.store.tables import (
    Absence,
    Address,
    Device,
    Game,
    Hook,
    HookDelivery,
    Person,
    PunctualityRow,
    Seat,
    SeatKey,
)


class People(Rows):
    """Whoever plays, moderates or has written to us."""

    def get(self, person_id: int) -> Person | None:
        return self._session.get(Person, person_id)

    def at(self, address: str) -> int | None:
        """Whose address this is, in its canonical form."""
        return self._session.scalars(select(Address.person_id).where(Address.address == address)).first()

    def addresses(self, person_id: int) -> list[Address]:
        """The address mail goes to comes first."""
        wanted = select(Address).where(Address.person_id == person_id).order_by(Address.main.desc(), Address.id)
        return list(self._session.scalars(wanted))

    def absences(self, person_id: int) -> list[Absence]:
        return list(self._session.scalars(select(Absence).where(Absence.person_id == person_id)))

    def all(self, most: int) -> list[Person]:
        return list(self._session.scalars(select(Person).order_by(Person.id).limit(most)))

    def hand_all_over(self, old: int, new: int) -> None:
        """Whatever is one person's becomes another's."""
        for column in (
            Address.person_id,
            Absence.person_id,
            PunctualityRow.person_id,
            Seat.person_id,
            Seat.substitute_id,
            Game.gm_id,
            Device.person_id,
            SeatKey.person_id,
            Hook.person_id,
            CupEntry.person_id,
            Staff.person_id,
            RatingStep.person_id,
        ):
            table = column.class_
            if table in (Seat, Game):
                # These rows are sealed as they are written, which a statement for many of them would pass by.
                for row in self._session.scalars(select(table).where(column == old)):
                    setattr(row, column.key, new)
                continue
            self._session.execute(update(table).where(column == old).values({column.key: new}))
        first, *others = self.addresses(new)
        for address in others:
            address.main = False
        first.main = True
        self._session.flush()

    def forget(self, person: Person) -> None:
        """Addresses, absences and whatever somebody has told about themselves."""
        self._session.execute(delete(Address).where(Address.person_id == person.id))
        self._session.execute(delete(Absence).where(Absence.person_id == person.id))
        self._session.execute(delete(PunctualityRow).where(PunctualityRow.person_id == person.id))
        theirs = select(Hook.id).where(Hook.person_id == person.id)
        self._session.execute(delete(HookDelivery).where(HookDelivery.hook_id.in_(theirs)))
        for table in (Device, SeatKey, Hook):
            self._session.execute(delete(table).where(table.person_id == person.id))
        self._session.execute(delete(RatingStep).where(RatingStep.person_id == person.id))
        self._session.execute(delete(Staff).where(Staff.person_id == person.id))
        for entry in self._session.scalars(select(CupEntry).where(CupEntry.person_id == person.id)):
            # Standings keep their line; nobody can tell any more whose it was.
            entry.name, entry.club, entry.person_id, entry.bot = f"Player {entry.number}", "", None, True
        person.zone, person.hours, person.weekdays, person.digest_at = "UTC", "", "", None
        person.reports, person.suspended, person.rated = "none", True, False

    def idle_guests(self, before: datetime, most: int) -> list[Person]:
        """Guests who have not looked in since then."""
        here = select(Device.id).where(Device.person_id == Person.id, Device.seen_at >= before).exists()
        wanted = select(Person).where(Person.guest.is_(True), Person.created_at < before, ~here)
        return list(self._session.scalars(wanted.limit(most)))

    def erase(self, person: Person) -> None:
        """Leaves nothing of somebody who only tried."""
        self.forget(person)
        self._session.delete(person)
        self._session.flush()

    def find(self, text: str, most: int) -> list[Person]:
        """People whose name or address has this in it."""
        like = f"%{text.lower().replace('%', '').replace('_', '')}%"
        there = select(Address.person_id).where(func.lower(Address.written).like(like))
        wanted = select(Person).where(func.lower(Person.name).like(like) | Person.id.in_(there))
        return list(self._session.scalars(wanted.order_by(Person.id.desc()).limit(most)))

    def operators(self) -> list[Person]:
        return list(self._session.scalars(select(Person).where(Person.operator).order_by(Person.id)))

    def digests_due(self, now: datetime) -> list[int]:
        return list(self._session.scalars(select(Person.id).where(Person.digest_at <= now).limit(AT_ONCE)))
