"""Who goes on to a round that not everybody plays in, and telling it at once when that changes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.message import Listed, Message
from moderator.events import telling
from moderator.events.overview import Overview
from moderator.events.terms import Format
from moderator.events.values import Entrant
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup
from moderator.store.mails import Said
from moderator.store.statuses import EntryStatus, RoundStatus

# So many of those who go on are named in a mail.
MOST_NAMED = 16


def going_on(overview: Overview) -> list[Entrant]:
    """Who plays in the round after the last that is over, where not everybody does; nobody while one is played, and
    where all play on."""
    # What is drawn and not published yet may be drawn again.
    rows = [row for row in overview.rounds if row.status != RoundStatus.DRAWN]
    known = Overview(overview.cup, overview.entries, rows, [one for row in rows for one in overview.tables_of(row)])
    coming = known.next_round()
    if not rows or rows[-1].status != RoundStatus.OVER or coming is None:
        return []
    stage, number = coming
    if number > 1 and overview.stage_of(stage).format is not Format.KNOCKOUT:
        return []
    return [who for pool in known.field(stage, number).values() for who in pool]


def goes_on(overview: Overview, going: Sequence[Entrant], who: Entrant) -> Message:
    """Whether somebody plays on, and with whom."""
    names = _names(overview, [one for one in going if one != who])
    if who in going:
        return Message("You go on to the next round, with: {names}", names=names)
    return Message("You do not go on to the next round; these do: {names}", names=names)


def tell_changed(desk: Desk, cup: Cup, before: Sequence[Entrant], key: str, why: Said) -> list[Said]:
    """Tells everybody who goes on now, or no longer, with whom, as soon as it is others than ``before``; gives what the
    director is told."""
    overview = Overview.of(desk, cup)
    after = going_on(overview)
    if not before or set(before) == set(after):
        return []
    people = desk.cups.people_in(cup.id)
    for who in dict.fromkeys((*after, *before)):
        entry = overview.by_key[who]
        person = people.get(entry.person_id or 0)
        if person is None or entry.status != EntryStatus.ENTERED:
            continue
        title = Message("{cup}: who goes on", cup=cup.name)
        text = Listed((why, goes_on(overview, after, who)), "\n")
        telling.one(desk, person, f"{cup.id} goes on {key} {entry.number} {desk.now}", title, text)
    new = [who for who in after if who not in before]
    return [Message("Who goes on instead: {names}", names=_names(overview, new))] if new else []


def _names(overview: Overview, entrants: Sequence[Entrant]) -> Listed:
    names = [overview.by_key[one].name for one in entrants]
    return Listed((*names[:MOST_NAMED], *(("…",) if len(names) > MOST_NAMED else ())), ",")
