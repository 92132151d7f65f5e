"""The moderator gives a seat to somebody else."""

from __future__ import annotations

import re

from engine.message import Message
from moderator.commands.moderating import tell
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.games.refusal import Refusal
from moderator.gateway.addresses import hash_token
from moderator.inbox.reading import Statement


@command("gm replace", "gm replace Red by x@example.org", "moderator", gm=True)
def replace(statement: Statement, sitting: Sitting) -> Said:
    """Gives a seat to another person (or `by bot`); the old key stops working."""
    found = re.fullmatch(r"gm replace (.+) by (\S+)", statement.text, re.IGNORECASE)
    seat = sitting.game.seat(found.group(1)) if found else None
    if found is None or seat is None or seat.role != "player":
        raise Refusal("I can't read this.", instead=("gm replace Red by x@example.org", "gm replace Red by bot"))
    desk, play = sitting.desk, sitting.game
    bot = found.group(2).lower() == "bot"
    if not bot and "@" not in found.group(2):
        raise Refusal("{address} is no address.", instead=("gm replace Red by x@example.org",), address=found.group(2))
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
    tell(
        sitting,
        Message("{seat} has a new player", seat=seat.name),
        Message("{seat} is now played by a bot.", seat=seat.name)
        if bot
        else Message("{seat} is now played by somebody else.", seat=seat.name),
    )
    return Message("{seat} is now played by {address}", seat=seat.name, address=found.group(2))
