"""What the director wishes for the draws to come."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.events.announcing import still_going, write_down
from moderator.events.overview import Overview
from moderator.events.rounds import draw_again
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup
from moderator.store.mails import Said

MOST = 200


def wish(desk: Desk, cup: Cup, kind: str, names: str, who: str) -> tuple[str, bool]:
    """Adds a group of players to those that sit together or apart, or takes it out if it is there. Gives the names and
    whether it is wished now. Raises Refused.

    A draw that waits to be published was made without it: see ``minded``."""
    still_going(cup)
    overview = Overview.of(desk, cup)
    entries = [overview.entry_named(name) for name in names.split(",") if name.strip()]
    group = sorted({entry.key for entry in entries})
    if len(group) < 2:
        raise Refused("Name two players or more, with commas.", instead=(f"td {kind[:-1]} {cup.id} Anna, Boris",))
    if kind == "pins" and len(group) > overview.terms.sizes[-1]:
        raise Refused("{count} players don't fit at one table.", count=len(group))
    old = list(cup.wishes.get(kind, ()))
    on = group not in old
    against = cup.wishes.get("bans" if kind == "pins" else "pins", ())
    other = next((one for one in against if len(set(group) & set(one)) > 1), None)
    if on and other is not None:
        said = ", ".join(overview.by_key[who].name for who in other)
        raise Refused(
            "Some of them can't sit both together and apart; take back the other wish first, by saying it again.",
            instead=(f"td {'ban' if kind == 'pins' else 'pin'} {cup.id} {said}",),
        )
    new = [*old, group] if on else [one for one in old if one != group]
    if len(new) > MOST:
        raise Refused("That is more than a draw can mind.")
    cup.wishes = {**cup.wishes, kind: new}
    said = ", ".join(entry.name for entry in entries)
    write_down(desk, cup, who, kind[:-1], "" if on else said, said if on else "")
    return said, on


def minded(desk: Desk, cup: Cup, who: str, said: Message) -> Message:
    """A draw that nobody was told of is made anew where its director wishes something else; what is said of it."""
    return Message("{done}; the round is drawn again", done=said) if draw_again(desk, cup, who) else said


def told(kind: str, names: Said) -> Message:
    """Who sits together, or apart."""
    return (
        Message("sit together: {names}", names=names)
        if kind == "pins"
        else Message("are kept apart: {names}", names=names)
    )


def wished(desk: Desk, cup: Cup, kind: str, names: str, who: str) -> Message:
    """A wish as it was written, minded from now on, or no longer; what is said of it. Raises Refused."""
    said, on = wish(desk, cup, kind, names, who)
    return minded(desk, cup, who, told(kind, said) if on else Message("no longer asked for: {names}", names=said))
