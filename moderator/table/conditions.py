"""What a game is played under, told before anybody joins: its host, its pace, what becomes of the late, its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import title_named
from engine.message import Listed, Message
from moderator.office.clock import Terms, terms_from
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.statuses import SeatRole
from moderator.table import filed, minds
from moderator.table.noshow import rule_of
from moderator.table.pace import pace_said, reminders_said

# What whoever never heard of it is told first: what all this is, and how much of it there will be.
WHAT_IT_IS = Message(
    "Waybill runs railway board games of the 18xx family by email. You buy shares, the companies you direct lay track "
    "and run trains, and whoever is worth most in the end wins. You send your moves in plain words, whenever it suits "
    "you, and every email tells what you can do."
)
HOW_LONG = Message(
    "A whole game takes each player about 40 to 90 emails and lasts some months, as fast as the slowest answers."
)
_LOOKERS = {
    "public": Message("Everybody may look at the game."),
    "unlisted": Message("Whoever has the link may look at the game."),
    "private": Message("Only those at the table may look at the game."),
}
_LATE = {
    "wait": Message("then the moderator decides"),
    "standing": Message("then what the player left on file is played, else a safe order"),
    "default": Message("then a safe order is played"),
}


def conditions(desk: Desk, play: Play) -> Iterator[Message]:
    """A line for each."""
    if host := play.terms.get("host"):
        yield Message("Arranged by {host}.", host=str(host))
    # Whoever plays too is known by the name of their seat.
    seated = {seat.person_id: seat.name for seat in play.players}
    moderators = [
        seated.get(person.id, person.name)
        for seat in play.seats
        if seat.role == SeatRole.GM and (person := desk.person(seat.person_id))
    ]
    if moderators:
        yield Message("Moderated by {names}.", names=Listed(moderators))
    else:
        yield Message("There is no moderator; the service decides by the rules.")
    terms = terms_from(play.terms)
    yield from time_said(terms, play.title, rule_of(play))
    if terms.reminders != Terms().reminders:
        yield reminders_said(terms)
    if play.visibility != "public":
        yield lookers_said(play)
    if minutes := minds.minutes(play):
        yield Message("A turn can be taken back for {minutes} minutes before anything follows.", minutes=minutes)
    if filed.tells_seals(play):
        yield Message("The table is told when a sealed order is filed, and what it was once it is used up.")
    yield _options(play)


def lookers_said(play: Play) -> Message:
    """Who may look at the game's page."""
    return _LOOKERS[play.visibility]


def time_said(terms: Terms, title: str, rule: str) -> Iterator[Message]:
    """How long decisions may take, and what becomes of the late."""
    yield from pace_said(terms, title)
    if terms.grace:
        yield Message("Whoever is late has {grace} hours of grace, {then}.", grace=terms.grace, then=_LATE[rule])
    else:
        yield Message("Whoever is late has no grace, {then}.", then=_LATE[rule])


def _options(play: Play) -> Message:
    """Every option that is not as usual; the others by a word that lists them all."""
    title = title_named(play.title)
    if play.begun:
        # A game begun before there was an option goes on without it, whatever is usual now.
        settled = {name: play.state.option(name) for name in title.options}
    else:
        settled = title.settle_options(dict(play.options))
    changed = [
        f"{name}={_said(value)}"
        for name, value in settled.items()
        if name in title.options and value != title.options[name].default
    ]
    if not title.options:
        return Message("{title} has no options.", title=title.name)
    if not changed:
        return Message("Options of {title}: all as usual; `options` lists them.", title=title.name)
    return Message(
        "Options of {title}: {changed}; all else as usual, `options` lists them.",
        title=title.name,
        changed=Listed(changed, ","),
    )


def _said(value: Any) -> str:
    """As it is written in a mail that starts a game."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
