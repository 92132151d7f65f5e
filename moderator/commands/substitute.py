"""Letting somebody else play for a while."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import of_time
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.games.clock import read_moment
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement
from moderator.outbox import announce


@command("substitute", "substitute x@example.org until 2027-01-03", "coming and going")
def substitute(statement: Statement, sitting: Sitting) -> Said:
    """Lets somebody else play your seat until a date; you stay its owner. `substitute none` ends it."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    parts = statement.text.split()[1:]
    rows = [row for row in [deadlines.open_decision(desk, play.id)] if row is not None and row.seat_id == seat.id]
    if parts and parts[0].lower() in ("none", "off"):
        deadlines.resettle(desk, rows, lambda: setattr(seat, "substitute_id", None))
        return Message("you play your seat yourself")
    if len(parts) < 3 or parts[1].lower() != "until" or "@" not in parts[0]:
        raise Refusal("I can't read this.", instead=("substitute x@example.org until 2027-01-03",))
    until = of_time(lambda: read_moment(" ".join(parts[2:]), sitting.me.zone, end_of_day=True))
    person = desk.meet(parts[0])

    def change() -> None:
        seat.substitute_id, seat.substitute_until = person.id, until

    deadlines.resettle(desk, rows, change)
    desk.post_to_seat(seat, f"substitute {sitting.mail_id}", "invitation", {"substitute": True, "owner": seat.name})
    announce.notice(
        desk,
        play,
        f"substitute {sitting.mail_id}",
        Message("A substitute"),
        Message("{seat} is played by a substitute.", seat=seat.name),
        but=seat,
    )
    return Message("{address} plays for you", address=parts[0])
