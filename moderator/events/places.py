"""Places that are others after they were told: whoever stands elsewhere now hears it, and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.message import Listed, Message
from moderator.events import telling
from moderator.events.lines import placed_with
from moderator.events.overview import Overview
from moderator.events.values import Entrant
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup
from moderator.store.mails import Said
from moderator.store.statuses import EntryStatus

Places = Mapping[Entrant, int]
# As long as a round is played places are told as provisional, and nobody is told of each that changes.
UNTOLD: Places = {}


def places(desk: Desk, cup: Cup) -> Places:
    """Everybody's place, as all may read it."""
    return {line.entrant: line.rank for line in Overview.of(desk, cup).open_lines}


def moved(overview: Overview, before: Places, who: Entrant) -> list[Said]:
    """Where somebody stands now and stood before; nothing if that is the same."""
    line = next((one for one in overview.open_lines if one.entrant == who), None)
    was = before.get(who)
    if line is None or was is None or was == line.rank:
        return []
    count = len(placed_with(line, overview.open_lines))
    return [Message("You are {rank} of {count}; you were {was}.", rank=line.rank, count=count, was=was)]


def tell(
    desk: Desk,
    overview: Overview,
    before: Places,
    key: str,
    title: Said,
    why: Said,
    *,
    always: Collection[int] = (),
    but: Collection[int] = (),
) -> None:
    """Tells everybody whose place is another than ``before``, and whoever is ``always`` told; not those who know."""
    people = desk.cups.people_in(overview.cup.id)
    for entry in overview.entries:
        person = people.get(entry.person_id or 0)
        if person is None or person.id in but or entry.status == EntryStatus.EXPELLED:
            continue
        place = moved(overview, before, entry.key)
        if place or person.id in always:
            said = Listed((why, *place), "\n")
            telling.one(desk, person, f"{overview.cup.id} {key} {entry.number} {desk.now}", title, said)
