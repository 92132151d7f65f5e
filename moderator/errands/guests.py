"""People who came by a click to try a game: made, and forgotten when they do not come back."""

from __future__ import annotations

import secrets
from datetime import timedelta

from moderator.office.addresses import GUESTS
from moderator.office.desk import Desk, Office
from moderator.store.game import Play
from moderator.store.tables import Person
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game

# A guest who has not looked in for so long has lost interest; what they tried goes with them.
IDLE = timedelta(days=10)
SEATS = ("Red", "Green", "Blue")
AT_ONCE = 20


def make_guest(desk: Desk, language: str) -> Person:
    """Somebody without an address; nothing is ever mailed to them."""
    person = desk.meet(f"guest-{secrets.token_hex(8)}@{GUESTS}", "Guest")
    person.guest, person.language = True, language
    return person


def trial_game(desk: Desk, title: str, person: Person) -> Play:
    """A game against bots that begins at once. It is on no list, and nobody is missed in it for long."""
    mine, *others = SEATS
    wishes = [Wish(mine, desk.main_address(person)), *(Wish(name, bot=True) for name in others)]
    terms = {"noshow": "wait", "trial": True}
    return new_game(
        desk, GamePlan(title, wishes, terms=terms, as_seated=True, start=True, visibility="unlisted"), "web"
    )


def forget_idle(office: Office) -> int:
    """Throws away guests who are gone and the games only they were at; a few at a time."""
    with office.reading() as desk:
        idle = [one.id for one in desk.people.idle_guests(desk.now - IDLE, AT_ONCE)]
    for person_id in idle:
        with office.desk() as desk:
            _forget(desk, person_id)
    return len(idle)


def _forget(desk: Desk, person_id: int) -> None:
    person = desk.person(person_id)
    if person is None or not person.guest:
        return
    for seat in desk.seats.of_person(person.id):
        play = desk.lock(seat.game_id)
        if play is not None and all(one.bot or one.person_id == person.id for one in play.seats):
            desk.games.erase(play.id)
    if not desk.seats.of_person(person.id):
        desk.people.erase(person, desk.now)
