"""How a game comes to be: invitations, joining, the draw of seats, the first events."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from engine.message import Listed, Message
from moderator.desk import Desk
from moderator.games.game import Play
from moderator.games.refusal import Refusal
from moderator.games.store import Game, Seat
from moderator.gateway.addresses import hash_token

# No vowels, so no words; no letters that look like digits.
_LETTERS = "bcdfghjkmnpqrstvwxz"
_NAME = re.compile(r"[^\W_][\w .'-]{0,29}\Z")
MOST_SEATS = 8
GM = "GM"


@dataclass(frozen=True, slots=True)
class Wish:
    """A seat asked for: a person at an address, or a bot."""

    name: str
    address: str = ""
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A game asked for."""

    title: str
    seats: Sequence[Wish]
    gm: str = ""
    options: Mapping[str, Any] | None = None
    terms: Mapping[str, Any] | None = None
    as_seated: bool = False
    start: bool = False
    # What chance would decide, where it is given: for replaying a game that was played elsewhere.
    drawn: Mapping[str, str] | None = None


def new_game(desk: Desk, plan: Plan, who: str) -> Play:
    """Makes the game and invites everybody; starts it at once if asked to, or if only bots are to be waited for."""
    _check(desk, plan)
    row = Game(
        id=_free_id(desk, plan.title),
        title=plan.title,
        status="inviting",
        options=dict(plan.options or {}),
        terms=_terms(plan),
        drawn={"as_seated": plan.as_seated, "given": dict(plan.drawn or {})},
        gm_id=desk.meet(plan.gm).id if plan.gm else None,
        seq=0,
        turn=1,
        round="",
        digest="",
        created_at=desk.now,
    )
    desk.session.add(row)
    desk.session.flush()
    for position, wish in enumerate(plan.seats):
        person = None if wish.bot else desk.meet(wish.address, wish.name)
        status = "joined" if wish.bot or plan.start else "invited"
        add_seat(desk, row, wish.name, position, person.id if person else None, bot=wish.bot, status=status)
    if row.gm_id is not None:
        add_seat(desk, row, GM, len(plan.seats), row.gm_id, role="gm", status="joined")
    desk.note(who, "game new", row.id, title=plan.title, seats=[wish.name for wish in plan.seats])
    play = desk.lock(row.id)
    assert play is not None
    if plan.start or all(seat.status == "joined" for seat in play.players):
        begin(desk, play)
    else:
        for seat in play.seats:
            desk.post_to_seat(seat, f"invitation {row.id} {seat.id}", "invitation", {"moderating": seat.role == "gm"})
    return play


def _terms(plan: Plan) -> dict[str, Any]:
    """The game's clock. Without a moderator there is nobody to wait for, so a safe order is played for who is late."""
    terms = dict(plan.terms or {})
    if not plan.gm and terms.get("noshow", "wait") == "wait":
        terms["noshow"] = "default"
    return terms


def add_seat(
    desk: Desk,
    row: Game,
    name: str,
    position: int,
    person_id: int | None,
    *,
    bot: bool = False,
    role: str = "player",
    status: str = "invited",
) -> Seat:
    seat = Seat(
        game_id=row.id,
        name=name,
        role=role,
        position=position,
        person_id=person_id,
        bot=bot,
        status=status,
        key_number=1,
        token_hash=hash_token(desk.office.token(row.id, name, 1)),
        misses=0,
        told=0,
    )
    desk.session.add(seat)
    desk.session.flush()
    return seat


def join(desk: Desk, play: Play, seat: Seat) -> None:
    if play.row.status != "inviting":
        raise Refusal("The game {game} has begun already.", instead=("status",), game=play.id)
    seat.status = "joined"
    if all(other.status == "joined" for other in play.players):
        begin(desk, play)


def decline(desk: Desk, play: Play, seat: Seat) -> None:
    """The others are told; the organiser may fill the place with a bot or another player."""
    if play.row.status != "inviting":
        raise Refusal("The game {game} has begun already.", instead=("resign",), game=play.id)
    seat.status = "declined"
    for other in play.seats:
        if other is not seat:
            words = Message(
                "{seat} does not join. The game waits until the moderator fills the place or cancels.", seat=seat.name
            )
            desk.post_to_seat(
                other, f"declined {seat.id} {other.id}", "notice", {"title": Message("A place is free"), "text": words}
            )


def begin(desk: Desk, play: Play) -> None:
    """Draws seats and whatever the title leaves to chance, writes the draw down, and plays the first events."""
    from moderator.games.onward import go_on

    seed = play.row.drawn.get("seed") or secrets.token_hex(16)
    chance = random.Random(seed)  # noqa: S311  (the seed is the secret; the draw must be reproducible from it)
    order = [seat.name for seat in sorted(play.players, key=lambda seat: seat.position)]
    if not play.row.drawn.get("as_seated"):
        chance.shuffle(order)
    try:
        title_drawn = desk.rules.draw(play.row.title, order, play.row.options, chance) | play.row.drawn.get("given", {})
        events = desk.rules.start(play.row.title, order, title_drawn, play.row.options)
    except ValueError as wrong:
        raise Refusal(getattr(wrong, "message", None) or str(wrong)) from wrong
    play.row.drawn = {**play.row.drawn, "seed": seed, "seats": order, "title": title_drawn}
    for seat in play.players:
        seat.position = order.index(seat.name)
    play.seats.sort(key=lambda seat: (seat.role != "player", seat.position))
    play.row.status, play.row.started_at = "running", desk.now
    play.begin(events, desk.now)
    go_on(desk, play, began=True)


def _check(desk: Desk, plan: Plan) -> None:
    if plan.title not in desk.rules.titles():
        known = Listed(desk.rules.titles(), "or")
        raise Refusal("I don't moderate {title}; I know {known}.", title=repr(plan.title[:40]), known=known)
    if not 1 < len(plan.seats) <= MOST_SEATS:
        raise Refusal("A game needs from 2 to {most} seats.", most=MOST_SEATS)
    names = [wish.name.casefold() for wish in plan.seats]
    for wish in plan.seats:
        if not _NAME.match(wish.name) or wish.name.casefold() in (GM.casefold(), "all"):
            raise Refusal("{name} can't be a seat's name; use letters, digits and spaces.", name=repr(wish.name[:40]))
        if names.count(wish.name.casefold()) > 1:
            raise Refusal("Two seats can't both be called {name}.", name=wish.name)
        if not wish.bot and not _is_address(wish.address):
            raise Refusal(
                "{address} is no mail address for {name}.",
                address=wish.address[:80] or Message("nothing"),
                name=wish.name,
            )
    if plan.gm and not _is_address(plan.gm):
        raise Refusal("{address} is no mail address.", address=plan.gm[:80])
    try:
        # The engine alone knows which tables a title can be played at; ask it before anybody is invited.
        order = [wish.name for wish in plan.seats]
        drawn = desk.rules.draw(plan.title, order, plan.options or {}, random.Random(0))  # noqa: S311
        drawn |= plan.drawn or {}
        desk.rules.start(plan.title, order, drawn, plan.options or {})
    except (ValueError, desk.rules.Refused) as wrong:
        raise Refusal(getattr(wrong, "message", None) or str(wrong)) from wrong


def _is_address(text: str) -> bool:
    return re.fullmatch(r"[^\s@<>\"(),:;\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", text) is not None


def _free_id(desk: Desk, title: str) -> str:
    while True:
        name = f"{title.lower()}-{''.join(secrets.choice(_LETTERS) for _ in range(4))}"
        if desk.session.scalars(select(Game.id).where(Game.id == name)).first() is None:
            return name
