"""How a game comes to be: invitations, joining, the draw of seats, the first events."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

import engine
from engine import Player, Refused
from engine.message import Listed, Message
from moderator.office.addresses import hash_token
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.statuses import GameStatus, SeatRole, SeatStatus
from moderator.store.tables import Decision, Game, Person, Seat
from moderator.table import announce, deadlines, offers, standing
from moderator.table.machines import end_keys
from moderator.table.names import check_names
from moderator.table.onward import go_on
from moderator.table.planning import GamePlan
from moderator.table.playing import BROUGHT

# No vowels, so no words; no letters that look like digits.
_LETTERS = "bcdfghjkmnpqrstvwxz"
MOST_SEATS = 8
GM, SECOND = "GM", "GM 2"
# Within a day: by one organiser, and to one person.
MOST_INVITATIONS, MOST_INVITED = 40, 12


def new_game(desk: Desk, plan: GamePlan, who: str) -> Play:
    """Makes the game and invites everybody; starts it at once if asked to, or if only bots are to be waited for."""
    check_plan(desk, plan)
    row = Game(
        id=_free_id(desk, plan.title, 4 if plan.visibility == "public" else 12),
        title=plan.title,
        status=GameStatus.INVITING,
        options=dict(plan.options),
        terms=_terms(plan),
        drawn={"as_seated": plan.as_seated, "given": dict(plan.drawn)}
        | ({"played": [list(one) for one in plan.played]} if plan.played else {}),
        gm_id=desk.meet(plan.gm).id if plan.gm else None,
        seq=0,
        turn=1,
        round="",
        digest="",
        visibility="" if plan.visibility == "public" else plan.visibility,
        created_at=desk.now,
    )
    desk.add(row)
    for position, wish in enumerate(plan.seats):
        nobody = wish.bot or wish.open
        person = None if nobody else may_be_invited(desk, row, wish.address, wish.name, started=plan.start)
        here = wish.bot or plan.start or (person is not None and person is desk.person_at(plan.asked_by))
        status = SeatStatus.JOINED if here else SeatStatus.OPEN if wish.open else SeatStatus.INVITED
        add_seat(desk, row, wish.name, position, person.id if person else None, bot=wish.bot, status=status)
    organiser = desk.person(row.gm_id)
    if row.gm_id is not None:
        head = add_seat(desk, row, GM, len(plan.seats), row.gm_id, role=SeatRole.GM, status=SeatStatus.JOINED)
        # Who plays reads as a player what happens at the table.
        plays = plan.asked_by and any(wish.address and desk.person_at(wish.address) is organiser for wish in plan.seats)
        head.reports = "mine" if plan.quiet or plays else ""
    if host := _host(desk, plan, who):
        row.terms = {**row.terms, "host": host}
    desk.note(who, "game new", row.id, title=plan.title, seats=[wish.name for wish in plan.seats])
    play = desk.lock(row.id)
    assert play is not None
    if plan.start or all(seat.status == SeatStatus.JOINED for seat in play.players):
        begin(desk, play)
    else:
        for seat in play.seats:
            if seat.role == SeatRole.GM:
                desk.post_to_seat(seat, f"invitation {row.id} {seat.id}", mails.Moderating())
            elif seat.status == SeatStatus.INVITED:
                invite(desk, play, seat, "first")
    return play


def _host(desk: Desk, plan: GamePlan, who: str) -> str:
    """Who arranges the game, by the name of a seat or their own; nobody where it was asked for without a mail."""
    person = desk.person_at(who) if "@" in who else None
    if person is None:
        return ""
    seats = (wish.name for wish in plan.seats if wish.address and desk.person_at(wish.address) is person)
    return next(seats, person.name)


def _terms(plan: GamePlan) -> dict[str, Any]:
    """The game's clock. Without a moderator there is nobody to wait for, so a safe order is played for who is late."""
    terms = dict(plan.terms)
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
    role: SeatRole = SeatRole.PLAYER,
    status: str = SeatStatus.INVITED,
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
    return desk.add(seat)


def may_be_invited(desk: Desk, row: Game, address: str, name: str = "", *, started: bool = False) -> Person:
    """The person at an address, unless they or whoever invites them have had enough of it for a day."""
    organiser = desk.person(row.gm_id)
    # Nobody knows yet what somebody new reads: as their host does, until they choose.
    person = desk.meet(address, name, organiser.language if organiser is not None else "")
    if person.blocked:
        raise Refused("{address} can't be invited.", address=address)
    # A game that the operator starts at once invites nobody.
    if started or organiser is None or organiser is person:
        return person
    day_ago = desk.now - timedelta(days=1)
    if desk.outbox.invitations_by(organiser.id, day_ago) >= MOST_INVITATIONS:
        raise Refused("You have invited {most} people within a day; go on tomorrow.", most=MOST_INVITATIONS)
    if desk.outbox.invitations_to(person.id, day_ago) >= MOST_INVITED:
        raise Refused(
            "{address} was invited {most} times within a day; go on tomorrow.", address=address, most=MOST_INVITED
        )
    return person


def in_a_guess(desk: Desk, row: Game, person: Person) -> bool:
    """Whether somebody has never chosen the language they are written to in: who has joined no game knows how."""
    host = desk.person(row.gm_id)
    return never_chosen(desk, person, {host.language} if host is not None else ())


def never_chosen(desk: Desk, person: Person, of_others: Collection[str]) -> bool:
    """Whether somebody's language is that of whoever has named them, or ours, and they have joined no game."""
    return person.language in {"en", *of_others} and not any(
        seat.status == SeatStatus.JOINED for seat in desk.seats.of_person(person.id)
    )


def invite(desk: Desk, play: Play, seat: Seat, key: str) -> None:
    """Asks whoever a seat was offered to; in a game under way they take it over."""
    person = desk.person(seat.person_id)
    if person is None:
        return
    may_be_invited(desk, play.row, desk.main_address(person))
    mail: mails.Payload = mails.TakingOver() if play.running else mails.Invitation()
    desk.post(f"invitation {play.id} {seat.id} {key}", desk.main_address(person), mail, seat=seat, person=person)


def vacate(desk: Desk, play: Play, seat: Seat, mail_id: int | None, why: Message | None = None) -> None:
    """Takes a seat from whoever has it: they are told, their key stops working, and whatever was theirs alone (orders
    on file, notes, votes, offers, a substitute) goes with them. A new player begins with a clean desk."""
    had = [desk.person(one) for one in (seat.person_id, seat.substitute_id) if one is not None]
    closed = [standing.planned(play, row) for row in standing.open_orders(desk, seat)]
    for person in had:
        if person is not None and not person.suspended:
            text = why or Message(
                "The moderator has given {seat} to somebody else; your orders are no longer taken.", seat=seat.name
            )
            if seat.status == SeatStatus.RESIGNED:
                # It was their own wish, or their absence.
                text = Message("You have given up {seat}; your orders are no longer taken.", seat=seat.name)
            if closed and person is desk.holder(seat):
                # Theirs alone: nobody who comes after them sees it or carries it out.
                text = Message(
                    "{text} What you had on file is closed: {orders}.", text=text, orders=Listed(closed, ";")
                )
            title = Message("You no longer play {seat}", seat=seat.name)
            if seat.role == SeatRole.GM:
                title = Message("You no longer moderate {game}", game=play.id)
            elif seat.status == SeatStatus.INVITED:
                title = Message("{seat} is offered to somebody else", seat=seat.name)
            told = mails.Notice(title, text)
            key = f"vacated {seat.id} {seat.key_number} {person.id} {mail_id}"
            # Without the seat: its next address is not theirs to know.
            desk.post(key, desk.main_address(person), told, game_id=play.id, person=person)
    standing.close_for_good(desk, seat, "The seat has another player.")
    offers.close_for(desk, play, seat)
    desk.seats.forget_notes(seat.id)
    desk.games.forget_votes(play.id, seat.name)
    seat.substitute_id = seat.substitute_until = None
    seat.reports, seat.misses, seat.in_row, seat.overtime = "", 0, 0, 0
    seat.bank_spent, seat.waited = 0, 0
    turn_key(desk, seat)
    # Whoever gets the seat back begins anew, too: a key may be why it was given up.
    end_keys(desk, seat)
    row = deadlines.open_decision(desk, play.id)
    if row is not None and row.seat_id == seat.id:
        # Whoever comes next starts with a full clock, and gets the mail that asks for the move.
        row.open, row.closed_at, row.next_at = False, desk.now, None


def give(
    desk: Desk,
    play: Play,
    seat: Seat,
    person: Person | None,
    key: str,
    mail_id: int | None,
    why: Message | None = None,
) -> None:
    """Gives a seat to another person, who is asked first, or to a bot; whoever had it is told ``why``. What follows for
    the game is the caller's."""
    vacate(desk, play, seat, mail_id, why)
    seat.person_id = person.id if person is not None else None
    seat.status = SeatStatus.JOINED if person is None else SeatStatus.INVITED
    # A seat that a bot plays is played by it until the new player says yes.
    seat.bot = person is None or (seat.bot and play.running)
    seat.told = play.seq
    desk.write()
    if person is not None:
        invite(desk, play, seat, key)


def end_substitute(desk: Desk, play: Play, seat: Seat) -> list[Decision]:
    """The owner has the seat back, with a key that the substitute never saw; gives the open decision it bears on."""
    row = deadlines.open_decision(desk, play.id)
    mine = [row] if row is not None and row.seat_id == seat.id else []
    deadlines.resettle(desk, mine, lambda: setattr(seat, "substitute_id", None))
    standing.close_for_good(desk, seat, "The time of the substitute is over.")
    turn_key(desk, seat)
    return mine


def turn_key(desk: Desk, seat: Seat) -> None:
    """A new secret for the seat's address; the old one stops working."""
    seat.key_number += 1
    seat.token_hash = hash_token(desk.office.token(seat.game_id, seat.name, seat.key_number))
    desk.write()


def seconds(play: Play) -> list[Seat]:
    """The places of moderators besides the first."""
    return [seat for seat in play.seats if seat.role == SeatRole.GM and seat.name != GM]


def add_moderator(desk: Desk, play: Play, person: Person) -> Seat:
    """A second moderator; there is one at a time."""
    for old in seconds(play):
        unseat(desk, play, old, None)
    seat = add_seat(desk, play.row, SECOND, len(play.seats), person.id, role=SeatRole.GM, status=SeatStatus.JOINED)
    seat.told = play.seq
    play.seats.append(seat)
    return seat


def unseat(desk: Desk, play: Play, seat: Seat, mail_id: int | None, why: Message | None = None) -> None:
    """A moderator leaves, and is told ``why``."""
    vacate(desk, play, seat, mail_id, why)
    play.seats.remove(seat)
    desk.drop(seat)


def hand_over(desk: Desk, play: Play, person: Person, mail_id: int | None, why: Message | None = None) -> Seat:
    """The first moderator's place goes to somebody else; whoever had it is told ``why``."""
    for seat in seconds(play):
        if seat.person_id == person.id:
            unseat(desk, play, seat, mail_id)
    head = play.seat(GM)
    if head is None:
        head = add_seat(desk, play.row, GM, len(play.seats), None, role=SeatRole.GM, status=SeatStatus.JOINED)
        play.seats.append(head)
    vacate(desk, play, head, mail_id, why)
    head.person_id, head.told = person.id, play.seq
    play.give_to(person.id)
    return head


def join(desk: Desk, play: Play, seat: Seat) -> None:
    if play.running and seat.status == SeatStatus.INVITED:
        _take_over(desk, play, seat)
        return
    if play.status != GameStatus.INVITING:
        raise Refused("The game {game} has begun already.", instead=("status",), game=play.id)
    seat.status = SeatStatus.JOINED
    begin_if_all_have_joined(desk, play)


def take_open(desk: Desk, play: Play, person: Person, name: str = "") -> Seat:
    """Somebody takes a seat that was left open: the one they name, or the first."""
    if any(person.id in (seat.person_id, seat.substitute_id) for seat in play.players):
        raise Refused("You are at this table already.", instead=("status",))
    if person.guest:
        raise Refused("Your table needs an address to write to; give one on your page first.")
    free = [seat for seat in play.players if seat.status == SeatStatus.OPEN]
    wanted = next((seat for seat in free if not name or seat.name.casefold() == name.casefold()), None)
    if play.status != GameStatus.INVITING or wanted is None:
        raise Refused("There is no such open seat in {game}.", game=play.id)
    wanted.person_id, wanted.status = person.id, SeatStatus.JOINED
    # Whoever had the key while nobody had the seat has it no more.
    turn_key(desk, wanted)
    title = Message("{seat} is taken", seat=wanted.name)
    text = Message("{name} plays {seat}.", name=player_shown(desk, play, wanted) or wanted.name, seat=wanted.name)
    announce.notice(desk, play, f"taken {wanted.id} {person.id}", title, text, but=wanted)
    desk.post_to_seat(wanted, f"seated {wanted.id} {person.id}", mails.Invitation())
    begin_if_all_have_joined(desk, play)
    return wanted


def player_shown(desk: Desk, play: Play, seat: Seat) -> str:
    """The name of whoever plays a seat, as everybody may read it; empty where nobody may know, or nobody does.

    Pages, mails and feeds ask here. At an anonymous table people are known by their seats until the game is over; in a
    tournament its own pages tell, when all tables of the round are over."""
    if play.terms.get("anonymous") and (play.status != GameStatus.OVER or play.terms.get("event")):
        return ""
    person = desk.holder(seat)
    return person.name if person is not None and not seat.bot else ""


def begin_if_all_have_joined(desk: Desk, play: Play) -> None:
    waiting = play.status == GameStatus.INVITING
    if waiting and all(other.status == SeatStatus.JOINED for other in play.players):
        begin(desk, play)


def _take_over(desk: Desk, play: Play, seat: Seat) -> None:
    """A new player in a game under way. Whoever must move is asked by what follows; the others see the position."""
    seat.status, seat.bot, seat.told = SeatStatus.JOINED, False, max(0, play.seq - 1)
    if play.to_move != seat.name:
        desk.post_to_seat(seat, f"taken over {seat.id} {seat.key_number}", mails.Report(play.seq, None))
        seat.told = play.seq
    title = Message("{seat} has a new player", seat=seat.name)
    text = Message("{seat} is now played by somebody else.", seat=seat.name)
    announce.notice(desk, play, f"taken over {seat.id} {seat.key_number}", title, text, but=seat)


def decline(desk: Desk, play: Play, seat: Seat) -> None:
    """The others are told; the organiser may fill the place with a bot or another player, and an event does."""
    if play.running and seat.status == SeatStatus.INVITED:
        # The game is under way and waits for nobody.
        seat.person_id, seat.bot = None, True
        turn_key(desk, seat)
    elif play.status != GameStatus.INVITING:
        raise Refused("The game {game} has begun already.", instead=("resign",), game=play.id)
    seat.status = SeatStatus.DECLINED
    if play.running and desk.cups.played_for_event(play.id) is not None:
        # The event asks the next one, or leaves the seat to the bot, and tells of that.
        return
    words = Message(
        "{seat} has declined. The game waits until the moderator fills the seat or cancels.", seat=seat.name
    )
    if play.running:
        words = Message("Whoever was asked to play {seat} has declined; a bot plays on.", seat=seat.name)
    moderators = [one for one in play.seats if one.role == SeatRole.GM]
    for other in play.seats:
        # Who plays and moderates is told once, at the address from which the place can be filled.
        if other is seat or (other not in moderators and other.person_id in {one.person_id for one in moderators}):
            continue
        told: Message | Listed = words
        if other in moderators:
            how = Message(
                "To fill the place, reply `gm replace {seat} by bot`, or with somebody's address: "
                "`gm replace {seat} by x@example.org`.",
                seat=seat.name,
            )
            told = Listed((words, how), " ")
        desk.post_to_seat(other, f"declined {seat.id} {other.id}", mails.Notice(Message("A place is free"), told))


def draw(title: str, seats: Sequence[str], options: Mapping[str, Any], chance: random.Random) -> dict[str, str]:
    """Lets chance decide what the title leaves to it."""
    wanted = engine.draws(title, list(map(Player, seats)), options)
    return {name: chance.choice(sorted(outcomes)) for name, outcomes in sorted(wanted.items())}


def begin(desk: Desk, play: Play) -> None:
    """Draws seats and whatever the title leaves to chance, writes the draw down, and plays the first events."""
    seed = play.drawn.get("seed") or secrets.token_hex(16)
    chance = random.Random(seed)  # noqa: S311  (the seed is the secret; the draw must be reproducible from it)
    order = [seat.name for seat in sorted(play.players, key=lambda seat: seat.position)]
    if not play.drawn.get("as_seated"):
        chance.shuffle(order)
    try:
        title_drawn = draw(play.title, order, play.options, chance) | play.drawn.get("given", {})
        events = engine.start(play.title, list(map(Player, order)), title_drawn, play.options)
    except engine.Unplayable as wrong:
        raise Refused(wrong.message) from wrong
    for seat in play.players:
        seat.position = order.index(seat.name)
    play.seats.sort(key=lambda seat: (seat.role != SeatRole.PLAYER, seat.position))
    drawn = {**play.drawn, "seed": seed, "seats": order, "title": title_drawn}
    played = drawn.pop("played", ())
    play.begin(events, drawn, desk.now)
    _play_again(desk, play, played)
    go_on(desk, play, began=True)


def _play_again(desk: Desk, play: Play, played: Sequence[Sequence[str]]) -> None:
    """What was played elsewhere before the game came to us. Whoever had to agree has agreed there."""
    everybody = tuple(seat.player for seat in play.players)
    for by, order in played:
        move = engine.parse_order(play.state, order)
        outcome = engine.apply(play.state, move, Player(by), everybody, advise=False)
        play.record(by, order, outcome, BROUGHT, None, desk.now)
    for seat in play.seats:
        seat.told = play.seq


def check_plan(desk: Desk, plan: GamePlan) -> None:
    if plan.title not in engine.titles():
        known = Listed(engine.titles(), "or")
        raise Refused("I don't moderate {title}; I know {known}.", title=repr(plan.title[:40]), known=known)
    if not 1 < len(plan.seats) <= MOST_SEATS:
        raise Refused("A game needs from 2 to {most} seats.", most=MOST_SEATS)
    check_names([wish.name for wish in plan.seats])
    if plan.start and any(wish.open for wish in plan.seats):
        raise Refused("A game with open seats begins when they are taken.")
    for wish in plan.seats:
        if not wish.bot and not wish.open and not is_address(wish.address):
            raise Refused(
                "{address} can't be {name}'s email address.",
                address=wish.address[:80] or Message("nothing"),
                name=wish.name,
            )
    if plan.gm and not is_address(plan.gm):
        raise Refused("{address} is not an email address.", address=plan.gm[:80])
    try:
        # The engine alone knows which tables a title can be played at; ask it before anybody is invited.
        order = [wish.name for wish in plan.seats]
        drawn = draw(plan.title, order, plan.options, random.Random(0))  # noqa: S311
        if strange := sorted(set(plan.drawn) - set(drawn)):
            raise Refused("{title} draws nothing called {names}.", title=plan.title, names=Listed(strange, ","))
        drawn |= plan.drawn
        engine.start(plan.title, list(map(Player, order)), drawn, plan.options)
    except engine.Unplayable as wrong:
        raise Refused(wrong.message) from wrong


def is_address(text: str) -> bool:
    return (
        text.isprintable()
        and ".." not in text.partition("@")[2]
        and re.fullmatch(r"[^\s@<>\"(),:;\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", text) is not None
    )


def _free_id(desk: Desk, title: str, letters: int) -> str:
    """A name nobody has; too long to be guessed where not everybody is to find the game."""
    while True:
        name = f"{title.lower()}-{''.join(secrets.choice(_LETTERS) for _ in range(letters))}"
        if desk.games.row(name) is None:
            return name
