"""What an act would change: an event as its director sees it, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.message import Listed, Message
from moderator.events.explained import shown
from moderator.events.overview import Overview
from moderator.events.shown import entry_told, others_told, placed_told, round_told, seats_told, status_told, table_now
from moderator.events.terms_told import parts as terms_by_part
from moderator.language import Moment, Words
from moderator.office.desk import Desk
from moderator.store.mails import Said
from moderator.store.statuses import RoundStatus

# A fact by its key: what it is called, and what it is.
Facts = Mapping[str, tuple[Said, Said]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is otherwise afterwards; what was not there, or is no more, is empty."""

    what: Said
    was: Said
    would_be: Said

    @property
    def told(self) -> Said:
        """In a line."""
        if not self.was:
            return Message("{what}: {would_be}", what=self.what, would_be=self.would_be)
        return Message(
            "{what}: {was} → {would_be}",
            what=self.what,
            was=self.was,
            would_be=self.would_be or Message("nothing"),
        )


def facts(desk: Desk, overview: Overview, *, names: bool = True) -> Facts:
    """Everything about an event that an act of its director may change, with names at anonymous tables or without."""
    return dict(_facts(desk, overview, names=names))


def _facts(desk: Desk, overview: Overview, *, names: bool) -> Iterator[tuple[str, tuple[Said, Said]]]:
    cup = overview.cup
    yield "status", (Message("The event"), status_told(cup.status))
    for about, term in terms_by_part(overview.terms).items():
        yield f"term {about}", (Message("Terms"), term)
    directors = ", ".join(person.name for _, person in desk.cups.staff(cup.id))
    yield "staff", (Message("Directors"), directors)
    for entry in overview.entries:
        yield f"entry {entry.key}", (entry.name, entry_told(entry))
    for row in overview.rounds:
        label = Message("Round {round}", round=overview.name_of(row))
        value: Said = round_told(row.status)
        if row.ends_at is not None and row.status != RoundStatus.OVER:
            value = Message("{round}, until {moment}", round=value, moment=Moment(row.ends_at))
        yield f"round {row.id}", (label, value)
    last = overview.last
    others = others_told(desk, overview, last, names=names) if last is not None else {}
    for table in overview.tables_of(last) if last is not None else ():
        label = Message("Table {table}", table=table.number)
        parts: list[Said] = [seats_told(overview, table, names=names), table_now(overview, table)]
        if table.result is not None and (names or not overview.secret(table)):
            parts.append(placed_told(overview, table.result))
        parts += others.get(table.id, ())
        yield f"table {table.id}", (label, Listed(parts, ";"))
    for line in overview.lines if names else overview.open_lines:
        label = Message("Place of {name}", name=overview.by_key[line.entrant].name)
        yield f"line {line.entrant}", (label, f"{line.rank}. ({shown(line.points)})")


def differences(before: Facts, after: Facts) -> list[Difference]:
    """What is otherwise, in the order in which it is told."""
    nothing: tuple[Said, Said] = ("", "")
    words = Words("en")
    found = []
    for key in dict.fromkeys((*before, *after)):
        (name, was), (later, would_be) = before.get(key, nothing), after.get(key, nothing)
        # Two messages are the same if they say the same.
        if words.text(was) != words.text(would_be):
            found.append(Difference(later or name, was, would_be))
    return found
