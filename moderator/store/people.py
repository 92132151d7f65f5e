"""People, their addresses and their absences, asked for by name."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.orm import Session

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
    Outgoing,
    Person,
    Press,
    PunctualityRow,
    Seat,
    SeatKey,
    Table,
)

# Asked with every order; written once, for making a statement costs as much as asking it.
_AT = select(Person).join(Address, Address.person_id == Person.id).where(Address.address == bindparam("address"))
_MET = (
    select(Person, Address, Absence)
    .outerjoin(Address, Address.person_id == Person.id)
    .outerjoin(Absence, Absence.person_id == Person.id)
    .where(Person.id.in_(bindparam("ids", expanding=True)))
)


class People(Rows):
    """Whoever plays, moderates or has written to us. Each is read once in a unit of work."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        # The session forgets whom nobody holds, and would read the same person again and again.
        self._met: dict[int, Person] = {}
        self._addresses: dict[int, list[Address]] = {}
        self._absences: dict[int, list[Absence]] = {}
        self._at: dict[str, int] = {}

    def get(self, person_id: int) -> Person | None:
        found = self._session.get(Person, person_id)
        if found is not None:
            self._met[person_id] = found
        return found

    def at(self, address: str) -> Person | None:
        """Whose address this is, in its canonical form."""
        known = self._at.get(address)
        if known is not None:
            return self.get(known)
        found = self._session.scalars(_AT, {"address": address}).first()
        if found is not None:
            self._met[found.id], self._at[address] = found, found.id
        return found

    def written(self, address: str) -> str:
        """An address in its canonical form, as its owner wrote it; nothing where nobody has it."""
        return self._session.scalars(select(Address.written).where(Address.address == address)).first() or ""

    def meet(self, ids: Collection[int]) -> None:
        """Reads these people with their addresses and absences, all in one statement."""
        new = [one for one in ids if one not in self._addresses or one not in self._absences]
        if not new:
            return
        for one in new:
            self._addresses[one], self._absences[one] = [], []
        for person, address, absence in self._session.execute(_MET, {"ids": new}):
            self._met[person.id] = person
            if address is not None and address not in self._addresses[person.id]:
                self._addresses[person.id].append(address)
            if absence is not None and absence not in self._absences[person.id]:
                self._absences[person.id].append(absence)

    def touched(self, row: Table | None = None) -> None:
        """A row was written or thrown away, or (without one) anything may have been taken back."""
        if row is None or isinstance(row, Person | Address | Absence):
            self._addresses.clear()
            self._absences.clear()
            self._at.clear()

    def addresses(self, person_id: int) -> list[Address]:
        """The address mail goes to comes first."""
        if person_id not in self._addresses:
            wanted = select(Address).where(Address.person_id == person_id)
            self._addresses[person_id] = list(self._session.scalars(wanted))
        return sorted(self._addresses[person_id], key=lambda one: (not one.main, one.id))

    def absences(self, person_id: int) -> list[Absence]:
        if person_id not in self._absences:
            wanted = select(Absence).where(Absence.person_id == person_id)
            self._absences[person_id] = list(self._session.scalars(wanted))
        return list(self._absences[person_id])

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
            # A mail that waits would be taken for one to somebody who had the seat before, and lose its way back.
            Outgoing.person_id,
        ):
            table = column.class_
            if table in (Seat, Game):
                # These rows are sealed as they are written, which a statement for many of them would pass by.
                for row in self._session.scalars(select(table).where(column == old)):
                    setattr(row, column.key, new)
                continue
            self._session.execute(update(table).where(column == old).values({column.key: new}))
        for row in self._session.scalars(select(Press).where(Press.people.is_not(None))):
            if old in (row.people or ()):
                row.people = sorted({*(row.people or ()), new} - {old})
        self.touched()
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
        self.touched()
        person.zone, person.hours, person.weekdays, person.digest_at = "UTC", "", "", None
        person.reports, person.suspended, person.rated = "none", True, False

    def idle_guests(self, before: datetime, most: int) -> list[Person]:
        """Guests who have not looked in since then."""
        here = select(Device.id).where(Device.person_id == Person.id, Device.seen_at >= before).exists()
        wanted = select(Person).where(Person.guest.is_(True), Person.created_at < before, ~here)
        return list(self._session.scalars(wanted.limit(most)))

    def erase(self, person: Person, now: datetime) -> None:
        """Leaves nothing of somebody who only tried, or who is another person now.

        The latest number stays taken until there is a later one: SQLite would give it to the next who comes, and links
        and words that were made for one person would open what is another's."""
        self.forget(person)
        if person.id == self._session.scalar(select(func.max(Person.id))):
            # Somebody looks again when a guest would have been idle for as long once more.
            person.name, person.created_at = "somebody", now
        else:
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
