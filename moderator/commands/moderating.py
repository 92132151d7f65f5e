"""What the game's moderator may do; everything is on the record and told to all."""

from __future__ import annotations

import re

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines, noshow
from moderator.games.clock import BadTime, read_duration, read_moment, shown
from moderator.games.refusal import Refusal
from moderator.games.store import Decision
from moderator.gateway.addresses import hash_token
from moderator.inbox.reading import Statement
from moderator.outbox import announce


def _tell(sitting: Sitting, title: str, text: str) -> None:
    sitting.desk.note(f"gm {sitting.me.id}", title, sitting.game.id, text=text)
    announce.notice(sitting.desk, sitting.game, f"gm {sitting.mail_id} {title}", title, text, but=sitting.seat)


def _rest(statement: Statement, words: int) -> str:
    return " ".join(statement.text.split()[words:])


@command("gm pause", "gm pause", "moderator", gm=True)
def pause(statement: Statement, sitting: Sitting) -> str:
    """Stops the game's clock. Players may still move."""
    deadlines.pause(sitting.desk, sitting.game)
    _tell(sitting, "The game is paused", "The moderator stopped the clock.")
    return "the clock stands still"


@command("gm resume", "gm resume", "moderator", gm=True)
def resume(statement: Statement, sitting: Sitting) -> str:
    """Lets the clock run again; nobody loses the time of the pause."""
    deadlines.resume(sitting.desk, sitting.game)
    _tell(sitting, "The game goes on", "The clock runs again.")
    return "the clock runs"


@command("gm extend", "gm extend 24h", "moderator", gm=True)
def extend(statement: Statement, sitting: Sitting) -> str:
    """Gives the player to move more time."""
    try:
        more = read_duration(_rest(statement, 2))
    except BadTime as wrong:
        raise Refusal(str(wrong), instead=("gm extend 24h",)) from wrong
    return _new_deadline(sitting, deadlines.extend(sitting.desk, sitting.game, more))


@command("gm deadline", "gm deadline 2026-11-20 21:00", "moderator", gm=True)
def deadline(statement: Statement, sitting: Sitting) -> str:
    """Sets the open deadline, in your own time zone."""
    try:
        at = read_moment(_rest(statement, 2), sitting.me.zone)
    except BadTime as wrong:
        raise Refusal(str(wrong), instead=("gm deadline 2026-11-20 21:00",)) from wrong
    if at <= sitting.desk.now:
        raise Refusal("That moment has passed.")
    return _new_deadline(sitting, deadlines.fix(sitting.desk, sitting.game, at))


def _new_deadline(sitting: Sitting, row: Decision | None) -> str:
    if row is None:
        raise Refusal("Nobody has a deadline now.")
    words = shown(row.due_at, "UTC") if row.due_at is not None else "none while the game is paused"
    _tell(sitting, "Deadline changed", f"{sitting.game.row.mover} has until {words}.")
    return f"{sitting.game.row.mover} has until {words}"


@command("gm undo to", "gm undo to 41", "moderator", gm=True, also=("gm rollback", "gm undo"))
def undo_to(statement: Statement, sitting: Sitting) -> str:
    """Takes the game back to the position after the move you name; history keeps what was undone."""
    digits = statement.text.split()[-1]
    play = sitting.game
    if not digits.isdigit() or int(digits[:9]) >= play.row.seq:
        raise Refusal(
            f"Name an earlier move than {play.row.seq}.", instead=("history", f"gm undo to {max(play.row.seq - 1, 0)}")
        )
    undone = play.take_back(int(digits), "", "gm", sitting.mail_id, sitting.desk.now)
    sitting.changed = True
    _tell(sitting, "Moves taken back", f"The moderator took the game back to move {digits} ({len(undone)} moves).")
    return f"{len(undone)} moves taken back"


@command("gm as", "gm as Red … end as", "moderator", gm=True)
def act_as(statement: Statement, sitting: Sitting) -> str:
    """Plays the lines up to `end as` for another seat; everybody is told."""
    seat = sitting.game.seat(_rest(statement, 2))
    if seat is None or seat.role != "player":
        known = ", ".join(one.name for one in sitting.game.players)
        raise Refusal(f"There is no such seat; there are {known}.", instead=(f"gm as {sitting.game.row.mover}",))
    sitting.acting, sitting.how = seat, "gm"
    _tell(sitting, f"The moderator plays for {seat.name}", "The orders are in the next report.")
    return f"the lines below are played for {seat.name}"


@command("end as", "end as", "moderator", gm=True)
def end_as(statement: Statement, sitting: Sitting) -> str:
    """Ends the lines played for another seat."""
    sitting.acting, sitting.how = None, "mail"
    return "done"


@command("gm replace", "gm replace Red by x@example.org", "moderator", gm=True)
def replace(statement: Statement, sitting: Sitting) -> str:
    """Gives a seat to another person (or `by bot`); the old key stops working."""
    found = re.fullmatch(r"gm replace (.+) by (\S+)", statement.text, re.IGNORECASE)
    seat = sitting.game.seat(found.group(1)) if found else None
    if found is None or seat is None or seat.role != "player":
        raise Refusal("I can't read this.", instead=("gm replace Red by x@example.org", "gm replace Red by bot"))
    desk, play = sitting.desk, sitting.game
    bot = found.group(2).lower() == "bot"
    if not bot and "@" not in found.group(2):
        raise Refusal(f"{found.group(2)} is no address.", instead=("gm replace Red by x@example.org",))
    seat.person_id = None if bot else desk.meet(found.group(2)).id
    seat.bot, seat.substitute_id = bot, None
    seat.status = "joined"
    seat.key_number += 1
    seat.token_hash = hash_token(desk.office.token(seat.game_id, seat.name, seat.key_number))
    seat.told = 0
    desk.session.flush()
    desk.post_to_seat(seat, f"replace {sitting.mail_id} {seat.id}", "invitation", {"replacing": True})
    row = deadlines.open_decision(desk, play.id)
    if row is not None and row.seat_id == seat.id:
        # A new player starts with a full clock, and gets the mail that asks for the move.
        row.open, row.closed_at, row.next_at = False, desk.now, None
    if play.row.status == "inviting" and all(one.status == "joined" for one in play.players):
        from moderator.games.seating import begin

        begin(desk, play)
    sitting.changed = True
    _tell(
        sitting, f"{seat.name} has a new player", f"{seat.name} is now played by {'a bot' if bot else 'somebody else'}."
    )
    return f"{seat.name} is now played by {found.group(2)}"


@command("gm rule", 'gm rule "…"', "moderator", gm=True, also=("gm ruling",))
def rule(statement: Statement, sitting: Sitting) -> str:
    """Mails a ruling to everybody."""
    text = _rest(statement, 2).strip('"“” ')
    if not text:
        raise Refusal("The ruling is empty.", instead=('gm rule "A station may be placed."',))
    _tell(sitting, "A ruling", text)
    return "mailed to all"


@command("gm process turn", "gm process turn 41", "moderator", gm=True)
def process(statement: Statement, sitting: Sitting) -> str:
    """Plays a safe order for a player who is late, if it is still that turn."""
    play = sitting.game
    digits = statement.text.split()[-1]
    if not digits.isdigit() or int(digits[:9]) != play.row.turn:
        raise Refusal(f"It is turn {play.row.turn} now.", instead=(f"gm process turn {play.row.turn}",))
    mover = play.mover
    if mover is None:
        raise Refusal("Nobody has to move.")
    orders = noshow.play_default(sitting.desk, play, mover)
    sitting.changed = True
    _tell(sitting, f"A default was played for {mover.name}", "; ".join(orders))
    return "; ".join(orders)


@command("gm end", "gm end", "moderator", gm=True)
def end(statement: Statement, sitting: Sitting) -> str:
    """Ends the game where it stands; the result is what each player is worth now."""
    play = sitting.game
    play.row.result = {
        "scores": sitting.desk.rules.scores(play.state) if play.running else {},
        "ended": "by the moderator",
    }
    play.row.status, play.row.ended_at = "over", sitting.desk.now
    sitting.changed = True
    _tell(sitting, "The game was ended", "The moderator ended the game.")
    return "the game is over"
